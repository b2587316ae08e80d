import { Suspense } from 'react';
import { Icon } from './Icon.tsx';
import { useList } from '../queries.ts';
import { useTranslation } from '../translation.tsx';
import { MixedText } from './MixedText.tsx';
import { documentUrl, relOf } from '../../shared/links.ts';

/** Without a script the visitor scrolls the line. */
export function Announcements() {
  return (
    <Suspense fallback={<AnnouncementRegion />}>
      <HighlightLine />
    </Suspense>
  );
}

function HighlightLine() {
  const highlights = useList('highlight');
  const { t } = useTranslation();
  if (highlights.length === 0) return <AnnouncementRegion />;
  return (
    <section className="ticker" aria-label={t('Announcement')} data-enhance="marquee">
      <span className="ticker-label" aria-hidden="true">
        {t('Announcement')}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be within reach of the keyboard (WCAG 2.1.1) */}
      <div className="ticker-window" tabIndex={0}>
        <div className="ticker-track">
          <ul className="ticker-line">
            {highlights.map(({ id, title, attachment }) => (
              <li key={id}>
                {attachment === null ? (
                  <MixedText text={title} />
                ) : (
                  <a href={documentUrl(attachment)} target="_blank" rel={relOf(attachment)}>
                    <MixedText text={title || t('Announcement')} />
                  </a>
                )}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <button
        type="button"
        className="icon-button ticker-button"
        data-noun={t('announcements')}
        hidden
      >
        <Icon name="pause" />
      </button>
    </section>
  );
}

function AnnouncementRegion() {
  const { t } = useTranslation();
  return <section className="ticker" aria-label={t('Announcement')} />;
}
