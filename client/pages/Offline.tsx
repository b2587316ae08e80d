import { definePage } from '../define-page.ts';
import { useCampus, usePage } from '../page-context.tsx';
import { ContactDetails } from '../parts/ContactDetails.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';
import { OFFLINE_LIMITS } from '../offline/offline-limits.ts';
import { useTranslation } from '../translation.tsx';
import { otherCampus } from '../../shared/campuses.ts';

const DAYS = OFFLINE_LIMITS.pageMs / (24 * 60 * 60 * 1_000);

/** Stands in for a page that cannot be had without a network: whom to call, what opens all the same, what does not. */
export const offline = definePage({
  title: 'No network',
  isIndexed: false,
  Component: Offline,
});

function Offline() {
  const page = usePage();
  const campus = useCampus();
  const { t } = useTranslation();
  return (
    <>
      <PageHeader
        lede={t(
          'The page that you asked for is not on this device, and there is no network to fetch it.',
        )}
      />
      <Section inner="touch">
        <div className="prose">
          <p>
            {/* The address is that of the page that was asked for. */}
            {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid */}
            <a className="button" href="">
              {t('Try again')}
            </a>
          </p>
          <h2>{t('What opens without a network')}</h2>
          <p>
            {t(
              'Pages that you have opened on this device in the last {days} days, at most {pages}, as they were then. Their pictures may be missing.',
              { days: DAYS, pages: OFFLINE_LIMITS.pages },
            )}
          </p>
          <div hidden data-enhance="kept-pages" data-when="now">
            <ul />
          </div>
          <p>
            {t(
              'A form that you send from one of them waits on this device, and is sent once there is a network. Search, certificates, documents and the map need a network.',
            )}
          </p>
        </div>
        <ContactDetails campus={campus} />
      </Section>
      <Section look="section-sunk">
        <ContactDetails campus={page.content.site.campuses[otherCampus(page.campus)]} />
      </Section>
    </>
  );
}
