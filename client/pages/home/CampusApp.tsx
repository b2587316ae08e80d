import { Suspense, type ReactNode } from 'react';
import { useCampus, usePage } from '../../page-context.tsx';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { SitePicture } from '../../parts/Picture.tsx';
import { recordName } from '../../../shared/records/record-name.ts';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { CAMPUS_TABLE, campusPath } from '../../../shared/campuses.ts';
import { formatDayOfWeek } from '../../../shared/dates.ts';
import { documentFacts, documentsOf, fileType } from '../../../shared/documents.ts';
import { newestFees } from '../../../shared/fees.ts';
import { callLink, documentUrl, linkRel } from '../../../shared/links.ts';
import { upcoming } from '../../../shared/records/order.ts';
import { recordPath } from '../../../shared/records/record-paths.ts';
import type { TitledFile } from '../../../shared/records/titled-files.ts';

/** */
export function CampusApp({ Heading }: { Heading: 'h1' | 'h2' }) {
  const page = usePage();
  const { site } = page.content;
  const campus = useCampus();
  const { t, path } = useTranslation();
  const { label, note, logo, href } = site.campusApp;
  return (
    <section className="campus-app" data-section="campus-app" aria-labelledby="campus-title">
      <div className="section-inner campus-app-row">
        <div>
          <Heading className="campus-title" id="campus-title">
            {/* The choice of the campus has the school's name, and what it offers. */}
            {Heading === 'h1' ? (
              <>
                {site.name}, <span className="campus-name">{campus.label}</span>
              </>
            ) : (
              t('{campus} campus', { campus: campus.label })
            )}
          </Heading>
          <p>
            {Heading === 'h1' && (
              <>
                <strong>{site.offer}</strong>{' '}
              </>
            )}
            <span className="quiet">{campus.place}</span>
          </p>
        </div>
        <FirstSteps />
        <a
          className="app-link"
          href={path(href ?? CAMPUS_TABLE[page.campus].home)}
          {...(href ? { target: '_blank', rel: 'noopener' } : {})}
        >
          <SitePicture name={logo} alt="" className="app-logo" />
          <span>
            <strong>{label}</strong>
            <span className="quiet">{note}</span>
          </span>
        </a>
      </div>
      <Suspense fallback={null}>
        <Registrations />
      </Suspense>
    </section>
  );
}

/** Admission, telephone, fees and the next event; they fit a phone's first screen. */
function FirstSteps() {
  const { campus, content } = usePage();
  const { phone } = useCampus();
  const { t } = useTranslation();
  const [table] = newestFees(content.office.fees?.[campus]);
  const { feeDocument } = content.site;
  const fees = typeof feeDocument === 'object' ? feeDocument[campus] : feeDocument;
  const document = documentsOf(campus, content.documents).find(({ file }) => file === fees);
  return (
    <nav className="first-steps" aria-label={t('First steps')}>
      <ul>
        <Step href={campusPath(campus, 'Admission')} icon="arrow" label={t('Admission')} isMain>
          {t('Apply for admission')}
        </Step>
        {phone !== undefined && (
          <Step href={callLink(phone)} icon="phone" label={t('Call us')}>
            {phone}
          </Step>
        )}
        {table !== undefined && (
          <Step href={campusPath(campus, 'Fees')} icon="file" label={t('Fees')}>
            {t('Session {session}', { session: table.session })}
          </Step>
        )}
        {table === undefined && document !== undefined && (
          <Step href={`/files/${document.file}`} icon="file" label={document.title} opensInNewTab>
            {documentFacts(document)}
          </Step>
        )}
        <Suspense fallback={<EventsStep />}>
          <NextEventStep />
        </Suspense>
      </ul>
    </nav>
  );
}

function EventsStep({ dayPart }: { dayPart?: string }) {
  const { t } = useTranslation();
  return (
    <Step
      href={campusPath(usePage().campus, 'Events')}
      dayPart={dayPart}
      icon="calendar"
      label={t('Events')}
    >
      {t('All school dates')}
    </Step>
  );
}

function NextEventStep() {
  const { campus, today } = usePage();
  const translation = useTranslation();
  const { t, date } = translation;
  const [next] = upcoming(useList('events'), today);
  const href = next === undefined ? null : recordPath(campus, 'Events', next);
  if (next === undefined || next.day === null || href === null)
    return <EventsStep dayPart="next-event" />;
  return (
    <Step
      href={href}
      dayPart="next-event"
      icon="calendar"
      label={t('Next: {date}', { date: date(formatDayOfWeek(next.day)) })}
    >
      <MixedText text={recordName(next, 'Event', translation)} />
    </Step>
  );
}

type StepOptions = {
  href: string;
  icon: IconName;
  label: string;
  opensInNewTab?: true;
  /** The step that is drawn in the accent's colour. */
  isMain?: true;
  /** Name of the part that depends on the day (parts/DayPart.tsx). */
  dayPart?: string | undefined;
  children: ReactNode;
};

function Step({ href, icon, label, opensInNewTab, isMain, dayPart, children }: StepOptions) {
  const { path } = useTranslation();
  return (
    <li data-day-part={dayPart}>
      <a
        className={isMain ? 'first-step first-step-main' : 'first-step'}
        href={path(href)}
        {...(opensInNewTab && { target: '_blank', rel: 'noopener' })}
      >
        <Icon name={icon} />
        <span>
          <strong>{label}</strong>
          <span className="quiet">{children}</span>
        </span>
      </a>
    </li>
  );
}

function Registrations() {
  const registrations = useList('onlineRegistration');
  const { t } = useTranslation();
  if (registrations.length === 0) return null;
  return (
    <ul className="section-inner registrations" aria-label={t('Online registration')}>
      {registrations.map((registration) => (
        <li key={registration.id}>
          <RegistrationRow {...registration} />
        </li>
      ))}
    </ul>
  );
}

function RegistrationRow({ title, attachment }: TitledFile) {
  const { t } = useTranslation();
  const name = <MixedText text={title || t('Online registration')} />;
  if (attachment === null) return <p className="registration">{name}</p>;
  const type = fileType(attachment);
  return (
    <a
      className="registration"
      href={documentUrl(attachment)}
      target="_blank"
      rel={linkRel(attachment)}
    >
      <span className="registration-title">
        <strong>{t('Register')}</strong> {name}
      </span>{' '}
      {type !== null && <span className="tag">{t(type)}</span>}
    </a>
  );
}
