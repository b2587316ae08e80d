import { Suspense } from 'react';
import { useCampus, usePage, useProse } from '../../page-context.tsx';
import { SitePicture } from '../../parts/Picture.tsx';
import { Prose } from '../../parts/Prose.tsx';
import { HomeSection } from './HomeSection.tsx';
import { LeaderCards } from './LeaderCards.tsx';
import { campusPath } from '../../../shared/campuses.ts';

export function About() {
  const { aboutPicture } = useCampus();
  return (
    <HomeSection name="about">
      <div className="about">
        <div className="about-text">
          <h2 id="about-title">About Us</h2>
          <Prose blocks={useProse('about-us').blocks} />
          <a className="more" href={campusPath(usePage().campus, 'MandatoryDisclosure')}>
            Mandatory Disclosure
          </a>
        </div>
        <SitePicture name={aboutPicture.picture} alt={aboutPicture.alt} className="about-picture" />
      </div>
      <Suspense fallback={null}>
        <LeaderCards />
      </Suspense>
    </HomeSection>
  );
}
