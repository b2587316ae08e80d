import type { ReadPages } from './page-files.ts';

/** `at` is the field in the file: `menu.0.to`. */
type Mention = { at: string; text: string };

export type Mentioned = Mention & { file: string };

/** Texts, figures and marks of a file, each with its field. @param at empty for the file itself */
export function mentionsIn(value: unknown, at = ''): Mention[] {
  if (typeof value !== 'object' || value === null) return [{ at, text: String(value) }];
  const separator = at === '' ? '' : '.';
  return Object.entries(value).flatMap(([key, inner]) =>
    mentionsIn(inner, `${at}${separator}${key}`),
  );
}

/** The pictures and links of pages. @param at `pages` or `hi/pages` */
export function pageMentions(
  { pages, addedPages }: Pick<ReadPages, 'pages' | 'addedPages'>,
  at: string,
): Mentioned[] {
  return [...pages.values(), ...addedPages].flatMap(({ file, blocks }) =>
    mentionsIn(blocks)
      .filter(({ at: field }) => /\.(?:picture|href)$/.test(field))
      .map(({ text }) => ({ file: `${at}/${file}`, at: '', text })),
  );
}
