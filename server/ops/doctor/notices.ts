import { fail, warn, type Check } from './check.ts';
import type { Settings } from '../../config.ts';
import { NoticeStore } from '../../notices/notice-store.ts';
import { withStores } from '../../outbox/with-stores.ts';
import { errorCode } from '../../system-errors.ts';
import { CAMPUSES } from '../../../shared/campuses.ts';
import { dayInIndia } from '../../../shared/dates.ts';
import type { Site } from '../../../shared/content.ts';
import type { ReadRows } from '../../provider/read-rows.ts';
import { selectUrgentNotices } from '../../../shared/urgent-notices.ts';

/** Those of `npm run notice`. */
export async function* checkStoredNotices(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
): AsyncGenerator<Check> {
  try {
    const today = dayInIndia(new Date());
    const notices = await withStores(settings, async ({ existing }) => {
      const store = existing.at(-1);
      return store === undefined ? [] : await new NoticeStore(store.engine).read();
    });
    for (const { text, campus, until } of notices)
      if (today <= until)
        yield warn(
          'urgent-notice',
          `${campus ?? CAMPUSES.join(' and ')}, until ${until}: ${text}`,
          'when it is over: `npm run notice -- clear`',
        );
  } catch (error) {
    // The check of the database reports it.
    if (settings.databaseUrl !== null) return;
    const cause = errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
    yield fail(
      'urgent-notice',
      `the urgent notices cannot be read: ${cause}`,
      '`npm run notice -- clear`, then write them again',
    );
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
