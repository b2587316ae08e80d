import type { Campus } from './campuses.ts';
import type { Day } from './dates.ts';

/** What can be found, in the order in which it is offered; also the values of `kind` in an address. */
export const SEARCH_KINDS = [
  'events',
  'news',
  'notices',
  'albums',
  'pages',
  'documents',
  'leaders',
] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Results on each page of a search. */
export const RESULTS_PER_PAGE = 20;

/** A piece of a text, and whether it is what was looked for. */
export type TextPart = { text: string; isMatch: boolean };

export type SearchHit = {
  kind: SearchKind;
  title: readonly TextPart[];
  /** The part of its text where the words are, else its beginning. */
  excerpt: readonly TextPart[];
  /** At the visitor's own campus, where both have it. */
  href: string;
  /** Null for what has no date. */
  day: Day | null;
  /** What its files are; empty without one. */
  files: string;
  /** The campuses that have it. */
  campuses: readonly Campus[];
};

/** How many results each value of a filter would leave, with the other filters as they are. */
export type SearchChoices = {
  kind: ReadonlyMap<SearchKind, number>;
  campus: ReadonlyMap<Campus, number>;
  year: ReadonlyMap<number, number>;
};

/** What a search has found. */
export type SearchResults = {
  /** Those of the page that was asked for. */
  hits: readonly SearchHit[];
  /** Of all pages, with the filters. */
  total: number;
  choices: SearchChoices;
  /** None has all the words: these have most of them. */
  hasSomeWords: boolean;
  /** Every list could be searched. */
  isComplete: boolean;
};
