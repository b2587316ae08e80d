import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Environment } from '../config.ts';
import { UnusableDatabaseError } from '../database/database-error.ts';
import { isWrongUse, type CommandResult } from '../start-command.ts';
import { errorCode } from '../system-errors.ts';
import { parseEntry } from './entry.ts';
import { moveSubmissions } from './move-submissions.ts';
import { OUTBOX_LIMITS } from './outbox-limits.ts';
import { FILE_MODE } from '../storage.ts';
import type { SubmissionRow } from './submission-row.ts';
import type { SubmissionStore } from './submission-store.ts';
import { withStores } from './with-stores.ts';

const USAGE = `Usage: npm run outbox -- <command> [--json] [--data <folder>]

  list                          what waits, what was rejected or cannot be read, and what
                                the provider may have twice
  show <reference> [--cv FILE]  one entry with all that the visitor sent; its CV into a new file
  retry <reference> | --all     send again now; a dead letter goes back to the queue
  delete <reference> [--force]  remove a dead letter; --force also one that still waits
  to-files                      move all that the database of DATABASE_URL holds into the data folder

With DATABASE_URL these are the entries of the database, and of this machine's disk.
Exit codes: 0 done, 1 nothing found or not done, 2 wrong use, 3 the folder or the database cannot be read.
`;

/** DATABASE_URL is none: it has a password, and all users of the machine can read arguments. */
const OPTIONS = {
  data: { type: 'string' },
  cv: { type: 'string' },
  json: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
} as const;

/** How long `to-files` waits for attempts in progress. */
const LEASES_MS = 1.5 * OUTBOX_LIMITS.leaseMs;
const POLL_MS = 500;

type Found = SubmissionRow & { store: SubmissionStore };
/** The stores, what was found by the reference or (null) all, and the options. */
type Input = {
  local: SubmissionStore;
  /** It is null without DATABASE_URL. */
  shared: SubmissionStore | null;
  reference: string | null;
  found: readonly Found[];
  cv: string | undefined;
  force: boolean;
};
type Result = CommandResult & { value?: unknown };

/** A key has the words of the command line. A result is null when nothing was found by the reference. */
const COMMANDS: Readonly<Record<string, (input: Input) => Promise<Result | null>>> = {
  async list({ found, local, shared }) {
    const repeats = await (shared ?? local).repeats();
    const rows = [...found, ...repeats].map(toOutboxRow);
    const lines = rows.map((row) =>
      Object.values({ ...row, acceptedAt: row.acceptedAt.slice(0, 19) }),
    );
    const text = rows.length === 0 ? 'The outbox is empty.\n' : formatColumns([HEAD, ...lines]);
    return { code: 0, text, value: rows };
  },
  async 'show <reference>'({ found: [first], cv: path }) {
    if (first === undefined) return null;
    const cv = await first.store.cv(first.id);
    const entry = parseEntry(first.payload, cv?.length ?? 0);
    if (entry === null) return unreadable('outbox', 'CORRUPT');
    if (path !== undefined && cv === null) return { code: 1, text: 'It has no CV.\n' };
    if (path !== undefined && cv !== null)
      await writeFile(path, cv, { flag: 'wx', mode: FILE_MODE });
    const row = toOutboxRow(first);
    const cvLine = entry.cv && {
      cv: `${entry.cv.name} (${entry.cv.size} bytes, --cv FILE writes it)`,
    };
    const text = formatColumns(Object.entries({ ...row, ...entry.fields, ...cvLine }));
    return { code: 0, text, value: { row, entry } };
  },
  'retry <reference>': retry,
  'retry --all': retry,
  async 'delete <reference>'({ found: [first], force }) {
    if (first === undefined) return null;
    if (first.state === 'waiting' && !force) {
      const text = 'Not deleted: the provider does not have it yet. Use --force to lose it.\n';
      return { code: 1, text, value: { result: 'waiting' } };
    }
    await first.store.discard(first.id);
    return { code: 0, text: 'Deleted.\n', value: { result: 'deleted' } };
  },
  async 'to-files'({ shared, local }) {
    if (shared === null) return { code: 1, text: 'DATABASE_URL is not set.\n' };
    let moved = await moveSubmissions(shared, local);
    // A lease of a process that was killed has expired then.
    const endMs = performance.now() + LEASES_MS;
    let left = (await shared.rows()).length;
    while (left > 0 && performance.now() < endMs) {
      await setTimeout(POLL_MS);
      moved += await moveSubmissions(shared, local);
      left = (await shared.rows()).length;
    }
    const text = `${moved} moved into the data folder.\n`;
    if (left === 0) return { code: 0, text, value: { moved } };
    return {
      code: 1,
      text: `${text}${left} are being sent now: stop all instances, and repeat it.\n`,
    };
  },
};

async function retry({ found, reference }: Input): Promise<Result | null> {
  if (reference !== null && found.length === 0) return null;
  for (const store of new Set(found.map((one) => one.store))) await store.requeue(reference);
  const retried = found.length;
  return { code: 0, text: `${retried} to be sent again now.\n`, value: { retried } };
}

/** The head of `list` has the order of `toOutboxRow`. */
const HEAD = ['REFERENCE', 'STATE', 'FORM', 'CAMPUS', 'ACCEPTED (UTC)', 'ATTEMPTS', 'NOTE'];

/** A line of `list`: nothing personal. */
function toOutboxRow(row: SubmissionRow) {
  const { reference, form, campus, attempts, accepted, state } = row;
  const acceptedAt = new Date(accepted).toISOString();
  // The provider may have it already.
  const repeat = row.is_cut_off === 0 ? '' : '; may be a repeat';
  const note = formatState(row) + repeat;
  return { reference, state, form, campus, acceptedAt, attempts, note };
}

/** The result of the last attempt, or the time of the next one. */
function formatState({ state, reason, cause, lease, waitMs }: SubmissionRow): string {
  if (state === 'delivered') return 'delivered';
  if (reason !== null) return `${reason}: ${cause}`;
  if (lease !== null) return 'being sent';
  if (cause === null) return 'not attempted yet';
  return `${cause}, next ${new Date(Date.now() + Math.max(0, waitMs)).toISOString()}`;
}

function formatColumns(lines: readonly (readonly unknown[])[]): string {
  const cells = lines.map((line) => line.map(String));
  const widths = cells[0]?.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  return cells
    .map((line) => line.map((cell, at) => cell.padEnd(widths?.[at] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/**
 * Runs one command, also while the site runs. Its text is for stdout after the exit code 0, else for stderr.
 * @param args what follows the script's name.
 */
export async function runOutboxCli(
  args: readonly string[],
  { DATA_DIR, DATABASE_URL }: Environment,
): Promise<CommandResult> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: OPTIONS,
    });
    const { data, cv, force, all, json } = values;
    const [name = '', typed, ...more] = positionals;
    const reference = typed?.toUpperCase() ?? null;
    const words = [name, typed && '<reference>', ...more, all && '--all'].filter(Boolean);
    const command = COMMANDS[words.join(' ')];
    if (command === undefined) return { code: 2, text: USAGE };
    const dataDir = data ?? (DATA_DIR || './data');
    const databaseUrl = DATABASE_URL || null;
    return await withStores({ dataDir, databaseUrl }, async ({ local, shared, existing }) => {
      if (existing.length === 0) return unreadable('outbox', 'ENOENT');
      const found: Found[] = [];
      for (const store of existing.toReversed())
        for (const row of await store.rows())
          if (reference === null || row.reference === reference) found.push({ ...row, store });
      const result = await command({ local, shared, reference, found, cv, force });
      const none = `No entry ${typed}. Delivered entries are not stored.\n`;
      const { code, text, value } = result ?? { code: 1, text: none };
      return {
        code,
        text: json && value !== undefined ? `${JSON.stringify(value, null, 2)}\n` : text,
      };
    });
  } catch (error) {
    const code = errorCode(error);
    if (isWrongUse(error)) return { code: 2, text: USAGE };
    if (error instanceof UnusableDatabaseError) return unreadable('database', error.message);
    if (code === 'EEXIST') return { code: 1, text: 'The file for the CV exists already.\n' };
    return unreadable('outbox', code ?? (error instanceof Error ? error.stack : String(error)));
  }
}

function unreadable(what: string, cause: string | undefined) {
  return { code: 3, text: `The ${what} cannot be read: ${cause}\n` };
}
