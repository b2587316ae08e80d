import { Outlet } from 'react-router-dom';
import { DayPart } from './DayPart.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { UrgentBand } from './UrgentBand.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';

export function Layout() {
  const { hasWorker } = usePage();
  const { t } = useTranslation();
  return (
    <>
      <a href="#main" className="skip-link button">
        {t('Skip to content')}
      </a>
      <DayPart name="urgent" isClaim>
        <UrgentBand />
      </DayPart>
      <Header />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      {/* Empty until a form waits on this device, or the page is an old copy (scripts/offline-notice.ts). */}
      <aside
        className="offline-notice"
        aria-label={t('Offline')}
        hidden
        data-worker={hasWorker ? '' : undefined}
      >
        {/* Some screen readers announce this role, but not an <output>. */}
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
        <div role="status" />
        <details hidden>
          <summary>{t('Show')}</summary>
        </details>
      </aside>
    </>
  );
}
