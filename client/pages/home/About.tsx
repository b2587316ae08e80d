import { useCampus, usePage, useProse } from '../../page-context.tsx';
import { PageLink } from '../../parts/PageLink.tsx';
import { SitePicture } from '../../parts/Picture.tsx';
import { Prose } from '../../parts/Prose.tsx';
import { Section } from '../../parts/Section.tsx';
import { LeaderCards } from './LeaderCards.tsx';
import { campusPath } from '../../../shared/campuses.ts';

export function About() {
  return (
    <section className="section" data-section="about" aria-labelledby="about-title">
      <div className="section-inner">
        <div className="about">
          <AboutText />
        </div>
        <Section fallback={null}>
          <LeaderCards />
        </Section>
      </div>
    </section>
  );
}

function AboutText() {
  const { aboutPicture } = useCampus();
  return (
    <>
      <div className="about-text">
        <h2 id="about-title">About Us</h2>
        <Prose blocks={useProse('about-us').blocks} />
        <PageLink className="more" to={campusPath(usePage().campus, 'MandatoryDisclosure')}>
          Mandatory Disclosure
        </PageLink>
      </div>
      <SitePicture name={aboutPicture.picture} alt={aboutPicture.alt} className="about-picture" />
    </>
  );
}
