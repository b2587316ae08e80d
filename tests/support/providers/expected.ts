/** The values of the school field, as the specification writes them. */
export type School = 'FARRUKHABAD' | 'NEKPUR';

export const SCHOOLS: readonly School[] = ['FARRUKHABAD', 'NEKPUR'];

export type ListName =
  | 'birthdays'
  | 'news'
  | 'events'
  | 'gallery'
  | 'notification'
  | 'onlineRegistration'
  | 'principalMessage'
  | 'highlight';

/** One record as a reader of its campus expects to meet it. */
export type ExpectedRecord = {
  /** What is out of the ordinary in this record, for a test's message. */
  readonly about: string;
  /** A word of the printed text that no other record has; null where only a picture tells. */
  readonly mark: string | null;
  /** Texts as they are printed, white space runs as one blank, without invisible marks. */
  readonly texts: readonly string[];
  /** Day in India as YYYY-MM-DD; null where it is unreadable. */
  readonly date: string | null;
  /** SHA-256 of each picture that is shown or linked, in order. */
  readonly pictures: readonly string[];
  /** SHA-256 of each document that is linked. */
  readonly documents: readonly string[];
  /** Where the record's own link leads; null where it must have none. */
  readonly link: string | null;
  /** For an album: what follows `id=`; null where it has no page of its own. */
  readonly albumId: string | null;
};

/** What one campus's reader expects of one list. */
export type ExpectedList = {
  readonly records: readonly ExpectedRecord[];
  /** Marks of rows that must stand on no page of this campus. */
  readonly nowhere: readonly string[];
};

/** A record with these fields only. */
export function expectedRecord(about: string, fields: Partial<ExpectedRecord>): ExpectedRecord {
  return {
    about,
    mark: null,
    texts: [],
    date: null,
    pictures: [],
    documents: [],
    link: null,
    albumId: null,
    ...fields,
  };
}

/** Every list by the word of its call. */
export const LIST_NAMES: readonly ListName[] = [
  'birthdays',
  'news',
  'events',
  'gallery',
  'notification',
  'onlineRegistration',
  'principalMessage',
  'highlight',
];

/** One value for each list. */
export function mapLists<Value>(of: (list: ListName) => Value): Record<ListName, Value> {
  return {
    birthdays: of('birthdays'),
    news: of('news'),
    events: of('events'),
    gallery: of('gallery'),
    notification: of('notification'),
    onlineRegistration: of('onlineRegistration'),
    principalMessage: of('principalMessage'),
    highlight: of('highlight'),
  };
}
