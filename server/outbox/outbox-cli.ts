import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { errorCode } from '../system-errors.ts';
import { NoDatabaseError, openOutboxCommands } from './outbox-commands.ts';
import type { OutboxCommands, OutboxDetails, OutboxRow } from './outbox-commands.ts';
import { FILE_MODE } from './storage-error.ts';

const USAGE = `Usage: npm run outbox -- <command> [--json] [--data <folder>]

  list                          what waits, what was rejected, what cannot be read
  show <reference> [--cv FILE]  one entry with all that the visitor sent; its CV into a new file
  retry <reference> | --all     send again now; a dead letter goes back to the queue
  delete <reference> [--force]  remove a dead letter; --force also one that still waits
  to-files                      move all that the database of DATABASE_URL holds into the data folder

With DATABASE_URL these are the entries of the database, and of this machine's disk.
Exit codes: 0 done, 1 nothing found or not done, 2 wrong use, 3 the folder or the database cannot be read.
`;

type Options = {
  json?: boolean | undefined;
  all?: boolean | undefined;
  force?: boolean | undefined;
  cv?: string | undefined;
};
/** What a command prints, on stdout after 0 and on stderr after any other exit code. */
type Output = { code: number; text: string };

async function run(
  command: string | undefined,
  reference: string | undefined,
  { commands, options }: { commands: OutboxCommands; options: Options },
): Promise<Output> {
  const print = (value: unknown, text: string) =>
    options.json === true ? `${JSON.stringify(value, null, 2)}\n` : text;
  if (command === 'list' && reference === undefined) {
    const rows = await commands.list();
    return { code: 0, text: print(rows, tableOf(rows)) };
  }
  if (command === 'show' && reference !== undefined) {
    const details = await commands.show(reference);
    if (details === null) return notFound(reference);
    if (options.cv !== undefined) {
      if (details.readCv === null) return { code: 1, text: 'It has no CV.\n' };
      await writeFile(options.cv, await details.readCv(), { flag: 'wx', mode: FILE_MODE });
    }
    return { code: 0, text: print(details, sheetOf(details)) };
  }
  if (command === 'retry' && (reference !== undefined) !== (options.all === true)) {
    const count = await commands.retry(reference ?? null);
    if (count === 0 && reference !== undefined) return notFound(reference);
    return { code: 0, text: print({ retried: count }, `${count} to be sent again now.\n`) };
  }
  if (command === 'delete' && reference !== undefined) {
    const result = await commands.delete(reference, { force: options.force === true });
    if (result === 'not-found') return notFound(reference);
    const words = {
      deleted: 'Deleted.',
      waiting: 'Not deleted: the provider does not have it yet. Use --force to lose it.',
    };
    return { code: result === 'deleted' ? 0 : 1, text: print({ result }, `${words[result]}\n`) };
  }
  if (command === 'to-files' && reference === undefined) {
    const count = await commands.moveToFile();
    if (count === null) return { code: 1, text: 'DATABASE_URL is not set.\n' };
    return { code: 0, text: print({ moved: count }, `${count} moved into the data folder.\n`) };
  }
  return { code: 2, text: USAGE };
}

function notFound(reference: string): Output {
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
  const sheet = {
    ...row,
    ...fields,
    ...(cv === null ? {} : { cv: `${cv.name} (${cv.size} bytes, --cv FILE writes it)` }),
  };
  const width = Math.max(...Object.keys(sheet).map((name) => name.length));
  return Object.entries(sheet)
    .map(([name, value]) => `${name.padEnd(width)}  ${String(value)}\n`)
    .join('');
}

/**
 * Runs one command.
 * @param args what follows the script's name.
 * @param databaseUrl null: the folder is all there is.
 */
export async function runOutboxCli(
  args: readonly string[],
  databaseUrl: string | null,
): Promise<Output> {
  let commands: OutboxCommands | undefined;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        data: { type: 'string', default: './data' },
        cv: { type: 'string' },
        json: { type: 'boolean' },
        all: { type: 'boolean' },
        force: { type: 'boolean' },
      },
    });
    const [command, reference, ...more] = positionals;
    if (more.length > 0 || command === undefined) return { code: 2, text: USAGE };
    commands = await openOutboxCommands(values.data, databaseUrl);
    return await run(command, reference, { commands, options: values });
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
