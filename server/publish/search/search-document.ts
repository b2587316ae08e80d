import type { Campus } from '../../../shared/campuses.ts';
import type { Day } from '../../../shared/dates.ts';
import type { FileId } from '../../../shared/links.ts';
import type { ListName, ReadList } from '../../../shared/records/provider-lists.ts';
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
  /** The same at both campuses. */
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

export type SearchSource = {
  lists: readonly ListName[];
  documents: (readFor: (campus: Campus) => ReadList) => Iterable<SearchDocument>;
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
