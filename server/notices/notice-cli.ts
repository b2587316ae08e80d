import { parseArgs } from 'node:util';
import type { Environment } from '../config.ts';
import { parseInWords } from '../content/content-words.ts';
import { formatFinding } from '../content/problem.ts';
import { UnusableDatabaseError } from '../database/database-error.ts';
import { withStores } from '../outbox/with-stores.ts';
import { isWrongUse, type CommandResult } from '../start-command.ts';
import { errorCode } from '../system-errors.ts';
import { CAMPUSES } from '../../shared/campuses.ts';
import { dayInIndia } from '../../shared/dates.ts';
import { cleanLine } from '../../shared/forms/text.ts';
import {
  MAX_NOTICE_CHARACTERS,
  noticeSchema,
  type StoredNotice,
} from '../../shared/urgent-notices.ts';
import { NoticeStore } from './notice-store.ts';

const USAGE = `Usage: npm run notice -- --until DAY [--campus NAME] [--closed DAY] [--hi TEXT] TEXT
       npm run notice -- list | clear [NUMBER]

  --until   the last day on which it is shown, such as 2026-11-30
  --campus  farrukhabad or nekpur; without it both
  --closed  the first day on which school is closed, up to the day of --until
  --hi      the text of Hindi pages; without it they show TEXT

A text has ${MAX_NOTICE_CHARACTERS} characters at most.
All pages of all instances show it within 10 seconds, and no longer after its day.
Exit codes: 0 done, 1 not done, 2 wrong use, 3 the folder or the database cannot be used.
`;

const OPTIONS = {
  until: { type: 'string' },
  campus: { type: 'string' },
  closed: { type: 'string' },
  hi: { type: 'string' },
} as const;

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
  return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
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
  const { value, errors } = parseInWords(noticeSchema, {
    text: cleanLine(first),
    hindi: values.hi === undefined ? null : cleanLine(values.hi),
    campus: values.campus?.toUpperCase() ?? null,
    issued: now.toISOString(),
    until: values.until,
    closedFrom: values.closed ?? null,
  });
  if (value === null) return { code: 2, text: `${errors.map(formatFinding).join('\n')}\n` };
  const { until, closedFrom } = value;
  if (until < today) return { code: 2, text: `until: is over: today is ${today}\n` };
  if (closedFrom !== null && closedFrom > until)
    return { code: 2, text: 'closed: must not be after until\n' };
  await store.add(value);
  const over = (await store.read()).filter((notice) => notice.until < today);
  await store.remove(over.map(({ id }) => id));
  return { code: 0, text: listOf(await shown()) };
}

function listOf(notices: readonly StoredNotice[]): string {
  if (notices.length === 0) return 'No urgent notice is shown.\n';
  return notices
    .map(({ id, text, campus, until, closedFrom }) => {
      const where = campus ?? CAMPUSES.join(' and ');
      const closed = closedFrom === null ? '' : `, school closed from ${closedFrom}`;
      return `${id}  ${where}, until ${until}${closed}: ${text}\n`;
    })
    .join('');
}
