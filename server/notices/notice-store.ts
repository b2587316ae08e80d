import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { errorCode, unlessMissing } from '../system-errors.ts';
import type { Database } from '../database/database.ts';
import { storedNoticeSchema, type StoredNotice } from '../../shared/urgent-notices.ts';

/** Notices are public, and the site must be able to read a file that root has written. */
const FILE_MODE = 0o644;

/** SQLSTATEs of a table and a schema that do not exist. */
const MISSING: ReadonlySet<string> = new Set(['42P01', '3F000']);

/** Outside the versioned schema: an older release does not know it, and need not. */
const TABLE = `create table if not exists gis_site.urgent_notice (
  only_row integer primary key check (only_row = 1),
  list text not null
)`;

/** The urgent notices that all instances show: in the database, without one in DATA_DIR. */
export class NoticeStore {
  readonly #file: string;
  readonly #database: Pick<Database, 'query'> | null;

  constructor({
    dataDir,
    database,
  }: {
    dataDir: string;
    database: Pick<Database, 'query'> | null;
  }) {
    this.#file = join(dataDir, 'urgent-notices.json');
    this.#database = database;
  }

  /** @throws the error of the disk or the database; SyntaxError or ZodError for another content */
  async read(): Promise<StoredNotice[]> {
    const text = await (this.#database === null ? this.#readFile() : this.#readRow(this.#database));
    return z.array(storedNoticeSchema).parse(JSON.parse(text ?? '[]'));
  }

  /** @throws the error of the disk or the database */
  async write(notices: readonly StoredNotice[]): Promise<void> {
    const text = JSON.stringify(notices, null, 2);
    if (this.#database === null) {
      const temporary = `${this.#file}.${randomUUID()}`;
      await writeFile(temporary, text, { mode: FILE_MODE });
      await rename(temporary, this.#file);
    } else {
      await this.#database.query(TABLE);
      await this.#database.query(
        `insert into gis_site.urgent_notice values (1, $1)
        on conflict (only_row) do update set list = excluded.list`,
        [text],
      );
    }
  }

  #readFile(): Promise<string | null> {
    return unlessMissing(readFile(this.#file, 'utf8'));
  }

  async #readRow(database: Pick<Database, 'query'>): Promise<string | null> {
    try {
      const { rows } = await database.query('select list from gis_site.urgent_notice');
      return rows.length === 0 ? null : String(rows[0].list);
    } catch (error) {
      if (MISSING.has(errorCode(error) ?? '')) return null;
      throw error;
    }
  }
}
