import { useLocation } from 'react-router-dom';
import { isHere, menuEntries, type MenuEntry, type MenuLink } from './menu-entries.ts';
import { CampusSwitch } from './CampusSwitch.tsx';
import { Icon } from './Icon.tsx';
import { PageLink, PageNavLink } from './PageLink.tsx';
import { usePage } from '../page-context.tsx';

/**
 * The menu of the header. Groups are popovers, so they open, close and give the focus back without a
 * script. On narrow screens all of the menu is a popover too, and a group slides over it.
 */
export function Menu() {
  return (
    <>
      <button type="button" className="menu-button" popoverTarget="menu">
        <Icon name="menu" />
        <span className="visually-hidden">Menu</span>
      </button>
      <nav id="menu" className="menu" popover="auto" aria-label="Main">
        <Entries />
      </nav>
    </>
  );
}

function Entries() {
  const { campus, content } = usePage();
  return (
    <>
      <ul>
        {menuEntries(campus, content.site).map((entry, index) => (
          <li key={entry.label}>
            <Entry entry={entry} id={`menu-${index}`} />
          </li>
        ))}
      </ul>
      <CampusSwitch />
    </>
  );
}

function Entry({ entry, id }: { entry: MenuEntry; id: string }) {
  const { pathname } = useLocation();
  if ('href' in entry) {
    return (
      <PageNavLink to={entry.href} className="menu-top">
        {entry.label}
      </PageNavLink>
    );
  }
  const isInside = entry.links.some(({ href }) => isHere(href, pathname));
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
            {entry.label}
          </button>
          <ul>
            {entry.links.map((link) => (
              <li key={link.href}>
                <PanelLink {...link} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  );
}

function PanelLink({ label, href, opensInNewTab }: MenuLink) {
  const { pathname } = useLocation();
  if (opensInNewTab) {
    return (
      <a href={href} target="_blank" rel="noopener">
        {label}
      </a>
    );
  }
  if (href === '/' && isHere(href, pathname)) {
    return (
      <PageLink to={href} aria-current="page">
        {label}
      </PageLink>
    );
  }
  return <PageNavLink to={href}>{label}</PageNavLink>;
}
