import { Suspense } from 'react';
import { FirstSteps } from './FirstSteps.tsx';
import { useCampus, usePage } from '../../page-context.tsx';
import { AttachmentLink } from '../../parts/FileLink.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { SitePicture } from '../../parts/Picture.tsx';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { CAMPUS_ROUTES } from '../../../shared/campuses.ts';

/** */
export function CampusApp({ Heading }: { Heading: 'h1' | 'h2' }) {
  const { site } = usePage().content;
  const campus = useCampus();
  const { t } = useTranslation();
  return (
    <section className="campus-app" data-section="campus-app" aria-labelledby="campus-title">
      <div className="section-inner campus-app-row">
        <div>
          <p className="eyebrow">{campus.place}</p>
          <Heading className="campus-title" id="campus-title">
            {/* Below the choice of the campus the school's name is the page's heading. */}
            {Heading === 'h1' ? (
              <>
                {site.name}, <span className="campus-name">{campus.label}</span>
              </>
            ) : (
              t('{campus} campus', { campus: campus.label })
            )}
          </Heading>
        </div>
        <FirstSteps />
        <AppLink />
      </div>
      <Suspense fallback={null}>
        <Registrations />
      </Suspense>
    </section>
  );
}

function AppLink() {
  const page = usePage();
  const { path } = useTranslation();
  const { label, note, logo, href } = page.content.site.campusApp;
  return (
    <a
      className="app-link"
      href={path(href ?? CAMPUS_ROUTES[page.campus].home)}
      {...(href ? { target: '_blank', rel: 'noopener' } : {})}
    >
      <SitePicture name={logo} alt="" className="app-logo" />
      <span>
        <strong>{label}</strong>
        <span className="quiet">{note}</span>
      </span>
    </a>
  );
}

function Registrations() {
  const registrations = useList('onlineRegistration');
  const { t } = useTranslation();
  if (registrations.length === 0) return null;
  return (
    <ul className="section-inner registrations" aria-label={t('Online registration')}>
      {registrations.map(({ id, title, attachment }) => (
        <li className="registration" key={id}>
          <Icon name="file" />
          <span className="registration-title">
            <MixedText text={title || t('Online registration')} />
          </span>
          <AttachmentLink
            file={attachment}
            label={t('Attachment')}
            icon={null}
            about={title || t('Online registration')}
          />
        </li>
      ))}
    </ul>
  );
}
