/** mammoth's own tree of a document (its lib/documents.js), as far as it is read here. */
export type WordNode = {
  type: string;
  children?: WordNode[];
  /** Text nodes only. */
  value?: string;
  /** Paragraphs and runs have these. */
  styleId?: string | null;
  styleName?: string | null;
  numbering?: object | null;
  /** Runs only, up to `isStrikethrough`. */
  font?: string | null;
  isBold?: boolean;
  isStrikethrough?: boolean;
  verticalAlignment?: string;
  /** A link has one of these; one within the document has an anchor. */
  href?: string;
  anchor?: string;
  /** Pictures only. */
  altText?: string | null;
  caption?: string;
  readAsBuffer?: () => Promise<Buffer>;
};

export function isStyled(node: WordNode, name: RegExp): boolean {
  return node.type === 'paragraph' && name.test(node.styleName ?? '');
}

function wordText(node: WordNode): string {
  if (node.type === 'text') return node.value ?? '';
  if (node.type === 'tab' || node.type === 'break') return ' ';
  const text = (node.children ?? []).map(wordText).join('');
  return node.type === 'paragraph' ? `${text}\n` : text;
}

export function lineOf(node: WordNode): string {
  return wordText(node).replace(/\s+/g, ' ').trim();
}

/** All nodes below, in the order of the document. */
export function descendants(node: WordNode): WordNode[] {
  return (node.children ?? []).flatMap((child) => [child, ...descendants(child)]);
}

/** Replaces each node, children first, by those that `replace` returns. */
export function replaceNodes(
  nodes: readonly WordNode[],
  replace: (node: WordNode) => WordNode[],
): WordNode[] {
  return nodes.flatMap((node) =>
    replace(
      node.children === undefined
        ? node
        : { ...node, children: replaceNodes(node.children, replace) },
    ),
  );
}
