import { readFile } from 'node:fs/promises';
import { ok, warn, type Check } from './check.ts';
import { unlessMissing } from '../../system-errors.ts';

/** Where docs/operations.md installs it. */
const LOGROTATE = '/etc/logrotate.d/gis-site';

/** Whether nginx's logs are kept as long as the privacy page says. Nothing without the file. */
export async function* checkLogDays(logDays: number, file = LOGROTATE): AsyncGenerator<Check> {
  const text = await unlessMissing(readFile(file, 'utf8'));
  if (text === null) return;
  const days = /^\s*rotate (\d+)$/m.exec(text)?.[1] ?? 'an unknown number of';
  const what = `logs are kept for ${days} days, and the privacy page says ${logDays}`;
  yield days === String(logDays)
    ? ok('log-days', what)
    : warn(
        'log-days',
        what,
        `logDays of content/site.json and "rotate" of ${file}: the same number`,
      );
}
