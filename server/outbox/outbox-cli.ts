import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { errorCode } from '../system-errors.ts';
import { NoDatabaseError, openOutboxCommands } from './outbox-commands.ts';
import type { OutboxCommands, OutboxDetails, OutboxRow } from './outbox-commands.ts';
import { FILE_MODE } from './storage.ts';

const USAGE = `Usage: npm run outbox -- <command> [--json] [--data <folder>]

  list                          what waits, what was rejected, what cannot be read
  show <reference> [--cv FILE]  one entry with all that the visitor sent; its CV into a new file
  retry <reference> | --all     send again now; a dead letter goes back to the queue
  delete <reference> [--force]  remove a dead letter; --force also one that still waits
  to-files                      move all that the database of DATABASE_URL holds into the data folder

With DATABASE_URL these are the entries of the database, and of this machine's disk.
Exit codes: 0 done, 1 nothing found or not done, 2 wrong use, 3 the folder or the database cannot be read.
`;

const OPTIONS = {
  data: { type: 'string', default: './data' },
  cv: { type: 'string' },
  json: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
} as const;

type Result = { code: number; text: string; value?: unknown };
type Command = (
  commands: OutboxCommands,
  reference: string,
  options: { cv?: string; force: boolean },
) => Promise<Result>;

const COMMANDS: Readonly<Record<string, Command>> = {
  async list(commands) {
    const rows = await commands.list();
    return { code: 0, text: tableOf(rows), value: rows };
  },
  async 'show <reference>'(commands, reference, { cv }) {
    const details = await commands.show(reference);
    if (details === null) return notFound(reference);
    if (cv !== undefined) {
      if (details.cv === null) return { code: 1, text: 'It has no CV.\n' };
      await writeFile(cv, details.cv, { flag: 'wx', mode: FILE_MODE });
    }
    const { row, entry } = details;
    return { code: 0, text: sheetOf(details), value: { row, entry } };
  },
  async 'retry <reference>'(commands, reference) {
    const count = await commands.retry(reference);
    return count === 0 ? notFound(reference) : retried(count);
  },
  'retry --all': async (commands) => retried(await commands.retry(null)),
  async 'delete <reference>'(commands, reference, { force }) {
    const result = await commands.delete(reference, { force });
    if (result === 'not-found') return notFound(reference);
    if (result === 'deleted') return { code: 0, text: 'Deleted.\n', value: { result } };
    const text = 'Not deleted: the provider does not have it yet. Use --force to lose it.\n';
    return { code: 1, text, value: { result } };
  },
  async 'to-files'(commands) {
    const moved = await commands.moveToFile();
    if (moved === null) return { code: 1, text: 'DATABASE_URL is not set.\n' };
    return { code: 0, text: `${moved} moved into the data folder.\n`, value: { moved } };
  },
};

function retried(count: number): Result {
  return { code: 0, text: `${count} to be sent again now.\n`, value: { retried: count } };
}

function notFound(reference: string): Result {
  return { code: 1, text: `No entry ${reference}. Delivered entries are not stored.\n` };
}

function tableOf(rows: readonly OutboxRow[]): string {
  if (rows.length === 0) return 'The outbox is empty.\n';
  const head = ['REFERENCE', 'STATE', 'FORM', 'CAMPUS', 'ACCEPTED (UTC)', 'ATTEMPTS', 'NOTE'];
  const lines = rows.map(({ reference, state, form, campus, acceptedAt, attempts, note }) =>
    [reference, state, form, campus, acceptedAt.slice(0, 19), attempts, note].map(String),
  );
  const widths = head.map((_, at) =>
    Math.max(...[head, ...lines].map((line) => line[at]?.length ?? 0)),
  );
  return [head, ...lines]
    .map((line) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function sheetOf({ row, entry: { fields, cv } }: OutboxDetails): string {
  const cvLine = cv && { cv: `${cv.name} (${cv.size} bytes, --cv FILE writes it)` };
  const sheet = { ...row, ...fields, ...cvLine };
  const width = Math.max(...Object.keys(sheet).map((name) => name.length));
  return Object.entries(sheet)
    .map(([name, value]) => `${name.padEnd(width)}  ${String(value)}\n`)
    .join('');
}

/**
 * Runs one command. Its text is for stdout after the exit code 0, else for stderr.
 * @param args what follows the script's name.
 */
export async function runOutboxCli(
  args: readonly string[],
  databaseUrl: string | null,
): Promise<{ code: number; text: string }> {
  let commands: OutboxCommands | undefined;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: OPTIONS,
    });
    const [name = '', reference, ...more] = positionals;
    const given = [name, ...(reference === undefined ? [] : ['<reference>']), ...more];
    const command = COMMANDS[[...given, ...(values.all ? ['--all'] : [])].join(' ')];
    if (command === undefined) return { code: 2, text: USAGE };
    commands = await openOutboxCommands(values.data, databaseUrl);
    const { code, text, value } = await command(commands, reference ?? '', values);
    const json = `${JSON.stringify(value, null, 2)}\n`;
    return { code, text: values.json && value !== undefined ? json : text };
  } catch (error) {
    if (error instanceof NoDatabaseError)
      return { code: 3, text: `The database cannot be read: ${error.message}\n` };
    const code = errorCode(error);
    if (code?.startsWith('ERR_PARSE_ARGS') === true) return { code: 2, text: USAGE };
    if (code === 'EEXIST') return { code: 1, text: 'The file for the CV exists already.\n' };
    const stack = error instanceof Error ? error.stack : String(error);
    return { code: 3, text: `The outbox cannot be read: ${code ?? stack}\n` };
  } finally {
    await commands?.close();
  }
}
