import type { Entity } from './entity.ts';
import type { Day } from '../dates.ts';
import type { FileId } from '../links.ts';

/** The fields of all records with a page of their own; those with `?` depend on the kind. */
export type PagedRecord = {
  id: string;
  title: string;
  description: string;
  day?: Day | null;
  time?: string;
  venue?: string;
  /** The first picture and the first file, which cards show. */
  image?: FileId | null;
  attachment?: FileId | null;
  images?: readonly FileId[];
  attachments?: readonly FileId[];
  link?: string | null;
};

/** All that the site knows about one kind of record, besides its components. Its first list is the complete one. */
export type RecordKind<Rec extends PagedRecord> = Entity<never, Rec> & {
  /** Kind of the results of a search. */
  key: string;
  /** Name of one record, also of one without a title. */
  name: string;
  /** Name of several, of the link on the search page. */
  plural: string;
  /** Title of the list page. */
  title: string;
  /** Label of the link to the list page. */
  all: string;
  /** Words that find every record of the kind. */
  searchWords: string;
  /** Order of its feeds; null for a kind without feeds. */
  feedOrder: ((records: readonly Rec[], today: Day) => readonly Rec[]) | null;
  /** Type of schema.org. */
  schemaType: 'Event' | 'NewsArticle' | 'Article' | 'ImageGallery';
};
