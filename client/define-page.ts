import type { ComponentType } from 'react';
import type { FormName } from '../shared/forms.ts';
import type { ListName } from '../shared/provider-lists.ts';
import type { SearchKey } from '../shared/search.ts';

/** All that the site needs to know of a page; its module in pages/ says it. */
export type PageModule = {
  /** Page name; `<title>` is this plus the school's name, unless `titleAlone`. */
  title: string;
  /** The two enquiry pages have exactly their name as title. */
  titleAlone: boolean;
  Component: ComponentType;
  /** Lists that its components read, besides those of the frame. */
  lists: readonly ListName[];
  /** A list without which there is no such page: empty means 404. */
  subject: 'subGallery' | null;
  /** Query parameters that change what it shows; all others are ignored. */
  searchKeys: readonly SearchKey[];
  /** The form that may be posted to its path. */
  form: FormName | null;
  /** Rendered before the server listens, as visitors open it first; the others follow. */
  isEntrance: boolean;
  /** Whether search engines may list it. */
  isIndexed: boolean;
};

/** A page, from what is particular about it. */
export function definePage(
  page: Pick<PageModule, 'title' | 'Component'> & Partial<PageModule>,
): PageModule {
  return {
    titleAlone: false,
    lists: [],
    subject: null,
    searchKeys: [],
    form: null,
    isEntrance: false,
    isIndexed: true,
    ...page,
  };
}
