import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { clientNetwork } from './client-network.ts';
import { FormError } from './form-error.ts';
import type { RATE_LIMITS } from './form-limits.ts';
import type { Database } from '../database/database.ts';
import type { FormName } from '../../shared/forms.ts';

/** Who asks: `address` as Express has it from the trusted proxies. */
type Visitor = { address: string | undefined; userAgent: string | undefined };

export type RateLimits = ReturnType<typeof createRateLimits>;

type RateLimitsOptions = {
  limits: typeof RATE_LIMITS;
  /** Keys the hashes under which visitors are counted. */
  secret: string;
  /** Where all instances count together; null: each process counts for itself. */
  database: Database | null;
};

/**
 * Robots are slowed, parents are not (docs/promises.md#s10). A carrier puts thousands of phones behind one
 * address, and the phones' browsers have the same name to the byte. So the address alone has a wide
 * limit, counted before the body is read; and the narrow limit is per client, which is address,
 * browser and the telephone and e-mail that the form names: fifty parents have fifty of those, one
 * robot that repeats itself has one. A look-up may name another person's certificate, and guessing is what
 * its limit is for, so there a client is address and browser.
 */
export function createRateLimits({ limits, secret, database }: RateLimitsOptions) {
  const limiter = (keyPrefix: string, points: number) => {
    const rule = { keyPrefix, points, duration: limits.windowSeconds };
    const memory = new RateLimiterMemory(rule);
    if (database === null) return memory;
    return sharedLimiter(database, rule, { insurance: memory, answerMs: limits.databaseAnswerMs });
  };
  const forms = {
    address: limiter('forms-address', limits.formsPerAddress),
    client: limiter('forms-client', limits.formsPerClient),
  };
  const certificates = {
    address: limiter('tc-address', limits.certificatesPerAddress),
    client: limiter('tc-client', limits.certificatesPerClient),
  };

  async function count(rule: ReturnType<typeof limiter>, parts: readonly string[]): Promise<void> {
    const key = createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
    try {
      await rule.consume(key);
    } catch (rejection) {
      // Anything else is a fault of the counting, which must not cost a parent's enquiry.
      if (!(rejection instanceof RateLimiterRes)) return;
      throw new FormError(429, 'too-many', {
        retryAfterSeconds: Math.ceil(rejection.msBeforeNext / 1_000),
      });
    }
  }

  return {
    /** @throws FormError 429. */
    countAddress(form: FormName, { address }: Visitor): Promise<void> {
      const rules = form === 'certificate' ? certificates : forms;
      return count(rules.address, [clientNetwork(address)]);
    },

    /** @throws FormError 429. */
    countClient(
      form: FormName,
      { address, userAgent = '' }: Visitor,
      { phone = '', email = '' }: Readonly<Record<string, string>>,
    ): Promise<void> {
      const client = [clientNetwork(address), userAgent];
      if (form === 'certificate') return count(certificates.client, client);
      return count(forms.client, [...client, phone.trim(), email.trim().toLowerCase()]);
    },
  };
}

/** Counts in the database; in `insurance` while that is down or slow, so that no visitor waits for it. */
function sharedLimiter(
  database: Database,
  rule: { keyPrefix: string; points: number; duration: number },
  { insurance, answerMs }: { insurance: RateLimiterMemory; answerMs: number },
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    ...rule,
    storeType: 'client',
    storeClient: {
      // Its names of prepared statements would not survive a pooler such as PgBouncer.
      query: ({ text, values }: { text: string; values: unknown[] }) =>
        answerOf(database, { text, values }, answerMs),
    },
    schemaName: 'gis_site',
    tableName: 'rate_limit',
    tableCreated: true,
    insuranceLimiter: insurance,
  });
}

async function answerOf(
  database: Database,
  { text, values }: { text: string; values: readonly unknown[] },
  answerMs: number,
) {
  if (!database.isUp()) throw new Error('the database is down');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database is slow')), answerMs);
  });
  try {
    return await Promise.race([database.query(text, values), late]);
  } finally {
    clearTimeout(timer);
  }
}
