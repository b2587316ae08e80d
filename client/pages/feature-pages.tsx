import type { ReactNode } from 'react';
import { definePage } from '../define-page.ts';
import { useCampus } from '../page-context.tsx';
import { Features, isPicture, useSections } from '../parts/Features.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Related } from '../parts/Related.tsx';
import { Section } from '../parts/Section.tsx';
import { useTranslation } from '../translation.tsx';
import { callLink } from '../../shared/links.ts';
import type { ProseName } from '../../shared/prose.ts';

export const extraCurricularActivity = featurePage(
  'Extra Curricular Activity',
  'extra-curricular-activity',
);
export const infrastructure = featurePage('Infrastructure', 'infrastructure');
export const lifeAtGis = featurePage('Life at GIS', 'life-at-gis');
export const safetySecurity = featurePage('Safety & Security', 'safety-security');
/** These end with the office that is responsible. */
export const accessibility = featurePage('Accessibility', 'accessibility', <OfficeAddress />);
export const privacy = featurePage('Privacy', 'privacy', <OfficeAddress />);

function featurePage(title: string, prose: ProseName, end?: ReactNode) {
  return definePage({ title, Component: FeaturePage });

  function FeaturePage() {
    const { pictures, text, sections } = useSections(prose);
    return (
      <>
        <PageHeader opening={text} />
        {pictures.length > 0 || sections.some(({ blocks }) => blocks.some(isPicture)) ? (
          <>
            <Section>
              <Features sections={sections} pictures={pictures} priority />
            </Section>
            <Section look="section-sunk section-compact">
              <Related />
            </Section>
          </>
        ) : (
          <Section inner="with-related">
            <Features sections={sections} />
            <Related />
          </Section>
        )}
        {end}
      </>
    );
  }
}

function OfficeAddress() {
  const { label, phone, email } = useCampus();
  const { t } = useTranslation();
  if (phone === undefined && email === undefined) return null;
  return (
    <div className="section section-sunk">
      <address className="section-inner">
        {t('Office of the {campus} campus:', { campus: label })}{' '}
        {email !== undefined && <a href={`mailto:${email}`}>{email}</a>}
        {email !== undefined && phone !== undefined && ', '}
        {phone !== undefined && <a href={callLink(phone)}>{phone}</a>}
      </address>
    </div>
  );
}
