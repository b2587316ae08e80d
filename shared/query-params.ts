import { parseCampus } from './campuses.ts';
import { MAX_RESULTS, RESULTS_STEP, SEARCH_KINDS } from './site-search.ts';

/** Subjects of the quick-link tiles; those without a target begin a message with theirs. */
export const TOPICS = [
  'disclosure',
  'payment',
  'portal-help',
  'enquiry',
  'alumni',
  'book-list',
  'bus-route',
] as const;

/** Longest search text, in characters; the rest is cut. */
export const MAX_QUERY = 80;
/** Longest id of an album, in characters: those of longer ones have no page, and no list of their own. */
export const MAX_ALBUM_ID = 200;
/** Cards that a list page shows at first, and how many more each "Show more" adds. */
export const SHOW_STEP = 30;

/** The query parameters that a page may know, in the order of addresses; all others are ignored and never part of a cache key. */
const READERS = {
  id: (text) => (text.length <= MAX_ALBUM_ID && cleaned(text) === text ? text || null : null),
  year: (text) => (/^(All|[12]\d{3})$/.test(text) ? text : null),
  month: (text) => (/^(All|[1-9]|1[0-2])$/.test(text) ? text : null),
  q: (text) => cleaned(text).trim().slice(0, MAX_QUERY).trim() || null,
  kind: (text) => SEARCH_KINDS.find((kind) => kind === text) ?? null,
  campus: (text) => parseCampus(text) ?? null,
  page: (text) => (isPageNumber(text) ? text : null),
  show: (text) => (isShowCount(text) ? text : null),
  sent: (text) => (/^[A-Z0-9-]{1,24}$/.test(text) ? text : null),
  /** The number of a vacancy. */
  post: (text) => (/^[1-9]\d?$/.test(text) ? text : null),
  topic: (text) => TOPICS.find((icon) => icon === text) ?? null,
} as const satisfies Record<string, (text: string) => string | null>;

export type SearchKey = keyof typeof READERS;

export type Search = Readonly<Partial<Record<SearchKey, string>>>;

export const SEARCH_KEYS = Object.keys(READERS) as readonly SearchKey[];

/** The first page has no number. */
function isPageNumber(text: string): boolean {
  return /^[1-9]\d?$/.test(text) && text !== '1' && Number(text) <= MAX_RESULTS / RESULTS_STEP;
}

/** Accepts only what "Show more" leads to, so that a cache holds few forms of one list. */
function isShowCount(text: string): boolean {
  const count = Number(text);
  return /^[1-9]\d{1,5}$/.test(text) && count > SHOW_STEP && count % SHOW_STEP === 0;
}

/** Removes control characters and lone surrogates, which have no place in a title or an address. */
function cleaned(text: string): string {
  return text.replace(/[\p{Cc}\p{Surrogate}]/gu, '');
}

/** The value of a parameter as pages read it; null for one of another form. */
export function readParameter(key: SearchKey, text: string): string | null {
  return READERS[key](text);
}

/** Reads the parameters in `keys`; the first of repeated ones counts, and a value of another form is ignored. */
export function readSearch(params: URLSearchParams, keys: readonly SearchKey[]): Search {
  const search: Partial<Record<SearchKey, string>> = {};
  for (const key of keys) {
    const text = params.get(key);
    const value = text === null ? null : readParameter(key, text);
    if (value !== null) search[key] = value;
  }
  return search;
}

/** The query of an address, in a fixed order: `''` or `?year=2026&q=sports`. */
export function searchString(search: Search): string {
  const params = new URLSearchParams();
  for (const key of SEARCH_KEYS) {
    const value = search[key];
    if (value !== undefined) params.set(key, value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
