import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorCode } from './durable-files.ts';
import {
  createOutboxCommands,
  type OutboxCommands,
  type OutboxDetails,
  type OutboxRow,
} from './outbox-commands.ts';

const USAGE = `Usage: npm run outbox -- <command> [--json] [--data <folder>]

  list                          what waits, what was rejected, what cannot be read
  show <reference>              one entry with all that the visitor sent
  retry <reference> | --all     send again now; a dead letter goes back to the queue
  delete <reference> [--force]  remove a dead letter; --force also one that still waits

Exit codes: 0 done, 1 nothing found or not done, 2 wrong use, 3 the folder cannot be read.
`;

type Options = {
  json?: boolean | undefined;
  all?: boolean | undefined;
  force?: boolean | undefined;
};
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
    return details === null
      ? notFound(reference)
      : { code: 0, text: print(details, sheetOf(details)) };
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
  return { code: 2, text: USAGE };
}

function notFound(reference: string): Output {
  return { code: 1, text: `No entry ${reference}. Delivered entries are not stored.\n` };
}

function tableOf(rows: readonly OutboxRow[]): string {
  if (rows.length === 0) return 'The outbox is empty.\n';
  const lines = rows.map((row) => [
    row.reference,
    row.state,
    row.form,
    row.campus,
    row.acceptedAt.slice(0, 19),
    String(row.attempts),
    row.note,
  ]);
  const table = [
    ['REFERENCE', 'STATE', 'FORM', 'CAMPUS', 'ACCEPTED (UTC)', 'ATTEMPTS', 'NOTE'],
    ...lines,
  ];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  return table
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function sheetOf({ row, entry, cvPath }: OutboxDetails): string {
  const fields = {
    ...row,
    ...entry.fields,
    ...(entry.cv === null
      ? {}
      : { cv: `${entry.cv.name} (${entry.cv.size} bytes)`, file: cvPath ?? '' }),
  };
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields)
    .map(([name, value]) => `${name.padEnd(width)}  ${String(value)}\n`)
    .join('');
}

async function main(): Promise<Output> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        data: { type: 'string', default: './data' },
        json: { type: 'boolean' },
        all: { type: 'boolean' },
        force: { type: 'boolean' },
      },
    });
    const [command, reference, ...more] = positionals;
    if (more.length > 0) return { code: 2, text: USAGE };
    const commands = createOutboxCommands(join(values.data, 'outbox'));
    return await run(command, reference, { commands, options: values });
  } catch (error) {
    const code = errorCode(error);
    if (code?.startsWith('ERR_PARSE_ARGS') === true) return { code: 2, text: USAGE };
    const stack = error instanceof Error ? error.stack : String(error);
    return { code: 3, text: `The outbox cannot be read: ${code ?? stack}\n` };
  }
}

const { code, text } = await main();
(code === 0 ? process.stdout : process.stderr).write(text);
process.exitCode = code;
