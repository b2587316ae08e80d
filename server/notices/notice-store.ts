import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { writeNew } from '../storage.ts';
import { errorCode, unlessMissing } from '../system-errors.ts';
import { noticeSchema, type StoredNotice } from '../../shared/urgent-notices.ts';

/** Notices are public, and the site must be able to read a file that root has written. */
const FILE_MODE = 0o644;
const FILE_NAME = /^urgent-notice-(\d+)\.json$/;

/** SQLSTATEs of a table and a schema that do not exist. */
const MISSING: ReadonlySet<string> = new Set(['42P01', '3F000']);

/** Outside the versioned schema: an older release does not know it, and need not. */
const TABLE = sql`create table if not exists gis_site.notice (
  id integer generated always as identity primary key,
  text text not null
)`;
/** Commands that create a table at once would fail. */
const LOCK = sql`lock table gis_site.format in exclusive mode`;

type NoticeDatabase = Pick<Database, 'batch' | 'query'>;

/** The urgent notices that all instances show: rows of the database, without one files of DATA_DIR. */
export class NoticeStore {
  readonly #dataDir: string;
  readonly #database: NoticeDatabase | null;

  constructor({ dataDir, database }: { dataDir: string; database: NoticeDatabase | null }) {
    this.#dataDir = dataDir;
    this.#database = database;
  }

  /** @throws the error of the disk or the database; SyntaxError or ZodError for another content */
  async read(): Promise<StoredNotice[]> {
    const stored = await this.#stored();
    return stored.map(({ id, text }) => ({ id, ...noticeSchema.parse(JSON.parse(text)) }));
  }

  /** Includes notices that cannot be read. @throws the error of the disk or the database */
  async ids(): Promise<string[]> {
    return (await this.#stored()).map(({ id }) => id);
  }

  /** @throws the error of the disk or the database */
  async add(notice: Omit<StoredNotice, 'id'>): Promise<void> {
    const text = JSON.stringify(notice);
    if (this.#database === null) await this.#addFile(text);
    else {
      const insert = sql`insert into gis_site.notice (text) values (${text})`;
      await this.#database.batch([LOCK, TABLE, insert]);
    }
  }

  /** @throws the error of the disk or the database */
  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids)
      if (this.#database === null) await rm(this.#path(id), { force: true });
      else await this.#database.query('delete from gis_site.notice where id = $1', [id]);
  }

  #path(id: string): string {
    return join(this.#dataDir, `urgent-notice-${id}.json`);
  }

  async #addFile(text: string): Promise<void> {
    let id = Number((await this.ids()).at(-1) ?? 0) + 1;
    while (!(await writeNew(this.#path(String(id)), text, FILE_MODE))) id += 1;
  }

  async #stored(): Promise<{ id: string; text: string }[]> {
    if (this.#database !== null) return await readRows(this.#database);
    const names = (await unlessMissing(readdir(this.#dataDir))) ?? [];
    const ids = names
      .flatMap((name) => FILE_NAME.exec(name)?.[1] ?? [])
      .toSorted((a, b) => Number(a) - Number(b));
    const texts = ids.map((id) => unlessMissing(readFile(this.#path(id), 'utf8')));
    return (await Promise.all(texts)).flatMap((text, at) =>
      // It was removed meanwhile, or is being written.
      text === null || text === '' ? [] : { id: ids[at] ?? '', text },
    );
  }
}

async function readRows(database: NoticeDatabase): Promise<{ id: string; text: string }[]> {
  try {
    const { rows } = await database.query('select id, text from gis_site.notice order by id');
    return rows.map(({ id, text }) => ({ id: String(id), text: String(text) }));
  } catch (error) {
    if (MISSING.has(errorCode(error) ?? '')) return [];
    throw error;
  }
}
