import PgBoss from 'pg-boss';
import type { ClientBase } from 'pg';
import * as z from 'zod/mini';
import type { Database } from '../database/database.ts';

const QUEUE = 'deliver';
const SCHEMA = 'gis_jobs';

const jobSchema = z.object({
  id: z.string(),
  data: z.object({ entry: z.string(), attempts: z.int(), soonAtMs: z.number() }),
});

/** That an entry is due for its next attempt; whoever fetched it has it alone until its lease ends. */
export type DeliveryJob = {
  /** The entry's. */
  id: string;
  /** A UUID of its own: the entry's idempotency key. */
  key: string;
  /** Attempts that have ended. */
  attempts: number;
  /** When it is due at the earliest, if a delivery shows that the provider takes submissions again; milliseconds since the epoch. */
  soonAtMs: number;
};

/**
 * When which entry is due, in the tables of pg-boss, whose `fetch` hands a job to one instance alone by
 * FOR UPDATE SKIP LOCKED. Its timers and workers stay unused: each call is ours, so that a database that
 * fails is one rejected promise and not a fault in the background.
 */
export class DeliveryJobs {
  readonly #database: Database;
  readonly #leaseSeconds: number;
  #boss: PgBoss;

  /** @param leaseMs after which a job whose instance died is due again; longer than any attempt takes. */
  constructor(database: Database, { leaseMs }: { leaseMs: number }) {
    this.#database = database;
    this.#leaseSeconds = leaseMs / 1_000;
    this.#boss = this.#createBoss();
  }

  /** Makes or updates the tables. */
  async prepare(): Promise<void> {
    // One whose start failed would take a second start for done.
    this.#boss = this.#createBoss();
    await this.#boss.start();
    await this.#boss.createQueue(QUEUE);
  }

  /** To be called in the transaction that stores the entry. */
  async add(client: ClientBase, job: DeliveryJob, afterMs = 0): Promise<void> {
    const { id, key, attempts, soonAtMs } = job;
    const options = {
      id: key,
      startAfter: afterMs / 1_000,
      expireInSeconds: this.#leaseSeconds,
      // Counts only leases that ended: the schedule and its end are ours.
      retryLimit: 1_000_000,
      retryDelay: 0,
      db: through(client),
    };
    await this.#boss.send(QUEUE, { entry: id, attempts, soonAtMs }, options);
  }

  async remove(client: ClientBase, key: string): Promise<void> {
    await this.#boss.deleteJob(QUEUE, key, { db: through(client) });
  }

  /**
   * At most so many that are due, for this instance alone. Empty when the database fails. One of another
   * form is passed over, and due again when its lease ends.
   *
   * @throws ZodError when all are of another form.
   */
  async fetch(count: number): Promise<DeliveryJob[]> {
    const rows = await this.#boss.fetch(QUEUE, { batchSize: count });
    const readable = rows.filter((row) => jobSchema.safeParse(row).success);
    return z
      .array(jobSchema)
      .parse(readable.length > 0 ? readable : rows)
      .map(({ id: key, data: { entry: id, ...data } }) => ({ id, key, ...data }));
  }

  async reschedule(job: DeliveryJob, afterMs: number): Promise<void> {
    await this.#database.transaction(async (client) => {
      await this.remove(client, job.key);
      await this.add(client, job, afterMs);
    });
  }

  /** Makes jobs due again whose instance died. */
  async expire(): Promise<void> {
    await this.#boss.expire();
  }

  /** Makes everything that waits due now. The library has no call for this and the next. */
  async retryAllNow(): Promise<void> {
    await this.#bringForward('now()');
  }

  /** The provider takes submissions again: nobody needs to wait out a long pause. */
  async retryOthersSoon(): Promise<void> {
    await this.#bringForward(`greatest(now(), to_timestamp((data->>'soonAtMs')::float8 / 1000))`);
  }

  async #bringForward(to: string): Promise<void> {
    await this.#database.query(
      `update ${SCHEMA}.job set start_after = ${to}
       where name = $1 and state < 'active' and start_after > ${to}`,
      [QUEUE],
    );
  }

  #createBoss(): PgBoss {
    const db = {
      executeSql: async (text: string, values: unknown[] = []) =>
        await this.#database.query(text, values),
    };
    const boss = new PgBoss({ db, schema: SCHEMA, supervise: false, schedule: false });
    boss.on('error', () => {});
    return boss;
  }
}

/** pg-boss writes by the connection of a transaction. */
function through(client: ClientBase): PgBoss.Db {
  return { executeSql: (text, values: unknown[]) => client.query(text, values) };
}
