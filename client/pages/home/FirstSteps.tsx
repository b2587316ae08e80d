import { Suspense, type ReactNode } from 'react';
import { useCampus, usePage } from '../../page-context.tsx';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { recordName } from '../../parts/record-name.ts';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { campusPath } from '../../../shared/campuses.ts';
import { formatDayOfWeek } from '../../../shared/dates.ts';
import { documentFacts } from '../../../shared/documents.ts';
import { fromToday } from '../../../shared/records/order.ts';
import { callLink } from '../../../shared/links.ts';
import { recordPath } from '../../../shared/records/record-paths.ts';

/** The mandatory document that most parents ask for. */
const FEES = 'Fee Structure';

/** On a phone's first screen. */
export function FirstSteps() {
  const { campus, content } = usePage();
  const { phone } = useCampus();
  const { t } = useTranslation();
  const fees = content.site.disclosureDocuments.find(({ label }) => label === t(FEES));
  const document = content.documents.find(({ file }) => file === fees?.file);
  return (
    <nav className="first-steps" aria-label={t('First steps')}>
      <ul>
        {phone !== undefined && (
          <Step href={callLink(phone)} icon="phone" label={t('Call us')}>
            {phone}
          </Step>
        )}
        {document !== undefined && (
          <Step href={`/files/${document.file}`} icon="file" label={t(FEES)} opensInNewTab>
            {documentFacts(document)}
          </Step>
        )}
        <Suspense fallback={<EventsStep />}>
          <NextEventStep />
        </Suspense>
        <Step href={campusPath(campus, 'Admission')} icon="arrow" label={t('Admission')} isMain>
          {t('Apply for admission')}
        </Step>
      </ul>
    </nav>
  );
}

function EventsStep() {
  const { t } = useTranslation();
  return (
    <Step href={campusPath(usePage().campus, 'Events')} icon="calendar" label={t('Events')}>
      {t('All school dates')}
    </Step>
  );
}

function NextEventStep() {
  const { campus, today } = usePage();
  const translation = useTranslation();
  const { t, date } = translation;
  const [next] = fromToday(useList('events'), today);
  const href = next === undefined ? null : recordPath(campus, 'Events', next);
  if (next === undefined || next.day === null || href === null) return <EventsStep />;
  return (
    <Step
      href={href}
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
  /** Stands out from the others. */
  isMain?: true;
  children: ReactNode;
};

/** Both lines are cut: all steps have one height. */
function Step({ href, icon, label, opensInNewTab, isMain, children }: StepOptions) {
  const { path } = useTranslation();
  return (
    <li>
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
