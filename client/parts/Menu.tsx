import { useLocation } from 'react-router-dom';
import { isHere, type MenuEntry, type MenuLink } from '../../shared/menu-entries.ts';
import { Icon, type IconName } from './Icon.tsx';
import { CampusSwitch, LanguageSwitch } from './switches.tsx';
import { useCampus, usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { campusPath } from '../../shared/campuses.ts';
import { callLink, isExternal } from '../../shared/links.ts';

/** Popovers: on narrow screens the menu is one, and each group opens over it. */
export function Menu() {
  const { menu } = usePage();
  const { t } = useTranslation();
  return (
    <>
      <button type="button" className="menu-button" popoverTarget="menu">
        <Icon name="menu" />
        <Icon name="close" />
        <span className="visually-hidden">{t('Menu')}</span>
      </button>
      <MenuLink href="#menu" icon="menu" label={t('Menu')} />
      <nav id="menu" className="menu" popover="auto" aria-label={t('Main')}>
        <ul>
          {menu.map((entry, index) => (
            <li key={entry.label}>
              <Entry entry={entry} id={`menu-${index}`} />
            </li>
          ))}
        </ul>
        <div className="menu-ways">
          <Shortcuts />
          <LanguageSwitch />
        </div>
        <CampusSwitch />
      </nav>
      <MenuLink href="#main" icon="close" label={t('Close')} />
    </>
  );
}

/** Shown by browsers without popovers while no script runs. */
function MenuLink({ href, icon, label }: { href: string; icon: IconName; label: string }) {
  return (
    <a className="icon-button menu-link" href={href}>
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
    </a>
  );
}

function Entry({ entry, id }: { entry: MenuEntry; id: string }) {
  const { t, path } = useTranslation();
  const { pathname } = useLocation();
  if ('href' in entry) {
    return (
      <a
        href={path(entry.href)}
        className="menu-top"
        aria-current={currentAt(entry.href, pathname)}
      >
        {entry.label}
      </a>
    );
  }
  const hrefs = entry.links.map(({ href }) => href);
  const isInside = [entry.heading ?? '', ...hrefs].some((href) => isHere(href, pathname));
  return (
    <>
      <button
        type="button"
        className={isInside ? 'menu-top inside' : 'menu-top'}
        popoverTarget={id}
      >
        {entry.label}
      </button>
      <div id={id} className="menu-panel" popover="auto">
        <div className="section-inner">
          <button type="button" className="menu-back" popoverTarget={id} popoverTargetAction="hide">
            {t('Back to menu')}
          </button>
          <p className="menu-group">{entry.label}</p>
          {entry.heading !== null && (
            <p className="menu-heading">
              <PanelLink label={t('All tables and documents on one page')} href={entry.heading} />
            </p>
          )}
          <ul>
            {entry.links.map((link) => (
              <li key={`${link.href} ${link.label}`}>
                <PanelLink {...link} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  );
}

function PanelLink({ label, href, facts }: MenuLink) {
  const { path } = useTranslation();
  const { pathname } = useLocation();
  const opensInNewTab = isExternal(href) || href.startsWith('/files/');
  return (
    <a
      href={path(href)}
      {...(opensInNewTab && { target: '_blank', rel: 'noopener' })}
      aria-current={currentAt(href, pathname)}
      data-facts={facts}
    >
      {label}
    </a>
  );
}

const SHORTCUTS: readonly { page: string; icon: IconName }[] = [
  { page: 'News', icon: 'news' },
  { page: 'Events', icon: 'calendar' },
  { page: 'Contact', icon: 'mail' },
  { page: 'Search', icon: 'search' },
];

/** They are in the header, and in a phone's menu. */
export function Shortcuts() {
  const { campus } = usePage();
  const { phone } = useCampus();
  const { pathname } = useLocation();
  const { t, path: localPath } = useTranslation();
  return (
    <>
      {phone !== undefined && (
        <a href={callLink(phone)}>
          <Icon name="phone" />
          {t('Call')}
          <span className="visually-hidden"> {t('the office')}</span>
          <span className="shortcuts-number">{phone}</span>
        </a>
      )}
      {SHORTCUTS.map(({ page, icon }) => {
        const path = campusPath(campus, page);
        return (
          <a
            key={page}
            aria-current={currentAt(path, pathname)}
            href={localPath(path)}
            data-page={page}
          >
            <Icon name={icon} />
            <span>{t(page)}</span>
          </a>
        );
      })}
    </>
  );
}

function currentAt(href: string, pathname: string): 'page' | undefined {
  return isHere(href, pathname) ? 'page' : undefined;
}
