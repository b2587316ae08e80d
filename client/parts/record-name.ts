import { excerpt } from './excerpt.ts';
import { ENGLISH, type Translation } from '../texts.ts';
import { formatLong, type Day } from '../../shared/dates.ts';

/** Longest name that is made of a description, in characters. */
const MAX_NAME = 80;

type Named = { title: string; description?: string; day?: Day | null };

/** The `alt` of a record's picture: empty where a title stands beside it. */
export function pictureName(
  record: Named,
  kind: string,
  translation: Translation = ENGLISH,
): string {
  return record.title === '' ? recordName(record, kind, translation) : '';
}

/** A record's name, for headings and screen readers: its title, description, or kind and day. */
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
