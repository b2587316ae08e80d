import type { Campus } from './campuses.ts';
import { toAlbum, toNewsItem, toSchoolEvent } from './records.ts';

/** Which rows of a list a campus shows, and what they become. */
export type CampusRule<Raw, Rec> = {
  /** Rule of the category, besides that of `school`. */
  shows?: (raw: Raw) => boolean;
  /** Rows without a school are shown on both campuses. */
  sharedWithoutSchool?: true;
  to: (raw: Raw) => Rec;
  /** A record's id is part of an address, and left as it is. */
  isAddressedById?: true;
};

export type Owned = { school: string };

/** The rules of the list pages, apart from the provider's schemas, as the browser reads lists by them too. */
export const newsRule = {
  shows: (raw: { category: string }) => raw.category === 'News',
  to: toNewsItem,
} as const;

export const eventRule = { to: toSchoolEvent } as const;

export const albumRule = {
  shows: (raw: { category: string }) => raw.category === 'PhotoGallery',
  to: toAlbum,
  isAddressedById: true,
} as const;

/** The records of one campus, in the provider's order; the same on both sides. */
export function campusRecords<Raw extends Owned, Rec extends object>(
  rule: CampusRule<Raw, Rec>,
  rows: readonly Raw[],
  campus: Campus,
): Rec[] {
  const records = rows.filter((raw) => isShown(rule, raw, campus)).map((raw) => rule.to(raw));
  return rule.isAddressedById ? records : withOwnIds(records);
}

export function isShown<Raw extends Owned, Rec>(
  rule: CampusRule<Raw, Rec>,
  raw: Raw,
  campus: Campus,
): boolean {
  const isOwn = raw.school === campus || (rule.sharedWithoutSchool === true && raw.school === '');
  return isOwn && (rule.shows?.(raw) ?? true);
}

/** Providers give no id, or one id to two records; what tells records apart on a page must be unique. */
export function withOwnIds<Rec extends object>(records: Rec[]): Rec[] {
  const ids = new Set<unknown>();
  return records.map((record, index) => {
    if (!('id' in record)) return record;
    const isTaken = ids.has(record.id);
    ids.add(record.id);
    return isTaken ? { ...record, id: `${String(record.id)} (${index})` } : record;
  });
}
