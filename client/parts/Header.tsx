import { Announcements } from './Announcements.tsx';
import { CampusSwitch } from './CampusSwitch.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { Login } from './Login.tsx';
import { Menu } from './Menu.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { useCampus, usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { CAMPUS_ROUTES } from '../../shared/campuses.ts';

export function Header() {
  const { campus, content, picture } = usePage();
  const { label } = useCampus();
  const { path } = useTranslation();
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
        <Shortcuts />
        <Announcements />
        <CampusSwitch />
        <LanguageSwitch />
      </div>
    </header>
  );
}
