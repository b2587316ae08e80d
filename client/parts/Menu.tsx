import { useLocation } from 'react-router-dom';
import { isHere, menuEntries, type MenuEntry, type MenuLink } from './menu-entries.ts';
import { CampusSwitch } from './CampusSwitch.tsx';
import { Icon } from './Icon.tsx';
import { Kept } from './Kept.tsx';
import { usePage } from '../page-context.tsx';

/**
 * The menu of the header. Groups are popovers, so they open, close and give the focus back without a
 * script. Below the desk's width the whole menu is a popover too, and a group slides over it.
 */
export function Menu() {
  return (
    <>
      <button type="button" className="menu-button" popoverTarget="menu">
        <Icon name="menu" />
        <span className="visually-hidden">Menu</span>
      </button>
      <Kept
        element="nav"
        Part={Entries}
        id="menu"
        className="menu"
        popover="auto"
        aria-label="Main"
      />
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
      <a
        href={entry.href}
        className="menu-top"
        aria-current={isHere(entry.href, pathname) ? 'page' : undefined}
      >
        {entry.label}
      </a>
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
        <div className="band-inner">
          <button type="button" className="menu-back" popoverTarget={id} popoverTargetAction="hide">
            {entry.label}
          </button>
          <ul>
            {entry.links.map((link) => (
              <li key={link.href}>
                <PanelLink {...link} isCurrent={isHere(link.href, pathname)} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  );
}

function PanelLink({ label, href, isApart, isCurrent }: MenuLink & { isCurrent: boolean }) {
  const apart = isApart ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <a href={href} {...apart} aria-current={isCurrent ? 'page' : undefined}>
      {label}
    </a>
  );
}
