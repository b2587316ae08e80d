import { Suspense } from 'react';
import { HomeSection } from './HomeSection.tsx';
import { Skeleton } from './Skeleton.tsx';
import { usePage } from '../../page-context.tsx';
import { Carousel } from '../../parts/Carousel.tsx';
import { RecordPicture } from '../../parts/Picture.tsx';
import { useList } from '../../queries.ts';
import { formatLong } from '../../../shared/dates.ts';
import type { Birthday } from '../../../shared/records.ts';

/** the date is today's, whatever the records say. */
export function Birthdays() {
  const { today } = usePage();
  return (
    <HomeSection name="birthdays" look="section section-compact birthdays-section">
      <div className="section-head">
        <h2 id="birthdays-title">Today&apos;s Birthday</h2>
        <time className="birthdays-date" dateTime={today}>
          {formatLong(today)}
        </time>
      </div>
      <Suspense fallback={<Skeleton shape="cards" />}>
        <div className="birthdays">
          <BirthdayList category="Teacher" />
          <BirthdayList category="Student" />
        </div>
      </Suspense>
    </HomeSection>
  );
}

function BirthdayList({ category }: { category: 'Teacher' | 'Student' }) {
  const people = useList('birthdays').filter((person) => person.category === category);
  const plural = `${category.toLowerCase()}s`;
  return (
    <div className="birthday-list">
      <h3>{`${category}s`}</h3>
      <Carousel
        view="birthdays"
        label={`Birthdays of ${plural}`}
        slides={people.map((person) => ({ content: <BirthdayCard person={person} /> }))}
        emptyText={`None of our ${plural} has a birthday today.`}
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
        <strong>{name}</strong>
        {className !== '' && <span className="quiet">{className}</span>}
      </span>
    </div>
  );
}
