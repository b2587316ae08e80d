import { parseArgs } from 'node:util';
import type { Environment } from '../config.ts';
import { UnusableDatabaseError } from '../database/database-error.ts';
import { withStores } from '../outbox/with-stores.ts';
import { isWrongUse, type CommandResult } from '../start-command.ts';
import { errorCode } from '../system-errors.ts';
import { ALL_CAMPUSES, CAMPUSES } from '../../shared/campuses.ts';
import { CLASSES, formatClasses } from '../../shared/classes.ts';
import { dayInIndia } from '../../shared/dates.ts';
import type { SchoolChange } from '../../shared/school-days.ts';
import { ENGLISH } from '../../shared/translation.ts';
import {
  MAX_NOTICE_CHARACTERS,
  noticeChanges,
  type StoredNotice,
} from '../../shared/urgent-notices.ts';
import { NoticeStore } from './notice-store.ts';
import { NOTICE_OPTIONS, parseNotice } from './parse-notice.ts';

const USAGE = `Usage: npm run notice -- --until DAY [OPTIONS] TEXT
       npm run notice -- list | clear [NUMBER]

  --until    the last day on which it is shown, such as 2026-11-30
  --campus   ${CAMPUSES.join(' or ').toLowerCase()}; without it ${ALL_CAMPUSES}
  --closed   the first day on which school is closed, up to the day of --until
  --classes  who is closed, such as "Nursery to VIII"; without it all
  --opens    when the other classes open, such as 10:00 or "10 AM"; without
             --closed, when those of --classes open
  --from     without --closed, the first day of --opens; without it today
  --hi       the text of Hindi pages; without it they show TEXT

A text has ${MAX_NOTICE_CHARACTERS} characters at most.
All pages of all instances show it within 10 seconds, and no longer after its day.
Exit codes: 0 done, 1 not done, 2 wrong use, 3 the folder or the database cannot be used.
`;

type Input = Pick<ReturnType<typeof parseInput>, 'values' | 'positionals'> & { now: Date };

/** Runs one command. Its text is for stdout after the exit code 0, else for stderr. */
export async function runNoticeCli(
  args: readonly string[],
  { DATA_DIR, DATABASE_URL }: Environment,
  now = new Date(),
): Promise<CommandResult> {
  try {
    const { values, positionals } = parseInput(args);
    const stores = { dataDir: DATA_DIR || './data', databaseUrl: DATABASE_URL || null };
    return await withStores(stores, async ({ existing }) => {
      const store = existing.at(-1);
      return store === undefined
        ? { code: 3, text: 'There is no outbox.db: run this on the server, in its folder\n' }
        : await runCommand(new NoticeStore(store.engine), { values, positionals, now });
    });
  } catch (error) {
    if (isWrongUse(error)) return { code: 2, text: USAGE };
    if (error instanceof UnusableDatabaseError)
      return { code: 3, text: `The database cannot be used: ${error.message}\n` };
    const cause = errorCode(error) ?? (error instanceof Error ? error.name : String(error));
    return { code: 3, text: `The notices cannot be read or written: ${cause}\n` };
  }
}

function parseInput(args: readonly string[]) {
  return parseArgs({ args: [...args], allowPositionals: true, options: NOTICE_OPTIONS });
}

async function runCommand(
  store: NoticeStore,
  { values, positionals, now }: Input,
): Promise<CommandResult> {
  const today = dayInIndia(now);
  const shown = async () => (await store.read()).filter(({ until }) => today <= until);
  const [first, ...more] = positionals;
  if (first === undefined) return { code: 2, text: USAGE };
  if (first === 'list') return { code: 0, text: listOf(await shown()) };
  if (first === 'clear') {
    const ids = await store.ids();
    const unknown = more.find((id) => !ids.includes(id));
    if (unknown !== undefined)
      return {
        code: 1,
        text: `There is no notice ${unknown}: npm run notice -- list has the numbers\n`,
      };
    const removed = more.length === 0 ? ids : more;
    await store.remove(removed);
    return { code: 0, text: `${removed.length} removed.\n${listOf(await shown())}` };
  }
  if (more.length > 0) return { code: 2, text: `Put the text between quotation marks.\n${USAGE}` };
  const parsed = parseNotice(values, first, now);
  if ('errors' in parsed) return { code: 2, text: `${parsed.errors.join('\n')}\n` };
  await store.add(parsed.notice);
  const over = (await store.read()).filter((notice) => notice.until < today);
  await store.remove(over.map(({ id }) => id));
  return { code: 0, text: listOf(await shown()) };
}

function listOf(notices: readonly StoredNotice[]): string {
  if (notices.length === 0) return 'No urgent notice is shown.\n';
  return notices
    .map((notice) => {
      const { id, text, campus, until } = notice;
      const where = campus ?? CAMPUSES.join(' and ');
      const changes = noticeChanges(notice).map((change) => `, ${changeText(change)}`);
      return `${id}  ${where}, until ${until}${changes.join('')}: ${text}\n`;
    })
    .join('');
}

function changeText({ classes, days, opens }: SchoolChange): string {
  const who = classes.length === CLASSES.length ? 'school' : formatClasses(classes, ENGLISH);
  const from = days === null ? '' : ` from ${days.from}`;
  return opens === null ? `${who} closed${from}` : `${who} opens at ${opens}${from}`;
}
