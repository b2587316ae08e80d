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

  /** As JSON, also those that cannot be read. */
  async texts(): Promise<string[]> {
    return (await this.#rows()).map(({ text }) => text);
  }

  /** Stores a notice of another store or of a backup. @returns whether it was not here already */
  async copy(text: string): Promise<boolean> {
    const [added] = await this.#engine.batch([
      sql`insert into gis_site.notice (text) select ${text}::text
        where not exists (select 1 from gis_site.notice where text = ${text}) returning id`,
    ]);
    return added?.length === 1;
  }

  /** Moves all to another store. Each is removed here after it is durable there. */
  async moveTo(target: NoticeStore): Promise<void> {
    for (const { id, text } of await this.#rows()) {
      await target.copy(text);
      await this.remove([String(id)]);
    }
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
