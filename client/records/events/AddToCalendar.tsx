import { Icon } from '../../parts/Icon.tsx';
import { googleEventUrl } from '../../parts/google-calendar.ts';
import { recordName } from '../../parts/record-name.ts';
import { usePage } from '../../page-context.tsx';
import { useTranslation } from '../../translation.tsx';
import { eventFilePath } from '../../../shared/records/feed-paths.ts';
import type { SchoolEvent } from '../../../shared/records/events.ts';

export function AddToCalendar({ record: event }: { record: SchoolEvent }) {
  const { campus, siteUrl, path } = usePage();
  const translation = useTranslation();
  const { t } = translation;
  const { day } = event;
  const file = eventFilePath(campus, event.id);
  if (day === null || file === null) return null;
  const about = recordName(event, 'Event', translation);
  const google = googleEventUrl({ ...event, day, name: about, page: siteUrl + path });
  return (
    <p className="calendar-links">
      <a className="button" href={file} aria-label={`${t('Add to calendar')}: ${about}`}>
        <Icon name="calendar" />
        {t('Add to calendar')}
      </a>
      <a
        className="file-link"
        href={google}
        target="_blank"
        rel="noopener nofollow"
        aria-label={`${t('Google Calendar')}: ${about}`}
      >
        <Icon name="outside" />
        {t('Google Calendar')}
      </a>
    </p>
  );
}
