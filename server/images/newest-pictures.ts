import type { Sliced } from '../slices.ts';
import type { ImageLimits } from './image-limits.ts';
import type { Day } from '../../shared/dates.ts';
import { newestFirst } from '../../shared/records/order.ts';
import { parseDay } from '../../shared/parse-day.ts';
import {
  fieldsOf,
  isHidden,
  type ListName,
  type RawOf,
} from '../../shared/records/provider-lists.ts';

/** The first picture of a record is on its card, the others are on its page. */
type ListedPicture = { file: string; use: 'cover' | 'photo' };

/** Pictures of the newest records that a campus shows: their covers, then their photos. */
export function* newestPictures<Name extends ListName>(
  name: Name,
  rows: readonly RawOf<Name>[],
  limits: Pick<ImageLimits['ahead'], 'records' | 'pictures'>,
): Sliced<ListedPicture[]> {
  const fields = fieldsOf(name, 'pictures');
  if (fields.length === 0) return [];
  const [date = ''] = fieldsOf(name, 'date');
  const records: { files: string[]; day: Day | null }[] = [];
  for (const raw of rows) {
    yield;
    const row: Readonly<Record<string, unknown>> = raw;
    const files = fields.flatMap((field) => row[field]).filter((file) => typeof file === 'string');
    if (files.length === 0 || isHidden(name, raw)) continue;
    const written = row[date];
    records.push({ files, day: typeof written === 'string' ? parseDay(written) : null });
  }
  const newest = newestFirst(records).slice(0, limits.records);
  const covers = newest.flatMap(({ files }) => files.slice(0, 1));
  const photos = newest.flatMap(({ files }) => files.slice(1, limits.pictures));
  return [
    ...covers.map((file) => ({ file, use: 'cover' as const })),
    ...photos.map((file) => ({ file, use: 'photo' as const })),
  ].slice(0, limits.pictures);
}
