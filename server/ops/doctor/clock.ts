import { ok, warn, fail, type Check } from './check.ts';
import { dayInIndia } from '../../../shared/dates.ts';

/** A clock of another machine and a slow answer explain so much, in seconds. */
const TOLERATED_SECONDS = 60;
/** Beyond it links and tokens expire too early or too late, in seconds. */
const WRONG_SECONDS = 300;

/**
 * This machine's clock against the Date of an answer (RFC 9110, 6.6.1).
 * @param date null when there was no answer to compare with.
 */
export function* checkClock(date: string | null, now: Date): Generator<Check> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  yield ok('time-zone', `${zone} here; days are those of India: ${dayInIndia(now)}`);
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return;
  const seconds = Math.round((now.getTime() - theirs) / 1_000);
  const what = `this clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the provider's`;
  const remedy =
    'set the clock by NTP: timedatectl set-ntp true; if it is right, tell the provider';
  if (Math.abs(seconds) <= TOLERATED_SECONDS) yield ok('clock', what);
  else yield (Math.abs(seconds) > WRONG_SECONDS ? fail : warn)('clock', what, remedy);
}
