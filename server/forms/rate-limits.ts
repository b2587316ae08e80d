import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { FormError } from './form-error.ts';
import type { FormLimits } from './form-limits.ts';
import type { Database } from '../database/database.ts';
import type { FormName } from '../../shared/forms.ts';

/** The sender of a form, as far as it is known before the body is read; `network` as `clientNetwork` has it. */
export type Client = { network: string; userAgent: string | undefined };

type RateLimitsOptions = {
  limits: FormLimits;
  /** Keys the hashes under which visitors are counted. */
  secret: string;
  /** Shared by all instances; null: each process counts for itself. */
  database: Database | null;
};

/**
 * Robots are limited, people are not (docs/promises.md#s10). A carrier puts thousands of phones with the same
 * user agent behind one network. So the network has a wide limit, counted before the body is read, and the
 * client a narrow one: network, browser, and the form's telephone and e-mail. A look-up of a certificate may
 * name another person, and its limit is against guessing: there a client is network and browser.
 */
export class RateLimits {
  readonly #secret: string;
  readonly #limiters: Record<'forms' | 'tc', Record<'network' | 'client', RateLimiterAbstract>>;

  constructor({ limits, secret, database }: RateLimitsOptions) {
    const limiter = (keyPrefix: string, points: number) => {
      const rule = { keyPrefix, points, duration: limits.windowSeconds };
      const memory = new RateLimiterMemory(rule);
      if (database === null) return memory;
      return sharedLimiter(database, rule, { memory, timeoutMs: limits.databaseTimeoutMs });
    };
    this.#secret = secret;
    this.#limiters = {
      forms: {
        network: limiter('forms-address', limits.formsPerNetwork),
        client: limiter('forms-client', limits.formsPerClient),
      },
      tc: {
        network: limiter('tc-address', limits.certificatesPerNetwork),
        client: limiter('tc-client', limits.certificatesPerClient),
      },
    };
  }

  /** @throws FormError 429. */
  countNetwork(form: FormName, { network }: Client): Promise<void> {
    return this.#count(this.#limiters[form === 'certificate' ? 'tc' : 'forms'].network, [network]);
  }

  /** @throws FormError 429. */
  countClient(
    form: FormName,
    { network, userAgent = '' }: Client,
    { phone = '', email = '' }: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { forms, tc } = this.#limiters;
    if (form === 'certificate') return this.#count(tc.client, [network, userAgent]);
    const texts = [phone.trim(), email.trim().toLowerCase()];
    return this.#count(forms.client, [network, userAgent, ...texts]);
  }

  async #count(rule: RateLimiterAbstract, parts: readonly string[]): Promise<void> {
    const hash = createHmac('sha256', this.#secret).update(JSON.stringify(parts));
    const key = hash.digest('base64url');
    try {
      await rule.consume(key);
    } catch (rejection) {
      // An error of the counting must not cost an enquiry.
      if (!(rejection instanceof RateLimiterRes)) return;
      // It was counted while the clock was ahead.
      if (rejection.msBeforeNext > 2_000 * rule.duration) {
        await rule.delete(key).catch(() => {});
        return;
      }
      throw new FormError(429, 'too-many', {
        retryAfterSeconds: Math.ceil(rejection.msBeforeNext / 1_000),
      });
    }
  }
}

/** Counts in the database; in `memory` while that is down or slow. */
function sharedLimiter(
  database: Database,
  rule: { keyPrefix: string; points: number; duration: number },
  { memory, timeoutMs }: { memory: RateLimiterMemory; timeoutMs: number },
): RateLimiterPostgres {
  async function query({ text, values }: { text: string; values: unknown[] }) {
    if (!database.isUp()) throw new Error('the database is down');
    const late = setTimeout(timeoutMs, null, { ref: false }).then(() => {
      throw new Error('the database is slow');
    });
    return Promise.race([database.query(text, values), late]);
  }
  return new RateLimiterPostgres({
    ...rule,
    storeType: 'client',
    // `query` drops the names of prepared statements, which poolers such as PgBouncer do not support.
    storeClient: { query },
    schemaName: 'gis_site',
    tableName: 'rate_limit',
    tableCreated: true,
    insuranceLimiter: memory,
  });
}
