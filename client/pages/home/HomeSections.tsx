import { Suspense } from 'react';
import { About } from './About.tsx';
import { Birthdays } from './Birthdays.tsx';
import { CampusApp } from './CampusApp.tsx';
import { GetInTouch } from './GetInTouch.tsx';
import { LatestNews } from './LatestNews.tsx';
import { Message } from './Message.tsx';
import { Partners } from './Partners.tsx';
import { PhotoGallery } from './PhotoGallery.tsx';
import { Slider } from './Slider.tsx';
import { UpcomingEvents } from './UpcomingEvents.tsx';
import { Notices } from '../../parts/Notices.tsx';
import { Tiles } from '../../parts/Tiles.tsx';

/** In the order of R-069. */
export function HomeSections({ Heading }: { Heading: 'h1' | 'h2' }) {
  return (
    <>
      <CampusApp Heading={Heading} />
      {/* Below the choice of the campus it is out of sight. */}
      <Slider isFirstScreen={Heading === 'h1'} />
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
      <Tiles />
      <About />
      <Message />
      <UpcomingEvents />
      <LatestNews />
      <Birthdays />
      <PhotoGallery />
      <GetInTouch />
      <Partners />
    </>
  );
}
