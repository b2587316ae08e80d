import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { runOutboxCli } from '../../server/outbox/outbox-cli.ts';

type State = 'waiting' | 'delivered' | 'dead' | 'corrupt';
type Row = { id: string; reference: string; state: State; payload: string | null };

/** What the table of a data folder holds, oldest first. */
export function rowsIn(dataDir: string, state?: State): Row[] {
  const path = join(dataDir, 'outbox.db');
  if (!existsSync(path)) return [];
  const database = new DatabaseSync(path, { timeout: 5_000 });
  try {
    const rows = database
      .prepare('select id, reference, state, payload from submission order by accepted')
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
  const all = ['--json', '--data', dataDir, ...args];
  const { code, text } = await runOutboxCli(all, databaseUrl ?? null);
  if (code !== 0) throw new Error(text);
  return JSON.parse(text);
}
