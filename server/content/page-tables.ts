import {
  isCell,
  isElement,
  joinTexts,
  type Block,
  type RichElement,
  type RichNode,
} from '../../shared/prose.ts';

/** Gives each table a head, its first row, and its cells the headings of their columns, which phones repeat. */
export function shapeTables(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => (isElement(block) ? shapeElement(block) : block));
}

function shapeElement(element: RichElement): RichElement {
  const children = element.children.map((node) => (isElement(node) ? shapeElement(node) : node));
  return { ...element, children: element.tag === 'table' ? shapeRows(rowsIn(children)) : children };
}

function rowsIn(nodes: readonly RichNode[]): RichElement[] {
  const elements = nodes.filter(isElement);
  const rows = elements.flatMap((node) => (node.tag === 'tr' ? [node] : rowsIn(node.children)));
  return rows.filter((row) => row.children.some((cell) => !isBlank(cell)));
}

function shapeRows([head, ...rows]: readonly RichElement[]): RichNode[] {
  if (head === undefined) return [];
  const hasSpans = [head, ...rows].some((row) =>
    cellsIn(row).some(({ spans }) => isSpanned(spans)),
  );
  const columns = cellsIn(head);
  const headings = columns.map(({ children }) => joinTexts(children).replace(/\s+/g, ' ').trim());
  const namesRows =
    !hasSpans &&
    columns.length > 1 &&
    rows.every((row) => cellsIn(row)[0]?.children.some((node) => !isBlank(node)));
  const body = rows.map((row): RichElement => {
    const cells = cellsIn(row).map((cell, column): RichElement => {
      if (column === 0 && namesRows) return { ...cell, tag: 'th', scope: 'row' };
      const label = hasSpans ? '' : (headings[column] ?? '');
      return { ...cell, tag: 'td', ...(label !== '' && { label }) };
    });
    return { ...row, children: cells };
  });
  const heads = columns.map((cell): RichElement => ({ ...cell, tag: 'th', scope: 'col' }));
  const first = { ...head, children: heads };
  // Columns of joined cells have no heading that could be repeated.
  if (hasSpans) return [{ tag: 'tbody', children: [first, ...body] }];
  return [
    { tag: 'thead', children: [first] },
    { tag: 'tbody', children: body },
  ];
}

/** Word has a paragraph in each cell. */
function cellsIn(row: RichElement): RichElement[] {
  return row.children
    .filter(isElement)
    .filter(({ tag }) => isCell(tag))
    .map((cell) => {
      const [only, ...more] = cell.children;
      const isParagraph =
        more.length === 0 && only !== undefined && isElement(only) && only.tag === 'p';
      return isParagraph ? { ...cell, children: only.children } : cell;
    });
}

function isSpanned(spans: RichElement['spans']): boolean {
  return (spans?.colSpan ?? 1) > 1 || (spans?.rowSpan ?? 1) > 1;
}

function isBlank(node: RichNode): boolean {
  if (typeof node === 'string') return node.trim() === '';
  return isElement(node) && node.children.every(isBlank);
}
