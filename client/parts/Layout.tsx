import { Outlet } from 'react-router-dom';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';

export function Layout() {
  return (
    <>
      <a href="#main" className="skip-link button">
        Skip to content
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
