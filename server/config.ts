import { resolve } from 'node:path';
import { z } from 'zod';

/** A whole number within bounds, from the text of an environment variable. */
function whole(minimum: number, maximum: number) {
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, message);
}

/** An absolute http or https address without credentials, query or fragment. */
function address(options: { withPath: boolean }) {
  const what = options.withPath ? 'address' : 'origin';
  return z.string().transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isPlain =
      url !== null &&
      ['http:', 'https:'].includes(url.protocol) &&
      url.username === '' &&
      url.password === '' &&
      url.search === '' &&
      url.hash === '' &&
      (options.withPath || url.pathname === '/');
    if (url !== null && isPlain) return url.href.replace(/\/+$/, '');
    context.addIssue({
      code: 'custom',
      message: `must be an absolute http or https ${what}, without user name, query or fragment`,
    });
    return z.NEVER;
  });
}

const schema = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an IP address or a host name')
    .default('0.0.0.0'),
  SITE_URL: address({ withPath: false }).optional(),
  PROVIDER_URL: address({ withPath: true }).optional(),
  PROVIDER_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]+$/, 'must be a bearer token (RFC 6750): letters, digits and -._~+/= only')
    .optional(),
  SCHOOL_CODE: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,32}$/, 'must be 1 to 32 letters, digits, - or _')
    .default('GISNUP'),
  DATA_DIR: z.string().min(1, 'must name a folder').default('./data'),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  TRUST_PROXY: whole(0, 10).default(0),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/\S+$/, 'must be a redis:// or rediss:// address')
    .optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'must be fatal, error, warn, info, debug or silent',
    )
    .default('info'),
  LOG_FORMAT: z.enum(['auto', 'json', 'pretty'], 'must be auto, json or pretty').default('auto'),
  WORKERS: whole(1, 64).default(1),
});

/** Names of all settings; the README's table and the tests hold themselves to it. */
export const SETTING_NAMES: readonly string[] = Object.keys(schema.shape);

export type Settings = {
  port: number;
  host: string;
  /** Public origin, without a slash at the end. */
  siteUrl: string;
  /** SITE_URL was given, and is not just a guess. */
  isSiteUrlSet: boolean;
  /** Origin and path prefix of the provider; null means the embedded sample provider. */
  providerUrl: string | null;
  providerToken: string | null;
  schoolCode: string;
  /** Absolute path. */
  dataDir: string;
  secret: string | null;
  /** Number of proxies whose X-Forwarded-For is believed. */
  trustProxy: number;
  redisUrl: string | null;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  logFormat: 'auto' | 'json' | 'pretty';
  /** Processes that share the port. */
  workers: number;
};

/** Every fault of the settings at once, by name and never with a value (docs/promises.md#r4). */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Settings are wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/**
 * Reads the settings from an environment. An empty value counts as unset.
 * @throws SettingsError that lists every fault.
 */
export function loadSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, environment[name] || undefined]),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    );
  }
  const values = parsed.data;
  return {
    port: values.PORT,
    host: values.HOST,
    siteUrl: values.SITE_URL ?? `http://localhost:${values.PORT}`,
    isSiteUrlSet: values.SITE_URL !== undefined,
    providerUrl: values.PROVIDER_URL ?? null,
    providerToken: values.PROVIDER_TOKEN ?? null,
    schoolCode: values.SCHOOL_CODE,
    dataDir: resolve(values.DATA_DIR),
    secret: values.SECRET ?? null,
    trustProxy: values.TRUST_PROXY,
    redisUrl: values.REDIS_URL ?? null,
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
    workers: values.WORKERS,
  };
}
