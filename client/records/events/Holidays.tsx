import { clockTime } from '../../parts/clock-time.ts';
import { OpenOrClosed } from '../../parts/SchoolDays.tsx';
import { usePage } from '../../page-context.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { useTranslation } from '../../translation.tsx';
import { includesDay } from '../../../shared/content-fields.ts';
import { formatDayOfWeek, type Day } from '../../../shared/dates.ts';
import type { SchoolCalendar } from '../../../shared/school-days.ts';

/** Names of the holidays and examinations of a day. */
export function namesOn(calendar: SchoolCalendar | undefined, day: Day): string[] {
  if (calendar === undefined) return [];
  return [...calendar.holidays, ...calendar.exams]
    .filter((each) => includesDay(each, day))
    .map(({ name }) => name);
}

/** It lists those of the whole session. */
export function Holidays() {
  const { content, campus } = usePage();
  const translation = useTranslation();
  const { t, date } = translation;
  const calendar = content.office.schoolDays?.[campus];
  if (calendar === undefined) return null;
  const hours = calendar.hours.map(({ name, from, to, opens, closes }) => ({
    name: `${name}, ${clockTime(opens, translation)} – ${clockTime(closes, translation)}`,
    from,
    to,
  }));
  const lists = { Holidays: calendar.holidays, Examinations: calendar.exams, Hours: hours };
  return (
    <section id="holidays" className="holidays stack" aria-labelledby="holidays-title">
      <h2 id="holidays-title">{t('Session {session}', { session: calendar.session.name })}</h2>
      <OpenOrClosed />
      <div className="prose">
        {Object.entries(lists).map(([name, entries]) => (
          <table key={name}>
            <caption>{t(name)}</caption>
            <tbody>
              {entries.map(({ name: entry, from, to = from }) => (
                <tr key={`${entry} ${from}`}>
                  <th scope="row">
                    <MixedText text={entry} />
                  </th>
                  <td>
                    {date(formatDayOfWeek(from))}
                    {to !== from && ` – ${date(formatDayOfWeek(to))}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  );
}
