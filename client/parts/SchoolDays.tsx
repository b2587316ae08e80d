import type { ReactNode } from 'react';
import { Section } from './Section.tsx';
import { CampusLink } from './CampusLink.tsx';
import { clockTime } from './clock-time.ts';
import { MixedText } from './MixedText.tsx';
import { usePage, type Page } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import type { Translation } from '../../shared/translation.ts';
import type { Days } from '../../shared/content-fields.ts';
import { daysAfter, formatWithWeekday, type Day } from '../../shared/dates.ts';
import { findSchoolDay, type SchoolDay } from '../../shared/school-days.ts';

/** Whether school is open today and tomorrow. Nothing without content/school-days.json and outside its session. */
export function OpenOrClosed({ children }: { children?: ReactNode }) {
  const page = usePage();
  const translation = useTranslation();
  const { t } = translation;
  const lines = schoolDays(page).map(({ name, day, school }) => (
    <li key={name}>
      <strong>{`${t(name)}, ${dayName(day, translation)}: `}</strong>
      <MixedText text={stateText(school, translation)} />
    </li>
  ));
  if (lines.length === 0) return null;
  return (
    <section className="school-days row" aria-label={t('Open or closed')}>
      <ul className="school-days-lines">
        {page.urgentNotices.some(({ closed }) => closed === 'unknown') ? (
          <li>
            <strong>{t('Read the urgent notice at the top of this page.')}</strong>
          </li>
        ) : (
          lines
        )}
      </ul>
      {children}
    </section>
  );
}

/** It has a band of its own. */
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
  const closures = urgentNotices.flatMap(({ closed }): Days[] =>
    closed === null || closed === 'unknown' ? [] : [closed],
  );
  return [
    { name: 'Today', day: today },
    { name: 'Tomorrow', day: daysAfter(today, 1) },
  ].flatMap(({ name, day }) => {
    const school = findSchoolDay(calendar, day, closures);
    return school === null ? [] : [{ name, day, school }];
  });
}

function stateText(school: SchoolDay, translation: Translation): string {
  const { t } = translation;
  if (school.isOpen) {
    const opens = clockTime(school.opens, translation);
    const closes = clockTime(school.closes, translation);
    const hours = t('open, {opens} to {closes}', { opens, closes });
    return school.exam === null ? hours : `${hours}; ${school.exam}`;
  }
  const { reason, isUrgent, opensOn } = school;
  const closed = isUrgent ? t('closed: see the urgent notice') : closedText(reason, translation);
  if (opensOn === null) return closed;
  return `${closed}; ${t('school opens on {day}', { day: dayName(opensOn, translation) })}`;
}

function closedText(reason: string | null, { t }: Translation): string {
  return reason === null ? t('closed') : t('closed: {reason}', { reason });
}

function dayName(day: Day, { date }: Translation): string {
  return date(formatWithWeekday(day).replace(/ \d+$/, ''));
}
