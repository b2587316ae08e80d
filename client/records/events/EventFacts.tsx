import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { useTranslation } from '../../translation.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { formatShort } from '../../../shared/dates.ts';
import type { SchoolEvent } from '../../../shared/records/events.ts';

export function EventFacts({ event }: { event: Pick<SchoolEvent, 'day' | 'time' | 'venue'> }) {
  const { day, time, venue } = event;
  const { date } = useTranslation();
  return (
    <ul className="facts">
      {day !== null && (
        <Fact icon="calendar" name="Date">
          <time dateTime={day}>{date(formatShort(day))}</time>
        </Fact>
      )}
      {time !== '' && (
        <Fact icon="clock" name="Time">
          <MixedText text={time} />
        </Fact>
      )}
      {venue !== '' && (
        <Fact icon="place" name="Venue">
          <MixedText text={venue} />
        </Fact>
      )}
    </ul>
  );
}

function Fact({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <li>
      <Icon name={icon} />
      <span className="visually-hidden">{t(name)}: </span>
      {children}
    </li>
  );
}
