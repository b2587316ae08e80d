import { definePage } from '../define-page.ts';
import { useCampus } from '../page-context.tsx';
import { ContactDetails, OtherContacts } from '../parts/ContactDetails.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';
import { DAY_MS, OFFLINE_LIMITS } from '../scripts/offline/offline-limits.ts';
import { useTranslation } from '../translation.tsx';

const DAYS = OFFLINE_LIMITS.pageMs / DAY_MS;

export const offline = definePage({
  title: "You're offline",
  isIndexed: false,
  Component: Offline,
});

function Offline() {
  const campus = useCampus();
  const { t } = useTranslation();
  return (
    <>
      <PageHeader
        lede={t('This page is not saved on this device. It will open when you are online.')}
      />
      <Section inner="touch">
        <div className="prose">
          <p>
            {/* The address is that of the requested page. */}
            {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid */}
            <a className="button" href="">
              {t('Try again')}
            </a>
          </p>
          <h2>{t('Pages you can still open')}</h2>
          <p>
            {t(
              'Pages that you opened on this device in the last {days} days, up to {pages}. They may have changed since, and pictures may be missing.',
              { days: DAYS, pages: OFFLINE_LIMITS.pages },
            )}
          </p>
          <div hidden data-enhance="kept-pages" data-when="now">
            <ul />
          </div>
          <p>
            {t(
              'A form that you send from these pages goes when you are online. Search, certificates, documents and the map need a connection.',
            )}
          </p>
        </div>
        <ContactDetails campus={campus} />
      </Section>
      <OtherContacts />
    </>
  );
}
