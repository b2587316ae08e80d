import type { Check } from './check.ts';
import { quickChecks } from './doctor.ts';
import { findSamples } from './public-check.ts';
import type { Settings } from '../../config.ts';
import type { Log } from '../../log/log.ts';

/** Logs failed checks and the number of sample values. Never rejects. */
export async function logQuickChecks(
  settings: Settings,
  { contentFolder, log }: { contentFolder: string; log: Log },
): Promise<void> {
  try {
    const checks: Check[] = [];
    for await (const check of quickChecks(settings, contentFolder)) checks.push(check);
    const failed = checks.filter(({ state }) => state !== 'ok').map(({ id }) => id);
    const line = { event: 'doctor' as const, count: failed.length, checks: failed };
    if (failed.length === 0) log.info(line);
    else log.warn({ ...line, cause: '`npm run doctor` prints the remedies' });
    const { length: count } = await findSamples(contentFolder, settings);
    if (count > 0)
      log.warn({ event: 'sample-left', count, cause: '`npm run check:public` lists them' });
  } catch (error) {
    log.error({
      event: 'doctor',
      cause: error instanceof Error ? error.message : 'unknown',
      stack: error instanceof Error ? error.stack : undefined,
    });
  }
}
