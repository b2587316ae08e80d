import { Suspense } from 'react';
import { definePage } from '../define-page.ts';
import { Chooser } from './Chooser.tsx';
import { About } from './home/About.tsx';
import { Birthdays } from './home/Birthdays.tsx';
import { CampusApp } from './home/CampusApp.tsx';
import { GetInTouch } from './home/GetInTouch.tsx';
import { LatestNews } from './home/LatestNews.tsx';
import { Message } from './home/Message.tsx';
import { Partners } from './home/Partners.tsx';
import { PhotoGallery } from './home/PhotoGallery.tsx';
import { Slider } from './home/Slider.tsx';
import { UpcomingEvents } from './home/UpcomingEvents.tsx';
import { DayPart } from '../parts/DayPart.tsx';
import { SchoolDaysSection } from '../parts/SchoolDays.tsx';
import { Tiles } from '../parts/Tiles.tsx';
import { Notices } from '../records/notices/Notices.tsx';
import { CAMPUS_TABLE, perCampus } from '../../shared/campuses.ts';
import type { ListName } from '../../shared/records/provider-lists.ts';

const HOME = {
  lists: [
    'notification',
    'onlineRegistration',
    'principalMessage',
    'events',
    'news',
    'birthdays',
    'gallery',
  ] satisfies ListName[],
  searchKeys: ['sent', 'topic'] as const,
  form: 'getInTouch' as const,
  isEntrance: true,
};

export const campusHomes = perCampus((campus) =>
  definePage({
    ...HOME,
    title: CAMPUS_TABLE[campus].name,
    Component: () => <HomeSections Heading="h1" />,
  }),
);

/** `/`: the heading of the chooser is the page's. */
export const homeWithChooser = definePage({
  ...HOME,
  title: 'Home',
  Component: () => (
    <>
      <Chooser />
      <HomeSections Heading="h2" />
    </>
  ),
});

/** R-069 gives the order. */
function HomeSections({ Heading }: { Heading: 'h1' | 'h2' }) {
  return (
    <>
      <CampusApp Heading={Heading} />
      {/* It is out of sight below the choice of the campus. */}
      <Slider isFirstScreen={Heading === 'h1'} />
      <DayPart name="school-days" isClaim>
        <SchoolDaysSection />
      </DayPart>
      <div className="section-inner news-and-tiles">
        <Suspense fallback={null}>
          <Notices />
        </Suspense>
        <Tiles />
      </div>
      <About />
      <Message />
      <DayPart name="events">
        <UpcomingEvents />
      </DayPart>
      <LatestNews />
      <DayPart name="birthdays" isClaim>
        <Birthdays />
      </DayPart>
      <PhotoGallery />
      <GetInTouch />
      <Partners />
    </>
  );
}
