import { createHmac } from 'node:crypto';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { clientNetwork } from './client-network.ts';
import { FormError } from './form-error.ts';
import type { RATE_LIMITS } from './form-limits.ts';
import type { Log } from '../web/log.ts';
import type { FormName } from '../../shared/forms.ts';

/** Who asks: `address` as Express has it from the trusted proxies. */
export type Visitor = { address: string | undefined; userAgent: string | undefined };

/**
 * Robots are slowed, parents are not (docs/promises.md#s10). A carrier puts thousands of phones behind one
 * address, and the phones' browsers have the same name to the byte. So the address alone has a wide
 * limit, counted before the body is read; and the narrow limit is per client, which is address,
 * browser and the telephone and e-mail that the form names: fifty parents have fifty of those, one
 * robot that repeats itself has one. A look-up names somebody else's certificate, and guessing is what
 * its limit is for, so there a client is address and browser.
 */
export type RateLimits = {
  /** @throws FormError 429. */
  countAddress(form: FormName, visitor: Visitor): Promise<void>;
  /** @throws FormError 429. */
  countClient(
    form: FormName,
    visitor: Visitor,
    fields: Readonly<Record<string, string>>,
  ): Promise<void>;
  close(): void;
};

export type RateLimitsOptions = {
  limits: typeof RATE_LIMITS;
  /** Null: each process counts for itself. */
  redisUrl: string | null;
  /** Keys the hashes under which visitors are counted. */
  secret: string;
  log: Log;
};

/** How long Redis may take before this process counts alone, in milliseconds. */
const REDIS_ANSWER_MS = 300;
const REDIS_CONNECT_MS = 2_000;
const REDIS_LONGEST_RETRY_MS = 30_000;

export function createRateLimits({ limits, redisUrl, secret, log }: RateLimitsOptions): RateLimits {
  const redis = redisUrl === null ? null : connect(redisUrl, log);

  function limiter(keyPrefix: string, points: number) {
    const rule = { keyPrefix: `gis-${keyPrefix}`, points, duration: limits.windowSeconds };
    const memory = new RateLimiterMemory(rule);
    if (redis === null) return memory;
    return new RateLimiterRedis({
      ...rule,
      storeClient: redis,
      insuranceLimiter: memory,
      rejectIfRedisNotReady: true,
    });
  }

  const forms = {
    address: limiter('forms-address', limits.formsPerAddress),
    client: limiter('forms-client', limits.formsPerClient),
  };
  const certificates = {
    address: limiter('tc-address', limits.certificatesPerAddress),
    client: limiter('tc-client', limits.certificatesPerClient),
  };

  async function count(rule: ReturnType<typeof limiter>, parts: readonly string[]): Promise<void> {
    const key = createHmac('sha256', secret)
      .update(JSON.stringify(parts))
      .digest('base64url')
      .slice(0, 22);
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
    countAddress: (form, { address }) =>
      count((form === 'certificate' ? certificates : forms).address, [clientNetwork(address)]),
    countClient: (form, { address, userAgent = '' }, { phone = '', email = '' }) =>
      form === 'certificate'
        ? count(certificates.client, [clientNetwork(address), userAgent])
        : count(forms.client, [
            clientNetwork(address),
            userAgent,
            phone.trim(),
            email.trim().toLowerCase(),
          ]),
    close: () => redis?.disconnect(),
  };
}

function connect(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: REDIS_ANSWER_MS,
    connectTimeout: REDIS_CONNECT_MS,
    retryStrategy: (times) => Math.min(times * 500, REDIS_LONGEST_RETRY_MS),
  });
  let state: 'up' | 'down' | 'new' = 'new';
  redis.on('ready', () => {
    if (state !== 'up') log.info({ event: 'redis-state', state: 'up' });
    state = 'up';
  });
  redis.on('error', () => {
    if (state !== 'down') log.warn({ event: 'redis-state', state: 'down' });
    state = 'down';
  });
  return redis;
}
