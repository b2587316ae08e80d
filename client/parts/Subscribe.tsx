import { Icon } from './Icon.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { calendarPath, FEED_TYPE, feedPath } from '../../shared/records/feed-paths.ts';
import type { RecordSegment } from '../../shared/records/registry.ts';

export function Subscribe({ segment }: { segment: RecordSegment }) {
  const { campus, siteUrl } = usePage();
  const { t } = useTranslation();
  const calendar = siteUrl + calendarPath(campus);
  const webcal = calendar.replace(/^https?:/, 'webcal:');
  return (
    <section className="subscribe" aria-labelledby="subscribe-title">
      <h2 id="subscribe-title">
        {segment === 'Events' ? t('Add these dates to your calendar') : t('Get updates')}
      </h2>
      {segment === 'Events' && (
        <>
          <p>
            {t('Subscribe once, and new and changed events appear in the calendar of your phone.')}
          </p>
          <ul className="subscribe-links">
            <li>
              <a className="button" href={webcal}>
                <Icon name="calendar" />
                {t('Subscribe to the calendar')}
              </a>
            </li>
            <li>
              <a
                href={`https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`}
                target="_blank"
                rel="noopener nofollow"
              >
                {t('In Google Calendar')}
              </a>
            </li>
            <li>
              <a href={calendar} type="text/calendar">
                {t('Calendar file (.ics)')}
              </a>
            </li>
          </ul>
        </>
      )}
      <ul className="subscribe-links">
        <li className="quiet">{t('For feed readers:')}</li>
        <li>
          <a href={feedPath(campus, segment)} type={FEED_TYPE}>
            RSS
          </a>
        </li>
      </ul>
    </section>
  );
}
