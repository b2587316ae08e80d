import { CAMPUSES, type Campus } from '../../../shared/campuses.ts';
import type { Day } from '../../../shared/dates.ts';
import type { FileId } from '../../../shared/links.ts';
import { cutText } from '../../../shared/provider-text.ts';
import { RECORD_KINDS, type RecordKey } from '../../../shared/records/registry.ts';
import type { SearchKind } from '../../../shared/site-search.ts';

export type LocalText = {
  title: string;
  text: string;
  /** Type, size and language of a document of the school; else empty. */
  facts: string;
};

export type SearchDocument = LocalText & {
  id: string;
  kind: SearchKind;
  /** Null for what is in the words of a record. */
  hindi: LocalText | null;
  attachments: readonly FileId[];
  /** Words that find it but are not shown. */
  keywords: string;
  day: Day | null;
  /** Where it is, at each campus that has it. */
  hrefs: Partial<Record<Campus, string>>;
};

const RECORD_WORDS = Object.fromEntries(
  Object.values(RECORD_KINDS).map(({ key, searchWords }) => [key, searchWords]),
) as Record<RecordKey, string>;

/** Words that find every document of a kind. */
const KIND_WORDS: Readonly<Record<SearchKind, string>> = {
  ...RECORD_WORDS,
  pages: 'page',
  documents: 'document documents pdf file download',
  leaders: 'message leader',
};

export function keywordsOf(kind: SearchKind, ...more: readonly string[]): string {
  return [KIND_WORDS[kind], ...more].join(' ');
}

/** A text in one line, as far as it is searched. @param limit in characters. */
export function searchedText(text: string, limit: number): string {
  return cutText(text.replace(/\s+/g, ' ').trim(), limit);
}

/**
 * Makes the documents of what each campus has, one after the other; what both have with the same words is
 * one document.
 */
export function* atBothCampuses<Item extends { id: string }>(
  itemsAt: (campus: Campus) => readonly Item[],
  documentOf: (item: Item, campus: Campus) => SearchDocument,
): Generator<SearchDocument> {
  const [own, other] = CAMPUSES;
  const itemsOf = (campus: Campus) => new Map(itemsAt(campus).map((item) => [item.id, item]));
  const others = itemsOf(other);
  for (const [id, item] of itemsOf(own)) {
    const document = documentOf(item, own);
    const otherItem = others.get(id);
    const twin = otherItem === undefined ? undefined : documentOf(otherItem, other);
    others.delete(id);
    if (twin?.title === document.title && twin.text === document.text) {
      yield { ...document, hrefs: { ...document.hrefs, ...twin.hrefs } };
    } else {
      yield document;
      if (twin !== undefined) yield { ...twin, id: `${twin.id} ${other}` };
    }
  }
  for (const item of others.values()) yield documentOf(item, other);
}
