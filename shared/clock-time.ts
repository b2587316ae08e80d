import type { Translation } from './translation.ts';

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
