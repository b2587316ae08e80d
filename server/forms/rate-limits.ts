import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { clientNetwork } from '../http/client-network.ts';
import { FormError } from './form-error.ts';
import type { RATE_LIMITS } from './form-limits.ts';
import type { Database } from '../database/database.ts';
import type { FormName } from '../../shared/forms.ts';

/** `address` as Express has it from the trusted proxies. */
type Visitor = { address: string | undefined; userAgent: string | undefined };

type RateLimitsOptions = {
  limits: typeof RATE_LIMITS;
  /** Keys the hashes under which visitors are counted. */
  secret: string;
  /** Shared by all instances; null: each process counts for itself. */
  database: Database | null;
};

/**
 * Robots are limited, people are not (docs/promises.md#s10). A carrier puts thousands of phones with the same
 * user agent behind one address. So the address has a wide limit, counted before the body is read, and the
 * client a narrow one: address, browser, and the form's telephone and e-mail. A look-up of a certificate may
 * name another person, and its limit is against guessing: there a client is address and browser.
 */
export class RateLimits {
  readonly #secret: string;
  readonly #forms: Record<'address' | 'client', RateLimiterAbstract>;
  readonly #certificates: Record<'address' | 'client', RateLimiterAbstract>;

  constructor({ limits, secret, database }: RateLimitsOptions) {
    const limiter = (keyPrefix: string, points: number) => {
      const rule = { keyPrefix, points, duration: limits.windowSeconds };
      const memory = new RateLimiterMemory(rule);
      if (database === null) return memory;
      return sharedLimiter(database, rule, { memory, timeoutMs: limits.databaseTimeoutMs });
    };
    this.#secret = secret;
    this.#forms = {
      address: limiter('forms-address', limits.formsPerAddress),
      client: limiter('forms-client', limits.formsPerClient),
    };
    this.#certificates = {
      address: limiter('tc-address', limits.certificatesPerAddress),
      client: limiter('tc-client', limits.certificatesPerClient),
    };
  }

  /** @throws FormError 429. */
  countAddress(form: FormName, { address }: Visitor): Promise<void> {
    const rules = form === 'certificate' ? this.#certificates : this.#forms;
    return this.#count(rules.address, [clientNetwork(address)]);
  }

  /** @throws FormError 429. */
  countClient(
    form: FormName,
    { address, userAgent = '' }: Visitor,
    { phone = '', email = '' }: Readonly<Record<string, string>>,
  ): Promise<void> {
    const client = [clientNetwork(address), userAgent];
    if (form === 'certificate') return this.#count(this.#certificates.client, client);
    return this.#count(this.#forms.client, [...client, phone.trim(), email.trim().toLowerCase()]);
  }
  async #count(rule: RateLimiterAbstract, parts: readonly string[]): Promise<void> {
    const hash = createHmac('sha256', this.#secret).update(JSON.stringify(parts));
    try {
      await rule.consume(hash.digest('base64url'));
    } catch (rejection) {
      // An error of the counting must not cost an enquiry.
      if (!(rejection instanceof RateLimiterRes)) return;
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
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the database is slow')), timeoutMs);
    });
    try {
      return await Promise.race([database.query(text, values), late]);
    } finally {
      clearTimeout(timer);
    }
  }
  return new RateLimiterPostgres({
    ...rule,
    storeType: 'client',
    // Without its names of prepared statements, which poolers such as PgBouncer do not support.
    storeClient: { query },
    schemaName: 'gis_site',
    tableName: 'rate_limit',
    tableCreated: true,
    insuranceLimiter: memory,
  });
}
