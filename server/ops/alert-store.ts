import { sql, type Engine } from '../database/sql.ts';

/** The alert of one name that was sent last. */
export type SentAlert = {
  /** 0: the alert that was sent last said that the problem is over. */
  count: number;
  /** By the clock of the machine that holds the data; negative after that was set back. */
  ageMs: number;
};

/** The alerts that were sent, which outlive a restart. Methods reject with the engine's error. */
export class AlertStore {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Resolves to null for an alert that was never sent. */
  async last(name: string): Promise<SentAlert | null> {
    const [rows = []] = await this.#engine.batch<SentAlert>([
      sql`select count, tick() - sent as "ageMs" from gis_site.alert where name = ${name}`,
    ]);
    return rows[0] ?? null;
  }

  /**
   * Unless a later one is recorded.
   * @param ageMs how long ago it was sent
   */
  async record(name: string, { count, ageMs }: SentAlert): Promise<void> {
    await this.#engine.batch([
      sql`insert into gis_site.alert (name, count, sent) values (${name}, ${count}, tick() - ${ageMs}::bigint)
        on conflict (name) do update set count = excluded.count, sent = excluded.sent
        where alert.sent <= excluded.sent or alert.sent > tick()`,
    ]);
  }
}
