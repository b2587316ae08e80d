import * as z from 'zod/mini';
import type { StoredFormName } from '../../shared/forms.ts';
import type { Log } from '../log/log.ts';
import type { DeliveryFailure } from './delivery-failure.ts';
import type { OutboxLimits } from './outbox-limits.ts';
import { GREATEST, LEAST, sql, TICK, type Engine } from '../database/sql.ts';
import type { SubmissionStore } from './submission-store.ts';

const SETTINGS_TO_CHECK = ['PROVIDER_URL', 'PROVIDER_TOKEN', 'SCHOOL_CODE'];

const leftSchema = z.object({ leftMs: z.number() });

type FormHoldsOptions = {
  store: SubmissionStore;
  log: Log;
  limits: Pick<OutboxLimits, 'firstRetryMs' | 'longestHoldMs' | 'alarmEveryMs'>;
};

/**
 * Forms whose token, address or route the provider does not accept. A hundred wrong tokens in a row would get
 * this server banned: all instances together attempt one submission of a form at a time, with one alarm.
 */
export class FormHolds {
  readonly #options: FormHoldsOptions;
  readonly #engine: Engine;

  constructor(options: FormHoldsOptions) {
    this.#options = options;
    this.#engine = options.store.engine;
  }

  /** Milliseconds for which a form is held; 0 lets one submission through, and holds the others meanwhile. */
  async leftMs(form: StoredFormName): Promise<number> {
    const [taken, holds] = await this.#engine.batch([
      sql`update gis_site.hold set until = ${TICK} + pause where form = ${form} and until <= ${TICK} returning form`,
      sql`select until - ${TICK} as "leftMs" from gis_site.hold where form = ${form}`,
    ]);
    if (taken?.length === 1 || holds?.[0] === undefined) return 0;
    return Math.max(1, leftSchema.parse(holds[0]).leftMs);
  }

  /** Holds a form, twice as long after each failed attempt, and at least as long as the provider requests. */
  async begin(form: StoredFormName, failure: DeliveryFailure): Promise<void> {
    const { store, log, limits } = this.#options;
    await this.#engine.batch([
      sql`insert into gis_site.hold (form, pause, until) values (${form}, ${limits.firstRetryMs}, 0)
          on conflict (form) do update set pause = ${LEAST}(hold.pause * 2, ${limits.longestHoldMs})`,
      sql`update gis_site.hold set until = ${TICK} + ${GREATEST}(pause, ${failure.waitMs}) where form = ${form}`,
    ]);
    if (!(await store.takeTurn('provider-misconfigured', limits.alarmEveryMs))) return;
    const status = failure.status ?? undefined;
    log.error({ event: 'provider-misconfigured', form, status, cause: adviceOn(failure) });
  }

  /** @param others a delivery also ends the pauses of the other forms. */
  async end(form: StoredFormName, { others }: { others: 'stay' | 'are-tried' }): Promise<void> {
    const tried = sql`update gis_site.hold set until = ${TICK} where until > ${TICK}`;
    await this.#engine.batch([
      sql`delete from gis_site.hold where form = ${form}`,
      ...(others === 'stay' ? [] : [tried]),
    ]);
  }
}

export function adviceOn({ cause, status }: DeliveryFailure): string {
  const symptom = cause === 'content-type' ? 'the response is neither empty nor JSON' : cause;
  const first = status === 401 || status === 403 ? 'PROVIDER_TOKEN' : 'PROVIDER_URL';
  const others = SETTINGS_TO_CHECK.filter((name) => name !== first).join(' and ');
  return `${symptom}: check ${first} first, then ${others}; submissions wait until it is fixed`;
}
