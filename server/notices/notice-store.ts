import { sql, toAscii, type Engine } from '../database/sql.ts';
import { noticeSchema, type StoredNotice } from '../../shared/urgent-notices.ts';

/** The urgent notices that all instances show. Methods reject with the engine's error. */
export class NoticeStore {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @throws SyntaxError or ZodError for another content */
  async read(): Promise<StoredNotice[]> {
    const rows = await this.#rows();
    return rows.map(({ id, text }) => ({
      id: String(id),
      ...noticeSchema.parse(JSON.parse(text)),
    }));
  }

  /** Includes notices that cannot be read. */
  async ids(): Promise<string[]> {
    return (await this.#rows()).map(({ id }) => String(id));
  }

  async add(notice: Omit<StoredNotice, 'id'>): Promise<void> {
    await this.#engine.batch([
      sql`insert into gis_site.notice (text) values (${toAscii(JSON.stringify(notice))})`,
    ]);
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#engine.batch(
      ids.map((id) => sql`delete from gis_site.notice where id = ${Number(id)}`),
    );
  }

  async #rows(): Promise<{ id: number; text: string }[]> {
    const [rows = []] = await this.#engine.batch<{ id: number; text: string }>([
      sql`select id, text from gis_site.notice order by id`,
    ]);
    return rows;
  }
}
