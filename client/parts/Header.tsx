import { Announcements } from './Announcements.tsx';
import { AppLinks } from './AppLinks.tsx';
import { Dialog } from './Dialog.tsx';
import { Menu } from './Menu.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { CampusSwitch, LanguageSwitch } from './switches.tsx';
import { useCampus, usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { CAMPUS_ROUTES } from '../../shared/campuses.ts';

export function Header() {
  const { campus, content, picture } = usePage();
  const { label } = useCampus();
  const { t, path } = useTranslation();
  return (
    <header className="header" data-enhance="menu" data-when="now">
      <div className="bar">
        <a className="brand" href={path(CAMPUS_ROUTES[campus].home)}>
          <picture>
            <img {...picture(content.site.logo)} alt="" />
          </picture>
          <span>
            <span className="brand-name">{content.site.name}</span>
            <span className="brand-campus">{label}</span>
          </span>
        </a>
        <Menu />
        <Login />
      </div>
      <div className="strip">
        <nav className="shortcuts" aria-label={t('Shortcuts')}>
          <Shortcuts />
        </nav>
        <Announcements />
        <CampusSwitch />
        <LanguageSwitch />
      </div>
    </header>
  );
}

/** Without a portal in content/site.json a note explains how parents log in. */
function Login() {
  const { portalUrl, campusApp } = usePage().content.site;
  const { t } = useTranslation();
  if (portalUrl !== undefined) {
    return (
      <a href={portalUrl} className="button button-brand login">
        {t('LOGIN')}
      </a>
    );
  }
  return (
    <>
      <button type="button" className="button button-brand login" popoverTarget="login">
        {t('LOGIN')}
      </button>
      <Dialog id="login" title={campusApp.label}>
        <p>
          {`${campusApp.note}${t('. Parents and students log in there, with the school code and the details that the office gave them.')}`}
        </p>
        <AppLinks />
      </Dialog>
    </>
  );
}
