import type { Campus } from '../campuses.ts';

/** What the provider sends in a field, and how it is read; a list of names accepts one of them. */
export type FieldType =
  | 'line'
  | 'text'
  | 'html'
  | 'date'
  | 'time'
  | 'link'
  | 'pictures'
  | 'documents'
  | readonly string[];

/** The fields of a row, besides `_id` and `school`, which all rows have. */
export type RowFields = Readonly<Record<string, FieldType>>;

/** A row of the provider, checked by its schema (row-schema.ts). */
export type Row<Fields extends RowFields> = Owned & { _id: string } & {
  [Name in keyof Fields]: Fields[Name] extends 'pictures' | 'documents' ? string[] : string;
};

export type Owned = { school: string };

/** Which rows a campus shows, and the record of each. */
export type CampusRule<Raw, Rec> = {
  /** Rule of the category, besides that of `school`. */
  shows?: (raw: Raw) => boolean;
  /** Rows without a school are shown on all campuses. */
  sharedWithoutSchool?: true;
  toRecord: (raw: Raw) => Rec;
  /** The id is part of an address and never changed. */
  isAddressedById?: true;
};

export type ProviderPath = {
  /** The provider's exact letter case matters. */
  path: (schoolCode: string, id: string) => string;
  /** Whether the call carries the token. */
  withToken?: true;
  /** The response is about the day of the request, so it is never shown after midnight in India. */
  expiresAtMidnight?: true;
  /** The list is requested by an id; without one it is empty. */
  needsId?: true;
};

/** One of the provider's entities, and the lists that have it. Plain data: list islands import the rule alone. */
export type Entity<Raw, Rec> = {
  fields: RowFields;
  /** Field that a row must have; without it a row must have any field besides a date and a category. */
  required?: string;
  rule: CampusRule<Raw, Rec>;
  lists: Readonly<Record<string, ProviderPath>>;
};

/** The records of one campus, in the provider's order; the same on both sides. */
export function campusRecords<Raw extends Owned, Rec extends object>(
  rule: CampusRule<Raw, Rec>,
  rows: readonly Raw[],
  campus: Campus,
): Rec[] {
  const records = rows.filter((raw) => isShown(rule, raw, campus)).map((raw) => rule.toRecord(raw));
  return withUniqueIds(records, rule);
}

export function isShown<Raw extends Owned, Rec>(
  rule: CampusRule<Raw, Rec>,
  raw: Raw,
  campus: Campus,
): boolean {
  const isOwn = raw.school === campus || (rule.sharedWithoutSchool === true && raw.school === '');
  return isOwn && (rule.shows?.(raw) ?? true);
}

/** Providers send rows without ids and with repeated ids; a page needs unique ones, unless they are addresses. */
export function withUniqueIds<Rec extends object>(
  records: Rec[],
  { isAddressedById }: Pick<CampusRule<never, Rec>, 'isAddressedById'>,
): Rec[] {
  if (isAddressedById) return records;
  const ids = new Set<unknown>();
  return records.map((record, index) => {
    if (!('id' in record)) return record;
    const isTaken = ids.has(record.id);
    ids.add(record.id);
    return isTaken ? { ...record, id: `${String(record.id)} (${index})` } : record;
  });
}
