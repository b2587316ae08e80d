import { Suspense } from 'react';
import { leaderCards, type LeaderCard } from '../../../shared/leader-cards.ts';
import { useCampus, useProse } from '../../page-context.tsx';
import { Section } from '../../parts/Section.tsx';
import { CampusLink } from '../../parts/CampusLink.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { RecordPicture, SitePicture } from '../../parts/Picture.tsx';
import { Prose } from '../../parts/RichText.tsx';
import { useList } from '../../queries.ts';
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
          <div className="about-ways row">
            {blocks.length > PREVIEW_BLOCKS && (
              <details className="about-rest">
                <summary>{t('Read More')}</summary>
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

function LeaderCards() {
  const { t } = useTranslation();
  const leaders = leaderCards(useList('principalMessage'), useCampus());
  return (
    <div className="leaders">
      <h3 className="leaders-title">{t('Our torch bearers')}</h3>
      <ul className="leaders-list" data-unsearched="">
        {leaders.map((leader) => (
          <li className="card" key={leader.role}>
            <Portrait leader={leader} sizes="6rem" />
            <div className="card-body">
              {/* The name of the portrait has it. */}
              <p className="quiet" aria-hidden="true">
                {t(leader.label)}
              </p>
              <h4 className="card-title">
                <CampusLink page={leader.page} className="card-link">
                  <MixedText text={t(leader.name)} />
                </CampusLink>
              </h4>
              <p className="quiet">
                <MixedText text={t(leader.designation)} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Portrait({ leader, sizes }: { leader: LeaderCard; sizes: string }) {
  const { t } = useTranslation();
  return (
    <RecordPicture
      file={leader.photo}
      fallback={leader.portrait}
      alt={t(leader.label)}
      ratio="4:5"
      sizes={sizes}
      widest={640}
    />
  );
}
