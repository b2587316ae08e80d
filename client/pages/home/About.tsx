import { Suspense } from 'react';
import { useCampus, useProse } from '../../page-context.tsx';
import { Section } from '../../parts/Section.tsx';
import { CampusLink } from '../../parts/CampusLink.tsx';
import { SitePicture } from '../../parts/Picture.tsx';
import { Prose } from '../../parts/RichText.tsx';
import { LeaderCards } from './LeaderCards.tsx';
import { useTranslation } from '../../translation.tsx';

const PREVIEW_BLOCKS = 1;

export function About() {
  const { aboutPicture } = useCampus();
  const { t } = useTranslation();
  const { blocks } = useProse('about-us');
  return (
    <Section name="about">
      <div className="about">
        <div className="about-text">
          <h2 id="about-title">{t('About Us')}</h2>
          <Prose blocks={blocks.slice(0, PREVIEW_BLOCKS)} />
          <div className="about-ways">
            {blocks.length > PREVIEW_BLOCKS && (
              <details className="about-rest">
                <summary>{t('Read more')}</summary>
                <Prose blocks={blocks.slice(PREVIEW_BLOCKS)} />
              </details>
            )}
            <CampusLink page="MandatoryDisclosure" className="more">
              {t('Mandatory Disclosure')}
            </CampusLink>
          </div>
        </div>
        <SitePicture
          name={aboutPicture.picture}
          alt={aboutPicture.alt}
          focus={aboutPicture.focus}
          className="about-picture"
        />
      </div>
      <Suspense fallback={null}>
        <LeaderCards />
      </Suspense>
    </Section>
  );
}
