import * as z from 'zod/mini';
import type { DeliveryFailure } from './delivery-failure.ts';
import { adviceOn, type FormHolds, type MisconfiguredFormsOptions } from './misconfigured-forms.ts';
import type { StoredFormName } from '../../shared/forms.ts';
import type { Database } from '../database/database.ts';

const leftRow = z.object({ left: z.number() });

/** {@link FormHolds} of all instances on one database: together they attempt no more than one would. */
export class SharedHolds implements FormHolds {
  readonly #database: Database;
  readonly #options: Omit<MisconfiguredFormsOptions, 'clock'>;

  constructor(database: Database, options: Omit<MisconfiguredFormsOptions, 'clock'>) {
    this.#database = database;
    this.#options = options;
  }

  async acquire(form: StoredFormName): Promise<number> {
    const { firstRetryMs, longestHoldMs } = this.#options.limits;
    const [hold] = await this.#database.rows(
      leftRow,
      `with mine as (
         update gis_site.hold set until = now() + least($2 * 2 ^ least(failures - 1, 30), $3) * interval '1 ms'
         where form = $1 and until <= now() returning form
       )
       select greatest(0, extract(epoch from until - now()) * 1000)::float8 as left
       from gis_site.hold where form = $1 and form not in (select form from mine)`,
      [form, firstRetryMs, longestHoldMs],
    );
    return hold?.left ?? 0;
  }

  async failed(form: StoredFormName, failure: DeliveryFailure): Promise<void> {
    const { log, limits } = this.#options;
    await this.#database.query(
      `insert into gis_site.hold as h (form, failures, until)
       values ($1, 1, now() + greatest($2::float8, $4::float8) * interval '1 ms')
       on conflict (form) do update set failures = h.failures + 1,
         until = now() + greatest(least($2 * 2 ^ least(h.failures, 30), $3), $4::float8) * interval '1 ms'`,
      [form, limits.firstRetryMs, limits.longestHoldMs, failure.waitMs],
    );
    const { rowCount } = await this.#database.query(
      `update gis_site.format set alarmed_at = now()
       where alarmed_at is null or alarmed_at < now() - $1 * interval '1 ms'`,
      [limits.alarmEveryMs],
    );
    if (rowCount === 0) return;
    const { status } = failure;
    const cause = adviceOn(failure);
    log.error({ event: 'provider-misconfigured', form, status: status ?? undefined, cause });
  }

  async succeeded(form: StoredFormName): Promise<void> {
    await this.#database.query(
      `with over as (delete from gis_site.hold where form = $1)
       update gis_site.hold set until = now() where form <> $1 and until > now()`,
      [form],
    );
  }

  async release(form: StoredFormName): Promise<void> {
    await this.#database.query('delete from gis_site.hold where form = $1', [form]);
  }

  async releaseAll(): Promise<void> {
    await this.#database.query('delete from gis_site.hold');
  }
}
