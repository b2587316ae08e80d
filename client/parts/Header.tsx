import { Suspense } from 'react';
import { AppLinks } from './AppLinks.tsx';
import { PauseButton, ScrollBox } from './Carousel.tsx';
import { Dialog } from './Dialog.tsx';
import { Menu, Shortcuts } from './Menu.tsx';
import { MixedText } from './MixedText.tsx';
import { CampusSwitch, LanguageSwitch } from './switches.tsx';
import { useCampus, usePage } from '../page-context.tsx';
import { useList } from '../queries.ts';
import { useTranslation } from '../translation.tsx';
import { CAMPUS_TABLE } from '../../shared/campuses.ts';
import { documentUrl, linkRel } from '../../shared/links.ts';
import { baseDirection } from '../../shared/script-runs.ts';

export function Header() {
  const { campus, content, picture } = usePage();
  const { label } = useCampus();
  const { t, path } = useTranslation();
  const { src, width, height } = picture(content.site.logo);
  const logo = { src, width, height };
  return (
    <header className="header" data-enhance="popovers" data-when="now">
      <div className="bar">
        <a className="brand" href={path(CAMPUS_TABLE[campus].home)}>
          <picture>
            <img {...logo} alt="" />
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
        <Suspense fallback={<AnnouncementRegion />}>
          <Announcements />
        </Suspense>
        <CampusSwitch />
        <LanguageSwitch />
      </div>
    </header>
  );
}

/** A note explains how parents log in where content/site.json has no portal. */
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

/** The visitor scrolls the line where no script runs. */
function Announcements() {
  const highlights = useList('highlight');
  const { t } = useTranslation();
  if (highlights.length === 0) return <AnnouncementRegion />;
  return (
    <section className="ticker" aria-label={t('Announcement')} data-enhance="marquee">
      <PauseButton noun={t('announcements')} />
      <ScrollBox className="ticker-window" label={t('Announcement')}>
        <div className="ticker-track">
          <ul className="ticker-line">
            {highlights.map(({ id, title, attachment }) => (
              <li key={id} dir={baseDirection(title)}>
                {attachment === null ? (
                  <MixedText text={title} />
                ) : (
                  <a href={documentUrl(attachment)} target="_blank" rel={linkRel(attachment)}>
                    <MixedText text={title || t('Announcement')} />
                  </a>
                )}
              </li>
            ))}
          </ul>
        </div>
      </ScrollBox>
    </section>
  );
}

function AnnouncementRegion() {
  const { t } = useTranslation();
  return <section className="ticker" aria-label={t('Announcement')} />;
}
