import { Icon } from './Icon.tsx';
import { Section } from './Section.tsx';
import { useList } from '../queries.ts';
import { fileUrl } from '../../shared/links.ts';

/** The campus's highlights in one line that moves; without a script the visitor scrolls it. */
export function Announcements() {
  return (
    <Section fallback={<AnnouncementRegion />}>
      <HighlightLine />
    </Section>
  );
}

function HighlightLine() {
  const highlights = useList('highlight');
  if (highlights.length === 0) return <AnnouncementRegion />;
  return (
    <div className="ticker" role="region" aria-label="Announcement" data-enhance="ticker">
      <span className="ticker-label" aria-hidden="true">
        Announcement
      </span>
      <div className="ticker-window" tabIndex={0} role="group" aria-label="Announcements">
        <div className="ticker-track">
          <ul className="ticker-line">
            {highlights.map(({ id, title, attachment }) => (
              <li key={id}>
                {attachment === null ? title : <a href={fileUrl(attachment)}>{title}</a>}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <button type="button" className="icon-button ticker-button" data-noun="announcements" hidden>
        <Icon name="pause" />
      </button>
    </div>
  );
}

function AnnouncementRegion() {
  return <div className="ticker" role="region" aria-label="Announcement" />;
}
