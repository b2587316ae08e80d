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
  /** Value of `kind` in a search. */
  key: string;
  /** Name of one record, also of one without a title. */
  name: string;
  /** Name of several, in the filters of the search. */
  plural: string;
  /** Title of the list page. */
  title: string;
  /** Label of the links to the previous and the next record. */
  others: string;
  /** Label of the link to the list page. */
  all: string;
  /** Words that find every record of the kind. */
  searchWords: string;
  /** Order of the list page, and of the neighbours of a record without a date. */
  listOrder: (records: readonly Rec[]) => readonly Rec[];
  /** Order of its feeds; null for a kind without feeds. */
  feedOrder: ((records: readonly Rec[], today: Day) => readonly Rec[]) | null;
  /** Type of schema.org. */
  schemaType: 'Event' | 'NewsArticle' | 'Article' | 'ImageGallery';
};
