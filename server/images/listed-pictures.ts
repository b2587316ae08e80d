import { plainFile } from '../provider/read-rows.ts';
import type { Sliced } from '../slices.ts';
import type { Day } from '../../shared/dates.ts';
import { newestFirst } from '../../shared/records/order.ts';
import { isExternal } from '../../shared/links.ts';
import { parseDay } from '../../shared/parse-day.ts';
import {
  fieldsOf,
  isHidden,
  LIST_NAMES,
  PROVIDER_LISTS,
  type ListName,
  type RawOf,
} from '../../shared/records/provider-lists.ts';

export type ListedPicture = {
  file: string;
  /** The first picture of a record is on its card, the others are on its page. */
  use: 'cover' | 'photo';
  day: Day | null;
};

/** The lists without an id that name pictures. */
export const PICTURE_LISTS = LIST_NAMES.filter(
  (name) => PROVIDER_LISTS[name].needsId !== true && fieldsOf(name, 'pictures').length > 0,
);

/** Of one list: more would be sorted for longer than a turn may take. */
const MAX_PICTURES = 20_000;

/** Pictures of the records that a campus shows. */
export function* picturesOf<Name extends ListName>(
  name: Name,
  rows: readonly RawOf<Name>[],
): Sliced<ListedPicture[]> {
  const fields = fieldsOf(name, 'pictures');
  const [date = ''] = fieldsOf(name, 'date');
  const pictures: ListedPicture[] = [];
  for (const raw of fields.length === 0 ? [] : rows) {
    yield;
    const row: Readonly<Record<string, unknown>> = raw;
    const files = fields
      .flatMap((field) => row[field])
      .filter((file) => typeof file === 'string')
      .filter((file) => !isExternal(file));
    if (files.length === 0 || isHidden(name, raw)) continue;
    const written = row[date];
    const day = typeof written === 'string' ? parseDay(written) : null;
    for (const [index, file] of files.slice(0, MAX_PICTURES - pictures.length).entries())
      pictures.push({ file: plainFile(file), use: index === 0 ? 'cover' : 'photo', day });
  }
  return pictures;
}

/** Pictures without a day (leaders, birthdays), then covers, then photos, each from the newest. */
export function firstSeenFirst(pictures: readonly ListedPicture[]): ListedPicture[] {
  const [undated, covers, photos] = [
    pictures.filter(({ day }) => day === null),
    pictures.filter(({ day, use }) => day !== null && use === 'cover'),
    pictures.filter(({ day, use }) => day !== null && use === 'photo'),
  ];
  return [...undated, ...newestFirst(covers), ...newestFirst(photos)];
}
