import { clockTime } from '../../../shared/clock-time.ts';
import { DayPart } from '../../parts/DayPart.tsx';
import { OpenOrClosed } from '../../parts/SchoolDays.tsx';
import { usePage } from '../../page-context.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { useTranslation } from '../../translation.tsx';
import { formatClasses, nameWithClasses } from '../../../shared/classes.ts';
import { includesDay, type Days } from '../../../shared/content-fields.ts';
import { formatDayOfWeek, type Day } from '../../../shared/dates.ts';
import type { SchoolCalendar } from '../../../shared/school-days.ts';
import type { Translation } from '../../../shared/translation.ts';
import { formatWeeklyHolidays, isWeeklyHoliday } from '../../../shared/weekly-holidays.ts';

/** Names of the holidays and examinations of a day. */
export function namesOn(
  calendar: SchoolCalendar | undefined,
  day: Day,
  translation: Translation,
): string[] {
  if (calendar === undefined) return [];
  return [...calendar.holidays, ...calendar.exams]
    .filter((each) => includesDay(each, day))
    .map((each) => nameWithClasses(each, translation));
}

/** Of a day that is one in some weeks only, or for some classes: of others the weekday tells. */
export function weeklyHolidaysOn(
  calendar: SchoolCalendar | undefined,
  day: Day,
  translation: Translation,
): string[] {
  if (calendar === undefined || !includesDay(calendar.session, day)) return [];
  const on = calendar.weeklyHolidays.filter(({ weekdays }) => isWeeklyHoliday(weekdays, day));
  const isEachWeek = on.some(({ weekdays, forClasses }) =>
    weekdays.some(
      (each) =>
        forClasses === undefined &&
        each.only === undefined &&
        each.except === undefined &&
        isWeeklyHoliday([each], day),
    ),
  );
  if (isEachWeek) return [];
  const name = translation.t('Weekly holiday');
  const names = on.map(({ forClasses }) => nameWithClasses({ name, forClasses }, translation));
  return names.includes(name) ? [name] : names;
}

/** The holidays of the whole session. */
export function Holidays() {
  const { content, campus } = usePage();
  const translation = useTranslation();
  const { t, date } = translation;
  const calendar = content.office.schoolDays?.[campus];
  if (calendar === undefined) return null;
  const daysText = ({ from, to = from }: Days) =>
    date(formatDayOfWeek(from)) + (to === from ? '' : ` – ${date(formatDayOfWeek(to))}`);
  const rowOf = (each: SchoolCalendar['holidays'][number]) => ({
    name: nameWithClasses(each, translation),
    days: daysText(each),
  });
  const weekly = calendar.weeklyHolidays.map(({ weekdays, forClasses }) => ({
    name: nameWithClasses({ name: t('Weekly holiday'), forClasses }, translation),
    days: formatWeeklyHolidays(weekdays, translation),
  }));
  const hours = calendar.hours.map((each) => {
    const { name, forClasses, opens, closes } = each;
    const times = `${clockTime(opens, translation)} – ${clockTime(closes, translation)}`;
    const classes = forClasses === undefined ? [] : [formatClasses(forClasses, translation)];
    return { name: [name, ...classes, times].join(', '), days: daysText(each) };
  });
  const lists = {
    Holidays: [...weekly, ...calendar.holidays.map(rowOf)],
    Examinations: calendar.exams.map(rowOf),
    Hours: hours,
  };
  return (
    <section id="holidays" className="holidays stack" aria-labelledby="holidays-title">
      <h2 id="holidays-title">{t('Session {session}', { session: calendar.session.name })}</h2>
      <DayPart name="school-days" isClaim>
        <OpenOrClosed />
      </DayPart>
      <div className="prose">
        {Object.entries(lists)
          .filter(([, entries]) => entries.length > 0)
          .map(([name, entries]) => (
            <table key={name} id={`${name.toLowerCase()}-table`}>
              <caption>{t(name)}</caption>
              <tbody>
                {entries.map(({ name: entry, days }) => (
                  <tr key={`${entry} ${days}`}>
                    <th scope="row">
                      <MixedText text={entry} />
                    </th>
                    <td>{days}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
      </div>
    </section>
  );
}
