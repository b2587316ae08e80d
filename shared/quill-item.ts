/** Without a kind it is of the list that is open. */
export type QuillItem = { list: 'ul' | 'ol' | null; level: number; mark: string };

const CHECK_MARKS: Readonly<Record<string, string>> = { checked: '☑ ', unchecked: '☐ ' };

/** How Quill writes the kind and the level of an item; null for an item of a list of HTML. */
export function quillItem(
  attributes: ReadonlyMap<string, string>,
  isInside: boolean,
): QuillItem | null {
  const kind = attributes.get('data-list');
  const [, level] = /(?:^|\s)ql-indent-([1-8])(?:\s|$)/.exec(attributes.get('class') ?? '') ?? [];
  if (kind === undefined && level === undefined && !isInside) return null;
  const list = kind === undefined ? null : kind === 'ordered' ? 'ol' : 'ul';
  return { list, level: Number(level ?? 0), mark: CHECK_MARKS[kind ?? ''] ?? '' };
}
