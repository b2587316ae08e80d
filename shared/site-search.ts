import type { Campus } from './campuses.ts';
import type { Day } from './dates.ts';
import type { FileId } from './links.ts';
import { RECORD_KINDS, type RecordKey } from './records/registry.ts';

/** What a search finds: records, pages, documents and leaders' messages. */
export type SearchKind = RecordKey | 'pages' | 'documents' | 'leaders';

/** Values of `kind` in an address, in the order of the filter. */
export const SEARCH_KINDS: readonly SearchKind[] = [
  ...Object.values(RECORD_KINDS).map(({ key }) => key),
  'pages',
  'documents',
  'leaders',
];

/** Results that a search shows at first, and how many more each "Show more" adds. */
export const RESULTS_STEP = 20;
/** Most results on one page: a narrower search finds the others. */
export const MAX_RESULTS = 500;

export type TextPart = { text: string; isMatch: boolean };

export type SearchHit = {
  kind: SearchKind;
  title: readonly TextPart[];
  /** Heading of the part of a page that it leads to; else empty. */
  section: string;
  /** The part of its text where the words are, else its beginning. */
  excerpt: readonly TextPart[];
  /** A hit of several campuses leads to the visitor's own. */
  href: string;
  /** Null for what has no date. */
  day: Day | null;
  /** Type, size and language of a document of the school; else empty. */
  facts: string;
  attachments: readonly FileId[];
  campuses: readonly Campus[];
};

/** How many results each value of a filter would leave, with the other filters as they are. */
export type SearchChoices = {
  kind: ReadonlyMap<SearchKind, number>;
  campus: ReadonlyMap<Campus, number>;
  year: ReadonlyMap<number, number>;
};

export type SearchResults = {
  /** The best, up to the page of the address. */
  hits: readonly SearchHit[];
  /** Hits of all pages, after the filters. */
  total: number;
  choices: SearchChoices;
  /** None has all the words: these have most of them. */
  hasSomeWords: boolean;
  /** Every list could be searched. */
  isComplete: boolean;
};
