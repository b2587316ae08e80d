import type { ReactNode } from 'react';
import { Section } from './Section.tsx';
import { CampusLink } from './CampusLink.tsx';
import { clockTime } from '../../shared/clock-time.ts';
import { MixedText } from './MixedText.tsx';
import { usePage, type Page } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { formatClasses, nameWithClasses } from '../../shared/classes.ts';
import type { Translation } from '../../shared/translation.ts';
import { daysAfter, formatWithWeekday, type Day } from '../../shared/dates.ts';
import { findSchoolDay, type ClassState, type SchoolDay } from '../../shared/school-days.ts';

/** Whether school is open today and tomorrow. Nothing without the tables of school days and outside its session. */
export function OpenOrClosed({ children }: { children?: ReactNode }) {
  const page = usePage();
  const translation = useTranslation();
  const { t } = translation;
  const days = schoolDays(page);
  if (days.length === 0) return null;
  const isInNotice = days.every(({ school }) =>
    school.groups.every(({ state }) => state.state === 'see-notice'),
  );
  return (
    <section className="school-days row" aria-label={t('Open or closed')} data-unsearched="">
      <ul className="school-days-lines">
        {isInNotice ? (
          <li>
            <strong>{t('Read the urgent notice at the top of this page.')}</strong>
          </li>
        ) : (
          days.map(({ name, day, school }) => (
            <li key={name}>
              <strong>{`${t(name)}, ${dayName(day, translation)}: `}</strong>
              <MixedText text={schoolDayText(school, translation)} />
            </li>
          ))
        )}
      </ul>
      {children}
    </section>
  );
}

/** Hours, holidays and examinations as a section of a page. */
export function SchoolDaysSection() {
  const { content } = usePage();
  const { t } = useTranslation();
  if (content.office.schoolDays === null) return null;
  return (
    <Section look="section-compact school-days-home">
      <OpenOrClosed>
        <CampusLink page="Events/Calendar">{t('Holidays and events')}</CampusLink>
      </OpenOrClosed>
    </Section>
  );
}

function schoolDays({ content, campus, today, urgentNotices }: Page) {
  const calendar = content.office.schoolDays?.[campus];
  if (calendar === undefined) return [];
  const changes = urgentNotices.flatMap((notice) => notice.changes);
  return [
    { name: 'Today', day: today },
    { name: 'Tomorrow', day: daysAfter(today, 1) },
  ].flatMap(({ name, day }) => {
    const school = findSchoolDay(calendar, day, changes);
    return school === null ? [] : [{ name, day, school }];
  });
}

/** `open, 8:30 AM to 2:30 PM; Unit test`, `Nursery to V: 8:30 AM to 12:30 PM; VI to XII: closed`. */
function schoolDayText({ groups, exams }: SchoolDay, translation: Translation): string {
  const areAll = groups.length === 1;
  const states = groups.map(({ classes, state }) => {
    const text = stateText(state, areAll, translation);
    return areAll ? text : `${formatClasses(classes, translation)}: ${text}`;
  });
  return [...states, ...exams.map((exam) => nameWithClasses(exam, translation))].join('; ');
}

/** @param areAll whether it is that of all classes, whose names are left out */
function stateText(state: ClassState, areAll: boolean, translation: Translation): string {
  const { t } = translation;
  if (state.state === 'see-notice') return t('see the urgent notice');
  if (state.state === 'open') {
    const hours = hoursText(state, translation);
    return areAll ? t('open, {hours}', { hours }) : hours;
  }
  const closed = closedText(state, translation);
  if (state.opensOn === null) return closed;
  const day = dayName(state.opensOn, translation);
  return areAll
    ? `${closed}; ${t('school opens on {day}', { day })}`
    : `${closed}, ${t('opens on {day}', { day })}`;
}

function hoursText(
  { opens, closes, isUrgent }: Extract<ClassState, { state: 'open' }>,
  translation: Translation,
): string {
  const { t } = translation;
  const from = clockTime(opens, translation);
  const hours =
    closes === null
      ? t('from {opens}', { opens: from })
      : t('{opens} to {closes}', { opens: from, closes: clockTime(closes, translation) });
  return isUrgent ? `${hours} (${t('see the urgent notice')})` : hours;
}

function closedText(
  { reason, isUrgent }: Extract<ClassState, { state: 'closed' }>,
  { t }: Translation,
): string {
  if (isUrgent) return t('closed: see the urgent notice');
  return reason === null ? t('closed') : t('closed: {reason}', { reason });
}

function dayName(day: Day, { date }: Translation): string {
  return date(formatWithWeekday(day).replace(/ \d+$/, ''));
}
