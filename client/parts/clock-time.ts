import type { Translation } from '../../shared/translation.ts';

const MINUTE_MS = 60 * 1_000;
/** India has had no daylight saving since 1945. */
const INDIA_OFFSET_MS = 5.5 * 60 * MINUTE_MS;

/** Hindi names the part of the day. */
const DAY_PARTS = [
  { until: 4, name: 'at night' },
  { until: 12, name: 'in the morning' },
  { until: 16, name: 'in the afternoon' },
  { until: 20, name: 'in the evening' },
  { until: 24, name: 'at night' },
];

/** `07:30` as `7:30 AM` or `सुबह 7:30 बजे`. */
export function clockTime(time: string, { language, t, date }: Translation): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const shown = `${hours % 12 || 12}:${String(minutes).padStart(2, '0')}`;
  if (language === 'en') return `${shown} ${hours < 12 ? 'AM' : 'PM'}`;
  const part = DAY_PARTS.find(({ until }) => hours < until)?.name ?? '';
  return t("{part} {time} o'clock", { part: t(part), time: date(shown) });
}

/** Of the clock in India: `21:40`. */
export function timeInIndia(instant: Date): string {
  return new Date(instant.getTime() + INDIA_OFFSET_MS).toISOString().slice(11, 16);
}
