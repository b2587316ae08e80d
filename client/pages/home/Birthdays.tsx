import { Suspense } from 'react';
import { usePage } from '../../page-context.tsx';
import { Skeleton } from '../../parts/Loading.tsx';
import { Section } from '../../parts/Section.tsx';
import { Carousel } from '../../parts/Carousel.tsx';
import { RecordPicture } from '../../parts/Picture.tsx';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { formatLong } from '../../../shared/dates.ts';
import type { Birthday } from '../../../shared/records/birthdays.ts';
import { baseDirection } from '../../../shared/script-runs.ts';

/** the date is always today's. */
export function Birthdays() {
  const { today, content } = usePage();
  const shown = content.site.birthdays;
  const { t, date } = useTranslation();
  if (shown === 'none') return null;
  return (
    <Section name="birthdays" look="section-compact birthdays-section">
      <div className="section-head">
        <h2 id="birthdays-title">{t("Today's Birthday")}</h2>
        <time className="birthdays-date" dateTime={today}>
          {date(formatLong(today))}
        </time>
      </div>
      <Suspense fallback={<Skeleton shape="cards" />}>
        <div className="birthdays" data-unsearched="">
          <BirthdayList category="Teacher" />
          {shown !== 'staff' && <BirthdayList category="Student" />}
        </div>
      </Suspense>
    </Section>
  );
}

const TEXTS = {
  Teacher: {
    title: 'Teachers',
    label: 'Birthdays of teachers',
    empty: 'No teacher has a birthday today.',
  },
  Student: {
    title: 'Students',
    label: 'Birthdays of students',
    empty: 'No student has a birthday today.',
  },
};

function BirthdayList({ category }: { category: 'Teacher' | 'Student' }) {
  const people = useList('birthdays').filter((person) => person.category === category);
  const { t } = useTranslation();
  const texts = TEXTS[category];
  return (
    <div className="birthday-list">
      <h3>{t(texts.title)}</h3>
      <Carousel
        view="birthdays"
        label={t(texts.label)}
        slides={people.map((person) => (
          <BirthdayCard key={person.id} person={person} />
        ))}
        emptyText={t(texts.empty)}
      />
    </div>
  );
}

function BirthdayCard({ person: { name, className, photo } }: { person: Birthday }) {
  const { birthdayFallback } = usePage().content.site;
  return (
    <div className="birthday">
      <RecordPicture
        file={photo}
        fallback={birthdayFallback}
        alt=""
        ratio="1:1"
        sizes="4rem"
        widest={480}
        className="birthday-photo"
      />
      <span>
        <strong dir={baseDirection(name)}>
          <MixedText text={name} />
        </strong>
        {className !== '' && (
          <span className="quiet">
            <MixedText text={className} />
          </span>
        )}
      </span>
    </div>
  );
}
