import { useLocation } from 'react-router-dom';
import { Icon, type IconName } from './Icon.tsx';
import { isHere } from './menu-entries.ts';
import { useCampus, usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { campusPath } from '../../shared/campuses.ts';
import { callLink } from '../../shared/links.ts';

const PAGES: readonly { page: string; label: string; icon: IconName }[] = [
  { page: 'News', label: 'News', icon: 'news' },
  { page: 'Events', label: 'Events', icon: 'calendar' },
  { page: 'Contact', label: 'Contact', icon: 'mail' },
  { page: 'Search', label: 'Search', icon: 'search' },
];

/** In the header, and in a phone's menu. */
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
      {PAGES.map(({ page, label, icon }) => {
        const path = campusPath(campus, page);
        return (
          <a
            key={page}
            aria-current={isHere(path, pathname) ? 'page' : undefined}
            href={localPath(path)}
            data-page={page}
          >
            <Icon name={icon} />
            <span>{t(label)}</span>
          </a>
        );
      })}
    </>
  );
}
