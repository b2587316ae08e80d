import type { ComponentType } from 'react';
import type { Campus } from '../shared/campuses.ts';
import type { Day } from '../shared/dates.ts';
import type { FormName } from '../shared/forms.ts';
import type { FileId } from '../shared/links.ts';
import type { ListName, ReadList } from '../shared/records/provider-lists.ts';
import type { PagedRecord, RecordKind } from '../shared/records/record-kind.ts';
import type { RecordSegment } from '../shared/records/registry.ts';
import type { SearchKey } from '../shared/query-params.ts';

/** The record of a page, for its `<head>`. */
export type Description = {
  /** Its name; the page's and the school's follow it in `<title>`. */
  name: string;
  /** Canonical path, with the record's slug; null: the page's own address is the canonical one. */
  path: string | null;
  text: string;
  /** Pictures of the record; previews of its link show the first. */
  pictures: readonly FileId[];
  /** The page that lists it, below the campus's. */
  parent: { segment: RecordSegment; title: string };
  /** What it is, for server/publish/structured-data.ts. */
  thing: {
    type: RecordKind<PagedRecord>['schemaType'];
    day: Day | null;
    time: string;
    venue: string;
  };
};

/** A record that the page needs: without it the page is 404. */
export type Subject = {
  /** Lists that may have the record. */
  lists: readonly ListName[];
  /** Where the address names it: `/Events/{id}/{slug}` or `?id=`. */
  namedIn: 'path' | 'query';
  /** Undefined when none of the lists has the record. */
  describe: (read: ReadList, at: { id: string; campus: Campus }) => Description | undefined;
};

export type PageModule = {
  /** Page name; `<title>` is this plus the school's name, unless `titleAlone`. */
  title: string;
  /** The two enquiry pages have exactly their name as title. */
  titleAlone: boolean;
  Component: ComponentType;
  /** Lists that its components read; `definePage` adds that of the frame. */
  lists: readonly ListName[];
  /** The record that it is about: without one the status is 404. */
  subject: Subject | null;
  /** Query parameters that change what it shows; all others are ignored. */
  searchKeys: readonly SearchKey[];
  /** It shows what a search of the whole site has found. */
  showsResults: boolean;
  /** The form that may be posted to its path. */
  form: FormName | null;
  /** Rendered before the server listens, as visitors open it first; the others follow. */
  isEntrance: boolean;
  /** Whether search engines may list it. */
  isIndexed: boolean;
};

export function definePage(
  page: Pick<PageModule, 'title' | 'Component'> & Partial<PageModule>,
): PageModule {
  return {
    titleAlone: false,
    subject: null,
    searchKeys: [],
    showsResults: false,
    form: null,
    isEntrance: false,
    isIndexed: true,
    ...page,
    lists: ['highlight', ...(page.lists ?? [])],
  };
}
