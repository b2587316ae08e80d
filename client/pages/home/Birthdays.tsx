import { Skeleton } from './Skeleton.tsx';
import { usePage } from '../../page-context.tsx';
import { Carousel } from '../../parts/Carousel.tsx';
import { Picture, SitePicture } from '../../parts/Picture.tsx';
import { Section } from '../../parts/Section.tsx';
import { useList } from '../../queries.ts';
import { formatLong } from '../../../shared/dates.ts';
import type { Birthday } from '../../../shared/records.ts';

/** the date is today's, whatever the records say. */
export function Birthdays() {
  const { today } = usePage();
  return (
    <section
      className="section birthdays-section"
      data-section="birthdays"
      aria-labelledby="birthdays-title"
    >
      <div className="section-inner">
        <div className="section-head">
          <h2 id="birthdays-title">Today&apos;s Birthday</h2>
          <time className="birthdays-date" dateTime={today}>
            {formatLong(today)}
          </time>
        </div>
        <Section fallback={<Skeleton shape="cards" />}>
          <BirthdayLists />
        </Section>
      </div>
    </section>
  );
}

function BirthdayLists() {
  const birthdays = useList('birthdays');
  return (
    <div className="birthdays">
      <BirthdayList
        title="Teachers"
        people={birthdays.filter(({ category }) => category === 'Teacher')}
      />
      <BirthdayList
        title="Students"
        people={birthdays.filter(({ category }) => category === 'Student')}
      />
    </div>
  );
}

function BirthdayList({ title, people }: { title: string; people: readonly Birthday[] }) {
  return (
    <div className="birthday-list">
      <h3>{title}</h3>
      {people.length === 0 ? (
        <p className="empty">None of our {title.toLowerCase()} has a birthday today.</p>
      ) : (
        <Carousel
          view="birthdays"
          label={`Birthdays of ${title.toLowerCase()}`}
          slides={people.map((person) => ({
            content: <BirthdayCard person={person} />,
          }))}
        />
      )}
    </div>
  );
}

function BirthdayCard({ person: { name, className, photo } }: { person: Birthday }) {
  const { birthdayFallback } = usePage().content.site;
  return (
    <div className="birthday">
      {photo === null ? (
        <SitePicture name={birthdayFallback} alt="" ratio="1:1" className="birthday-photo" />
      ) : (
        <Picture
          file={photo}
          alt=""
          ratio="1:1"
          sizes="9rem"
          widest={480}
          className="birthday-photo"
        />
      )}
      <strong>{name}</strong>
      {className !== '' && <span className="quiet">{className}</span>}
    </div>
  );
}
