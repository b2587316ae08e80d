import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { errorCode } from '../../server/system-errors.ts';
import { runOutboxCli } from '../../server/outbox/outbox-cli.ts';

type State = 'waiting' | 'delivered' | 'dead';
type Row = {
  id: string;
  reference: string;
  state: State;
  payload: string | null;
  finished: number | null;
  is_cut_off: number;
};

/** What the table of a data folder holds, oldest first. */
export function rowsIn(dataDir: string, state?: State): Row[] {
  const path = join(dataDir, 'outbox.db');
  if (!existsSync(path)) return [];
  const database = new DatabaseSync(path, { timeout: 5_000 });
  try {
    const rows = database
      .prepare(
        'select id, reference, state, payload, finished, is_cut_off from submission order by accepted',
      )
      .all() as Row[];
    return rows.filter((row) => state === undefined || row.state === state);
  } finally {
    database.close();
  }
}

export function changeIn(dataDir: string, text: string): void {
  const database = new DatabaseSync(join(dataDir, 'outbox.db'), { timeout: 5_000 });
  database.exec(text);
  database.close();
}

/** Runs a command of `npm run outbox`, and returns its JSON. */
export async function runOutbox(dataDir: string, args: readonly string[], databaseUrl?: string) {
  const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const { code, text } = await runOutboxCli(['--json', ...args], environment);
  if (code !== 0) throw new Error(text);
  return JSON.parse(text);
}

export function everyPath(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [folder, ...names.map((name) => join(folder, name))];
}

/** Every path and the bytes of every file, as text to search. */
export function everythingIn(folder: string): string {
  return everyPath(folder)
    .map((path) => `${path}\n${contentOf(path)}`)
    .join('\n');
}

/** Empty for a folder, and for a file that an instance has removed. */
function contentOf(path: string): string {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'latin1') : '';
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}
