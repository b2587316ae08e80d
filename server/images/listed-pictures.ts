import { plainFile } from '../provider/named-files.ts';
import type { Day } from '../../shared/dates.ts';
import { newestFirst } from '../../shared/filters.ts';
import { isExternal } from '../../shared/links.ts';
import { parseDay } from '../../shared/parse-day.ts';
import {
  hiddenRows,
  LIST_NAMES,
  PROVIDER_LISTS,
  type ListName,
  type RawOf,
} from '../../shared/provider-lists.ts';

/** A picture of the provider as a list names it. */
export type ListedPicture = {
  file: string;
  /** The first of its record is on the record's card, the others are on its own page. */
  use: 'cover' | 'photo';
  day: Day | null;
};

/** Fields of a list's rows that name pictures. */
function pictureFields(name: ListName): string[] {
  return Object.entries(PROVIDER_LISTS[name].files)
    .filter(([, use]) => use === 'picture')
    .map(([field]) => field);
}

/** The lists without an id that name pictures. */
export const PICTURE_LISTS = LIST_NAMES.filter(
  (name) => PROVIDER_LISTS[name].needsId !== true && pictureFields(name).length > 0,
);

/** The pictures of all records of a list that a campus shows. */
export function picturesOf<Name extends ListName>(
  name: Name,
  rows: readonly RawOf<Name>[],
): ListedPicture[] {
  const fields = pictureFields(name);
  if (fields.length === 0) return [];
  const hidden = new Set<object>(hiddenRows(name, rows));
  const { date = '' }: { date?: string } = PROVIDER_LISTS[name];
  return rows
    .filter((row) => !hidden.has(row))
    .flatMap((row: Readonly<Record<string, unknown>>) => {
      const files = fields
        .flatMap((field) => row[field])
        .filter((file) => typeof file === 'string');
      const written = row[date];
      const day = typeof written === 'string' ? parseDay(written) : null;
      return files
        .filter((file) => !isExternal(file))
        .map((file, index) => ({
          file: plainFile(file),
          use: index === 0 ? ('cover' as const) : ('photo' as const),
          day,
        }));
    });
}

/**
 * Which pictures visitors see first: those without a day, as leaders and birthdays are few and of now,
 * then the covers and then the photos, each from the newest.
 */
export function firstSeenFirst(pictures: readonly ListedPicture[]): ListedPicture[] {
  const [undated, covers, photos] = [
    pictures.filter(({ day }) => day === null),
    pictures.filter(({ day, use }) => day !== null && use === 'cover'),
    pictures.filter(({ day, use }) => day !== null && use === 'photo'),
  ];
  return [...undated, ...newestFirst(covers), ...newestFirst(photos)];
}
