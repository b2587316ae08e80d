import { CAMPUSES, type Campus } from '../../shared/campuses.ts';
import type { Day } from '../../shared/dates.ts';
import { cutText } from '../../shared/provider-text.ts';
import type { SearchKind } from '../../shared/site-search.ts';

/** Something that can be found: a record, a page, a document or a leader's message. */
export type SearchDocument = {
  /** Unique among all. */
  id: string;
  kind: SearchKind;
  title: string;
  /** In one line. */
  text: string;
  /** Words that find it but are not shown. */
  keywords: string;
  day: Day | null;
  /** Where it is, at each campus that has it. */
  hrefs: Partial<Record<Campus, string>>;
};

/** What a document is called, besides its title. */
const KIND_WORDS: Readonly<Record<SearchKind, string>> = {
  events: 'event events',
  news: 'news',
  notices: 'notice notices notification',
  albums: 'album albums photo photos gallery pictures',
  pages: 'page',
  documents: 'document documents pdf file download',
  leaders: 'message leader',
};

/** Brings the words that find a document of a kind together. */
export function keywordsOf(kind: SearchKind, ...more: readonly string[]): string {
  return [KIND_WORDS[kind], ...more].join(' ');
}

/** A text in one line, as far as it is searched. @param limit in characters. */
export function searchedText(text: string, limit: number): string {
  return cutText(text.replace(/\s+/g, ' ').trim(), limit);
}

/** What both campuses have with the same words becomes one document. */
export function atBothCampuses(
  documentsAt: (campus: Campus) => readonly SearchDocument[],
): SearchDocument[] {
  const [own, other] = CAMPUSES;
  const found = new Map(documentsAt(own).map((document) => [document.id, document]));
  for (const document of documentsAt(other)) {
    const twin = found.get(document.id);
    if (twin === undefined) found.set(document.id, document);
    else if (twin.title === document.title && twin.text === document.text)
      found.set(document.id, { ...twin, hrefs: { ...twin.hrefs, ...document.hrefs } });
    else found.set(`${document.id} ${other}`, { ...document, id: `${document.id} ${other}` });
  }
  return [...found.values()];
}
