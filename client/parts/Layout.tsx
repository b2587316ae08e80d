import { Outlet } from 'react-router-dom';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { useTranslation } from '../translation.tsx';

export function Layout() {
  const { t } = useTranslation();
  return (
    <>
      <a href="#main" className="skip-link button">
        {t('Skip to content')}
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <OfflineNotice />
    </>
  );
}
