import { About } from '../../parts/FileLink.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { recordName } from '../../../shared/records/record-name.ts';
import { usePage } from '../../page-context.tsx';
import { useTranslation } from '../../translation.tsx';
import { eventFilePath } from '../../../shared/records/feed-paths.ts';
import type { SchoolEvent } from '../../../shared/records/events.ts';

export function AddToCalendar({ record }: { record: SchoolEvent }) {
  const { campus, today } = usePage();
  const translation = useTranslation();
  const file = eventFilePath(campus, record.id);
  if (record.day === null || record.day < today || file === null) return null;
  return (
    <p className="calendar-links">
      <a className="button" href={file}>
        <Icon name="calendar" />
        {translation.t('Add to calendar')}
        <About text={recordName(record, 'Event', translation)} />
      </a>
    </p>
  );
}
