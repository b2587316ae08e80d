import { valueOf, type PdfParts } from './pdf-objects.ts';
import { entry, innerOf, textOf, type PdfValue } from './pdf-values.ts';

type PdfPages = {
  /** The first page, from 1, that leads to an object, by its number. */
  pageOf: Map<number, number>;
  /** Numbers of the streams that draw pages. */
  contents: Set<number>;
  /** Pages that are missing themselves, or what draws them, a font or a picture. */
  incomplete: number[];
};

/** Keys of a page that lead to others. */
const ELSEWHERE: ReadonlySet<string> = new Set(['Parent', 'P', 'Dest', 'A', 'AA', 'B']);
const TREE_TYPES: ReadonlySet<string | null> = new Set(['Page', 'Pages', 'Catalog']);

/** The pages in their order (ISO 32000-1, 7.7.3). */
export function readPages({ objects, trailers }: PdfParts): PdfPages {
  const byNumber = new Map(objects.map((object) => [object.number, object]));
  const found: PdfPages = { pageOf: new Map(), contents: new Set(), incomplete: [] };
  const visited = new Set<PdfValue | number>();
  let page = 0;
  const root = entry(
    trailers.findLast((trailer) => entry(trailer, 'Root') !== null),
    'Root',
  );
  visit(entry(resolve(root), 'Pages'), null);
  return found;

  function resolve(value: PdfValue | null): PdfValue | null {
    if (value?.kind !== 'reference') return value;
    const object = byNumber.get(value.number);
    return object === undefined ? null : valueOf(object);
  }

  function visit(node: PdfValue | null, inherited: PdfValue | null): void {
    if (node === null || visited.has(idOf(node))) return;
    visited.add(idOf(node));
    const value = resolve(node);
    const resources = entry(value, 'Resources') ?? inherited;
    const kids = resolve(entry(value, 'Kids'));
    if (kids?.kind === 'array') {
      for (const kid of kids.items) visit(kid, resources);
      return;
    }
    page += 1;
    const contents = entry(value, 'Contents');
    const draws = [contents, ...innerOf(resolve(contents))].filter(isReference);
    for (const { number } of draws) found.contents.add(number);
    const drawn = ['XObject', 'Font'].flatMap((kind) =>
      innerOf(resolve(entry(resolve(resources), kind))),
    );
    const needed = [node, ...draws, ...drawn].filter(isReference);
    if (needed.some(({ number }) => !byNumber.has(number))) found.incomplete.push(page);
    follow([value, resources]);
  }

  /** Without recursion: objects lead to objects in long chains. */
  function follow(values: (PdfValue | null)[]): void {
    for (let value = values.pop(); value !== undefined; value = values.pop()) {
      if (value?.kind === 'dictionary')
        values.push(...value.entries.flatMap(([key, each]) => (ELSEWHERE.has(key) ? [] : [each])));
      if (value?.kind === 'array') values.push(...value.items);
      if (value?.kind !== 'reference' || found.pageOf.has(value.number)) continue;
      const target = resolve(value);
      if (TREE_TYPES.has(textOf(entry(target, 'Type')))) continue;
      found.pageOf.set(value.number, page);
      values.push(target);
    }
  }
}

function isReference(value: PdfValue | null): value is PdfValue & { kind: 'reference' } {
  return value?.kind === 'reference';
}

function idOf(node: PdfValue): PdfValue | number {
  return node.kind === 'reference' ? node.number : node;
}
