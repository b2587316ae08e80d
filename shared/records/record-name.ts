import { excerpt } from '../excerpt.ts';
import { ENGLISH, type Translation } from '../translation.ts';
import { formatLong, type Day } from '../dates.ts';

/** Characters, for a name made of a description. */
const MAX_NAME = 80;

type Named = { title: string; description?: string; day?: Day | null };

/** `alt` text: empty beside a title. */
export function pictureName(record: Named, kind: string, translation: Translation): string {
  return record.title === '' ? recordName(record, kind, translation) : '';
}

/** The title, else the description, else kind and day. */
export function recordName(
  { title, description = '', day = null }: Named,
  kind: string,
  { t, date }: Translation = ENGLISH,
): string {
  if (title !== '') return title;
  if (description !== '') return excerpt(description, MAX_NAME);
  return day === null
    ? t(kind)
    : t('{kind} of {date}', { kind: t(kind), date: date(formatLong(day)) });
}
