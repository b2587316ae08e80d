/** The values of the school field, as the specification writes them. */
export const SCHOOLS = ['FARRUKHABAD', 'NEKPUR'] as const;

export type School = (typeof SCHOOLS)[number];

/** Every list by the word of its call. */
export const LIST_NAMES = [
  'birthdays',
  'news',
  'events',
  'gallery',
  'notification',
  'onlineRegistration',
  'principalMessage',
  'highlight',
] as const;

export type ListName = (typeof LIST_NAMES)[number];

/** One record as a reader of its campus expects to meet it. */
export type ExpectedRecord = {
  /** What is out of the ordinary in this record, for a test's message. */
  about: string;
  /** A word of the printed text that no other record has; null where only a picture tells. */
  mark: string | null;
  /** Texts as they are printed, white space runs as one blank, without invisible marks. */
  texts: readonly string[];
  /** Day in India as YYYY-MM-DD; null where it is unreadable. */
  date: string | null;
  /** SHA-256 of each picture that is shown or linked, in order. */
  pictures: readonly string[];
  /** SHA-256 of each document that is linked. */
  documents: readonly string[];
  /** Where the record's own link leads; null where it must have none. */
  link: string | null;
  /** For an album: what follows `id=`; null where it has no page of its own. */
  albumId: string | null;
};

/** What one campus's reader expects of one list. */
export type ExpectedList = {
  records: readonly ExpectedRecord[];
  /** Marks of rows that must stand on no page of this campus. */
  nowhere: readonly string[];
};
