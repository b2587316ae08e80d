import { createContext, useContext } from 'react';
import type { HindiTexts } from '../shared/fill-text.ts';
import type { MenuEntry } from '../shared/menu-entries.ts';
import type { Campus } from '../shared/campuses.ts';
import type { CampusContent, LocalContent } from '../shared/content.ts';
import type { Prose, ProseName } from '../shared/prose.ts';
import type { Day } from '../shared/dates.ts';
import type { FormState } from '../shared/forms.ts';
import type { Language } from '../shared/languages.ts';
import type { Search } from '../shared/query-params.ts';
import type { UrgentNotice } from '../shared/urgent-notices.ts';
import type { SearchResults } from '../shared/site-search.ts';

type PublishedPicture = {
  src: string;
  width: number;
  height: number;
  /** From narrow to wide; empty for drawings. */
  avif: readonly { src: string; width: number }[];
};

/** Texts of an error page; without a status the response says it. */
export type PageError = { status: 404 | 500 | null; title: string; text: string };

/** Exists on the server only: islands get props. */
export type Page = {
  campus: Campus;
  language: Language;
  /** The same page in the other language; null where there is none. */
  otherLanguagePath: string | null;
  /** The same page on the other campuses, with its filters, for a record the list that it is in; the home page of this one. */
  campusPaths: Readonly<Record<Campus, string>>;
  /** Canonical path, without query. */
  path: string;
  /** Name of the page as in its title, "Upcoming Events". */
  title: string;
  search: Search;
  /** What of it the other language's address has too: not the record of a path, nor the outcome of a form. */
  keptQuery: string;
  /** Pages with names similar to an address that has no page. */
  suggestions: readonly { path: string; title: string }[];
  /** Null for a page, and for an address without one. */
  error: PageError | null;
  form: FormState | null;
  /** What the search page has found; null without a query and on other pages. */
  results: SearchResults | null;
  today: Day;
  /** Those of the platform are left out of a page that is streamed before their list arrives. */
  urgentNotices: readonly UrgentNotice[];
  /** The content in the language of the page. */
  content: LocalContent;
  /** All pages of a campus have the same. */
  menu: readonly MenuEntry[];
  schoolCode: string;
  siteUrl: string;
  /** The records are the embedded sample's. */
  isSample: boolean;
  /** The site has a service worker (SERVICE_WORKER). */
  hasWorker: boolean;
  /** Address of a picture of content/pictures. */
  picture: (name: string) => PublishedPicture;
  /** A document of content/files has no text. */
  isScan: (file: string) => boolean;
  /** Size, colour and focus of a provider picture, once it was seen. */
  imageMetadata: (id: string) => PictureMetadata | undefined;
  /** Whether a file in a field for pictures is something else, such as a PDF. */
  isDocument: (id: string) => boolean;
  /** What an island, or all enhancements together (`enhance`), may show on a Hindi page. */
  hindiTexts: (module: string) => HindiTexts | undefined;
  /** Addresses of a built browser module and of all that it imports, for modulepreload. */
  moduleUrls: (name: string) => readonly string[];
};

export type PictureMetadata = {
  width: number;
  height: number;
  colour: string | null;
  /** Per cent from left and top. */
  focus: { x: number; y: number };
};

const PageContext = createContext<Page | null>(null);

export const PageProvider = PageContext.Provider;

/** @throws Error outside a page, for example in an island. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === null) throw new Error('usePage needs a PageProvider: islands take props instead');
  return page;
}

export function useCampus(): CampusContent {
  const page = usePage();
  return page.content.site.campuses[page.campus];
}

export function useProse(name: ProseName): Prose {
  const page = usePage();
  return page.content.prose[page.campus][name];
}
