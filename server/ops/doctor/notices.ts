import { fail, warn, type Check } from './check.ts';
import type { Settings } from '../../config.ts';
import { Database } from '../../database/database.ts';
import { NoticeStore } from '../../notices/notice-store.ts';
import { errorCode } from '../../system-errors.ts';
import { CAMPUSES } from '../../../shared/campuses.ts';
import { dayInIndia } from '../../../shared/dates.ts';
import type { Site } from '../../../shared/content.ts';
import type { ReadRows } from '../../provider/read-rows.ts';
import { selectUrgentNotices } from '../../../shared/urgent-notices.ts';

/** Those of `npm run notice`. */
export async function* checkStoredNotices({
  dataDir,
  databaseUrl,
}: Pick<Settings, 'dataDir' | 'databaseUrl'>): AsyncGenerator<Check> {
  const database =
    databaseUrl === null ? null : new Database({ url: databaseUrl, isCommand: true });
  try {
    const today = dayInIndia(new Date());
    for (const { text, campus, until } of await new NoticeStore({ dataDir, database }).read())
      if (today <= until)
        yield warn(
          'urgent-notice',
          `${campus ?? CAMPUSES.join(' and ')}, until ${until}: ${text}`,
          'when it is over: `npm run notice -- clear`',
        );
  } catch (error) {
    // The check of the database reports it.
    if (database !== null) return;
    const cause = errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
    yield fail(
      'urgent-notice',
      `the urgent notices cannot be read: ${cause}`,
      '`npm run notice -- clear`, then write them again',
    );
  } finally {
    await database?.close();
  }
}

/** Highlights of the platform that are urgent notices. */
export function checkUrgentHighlights(
  records: ReadRows['records'],
  rule: Site['urgentNotices'],
): Check[] {
  const today = dayInIndia(new Date());
  return CAMPUSES.flatMap((campus) =>
    selectUrgentNotices({
      stored: [],
      highlights: records[campus].flatMap((record) => ('title' in record ? record : [])),
      rule,
      campus,
      language: 'en',
      today,
    }).map(({ text }) =>
      warn(
        'urgent-notice',
        `${campus}: ${text}`,
        'when it is over: delete the highlight in the platform',
      ),
    ),
  );
}
