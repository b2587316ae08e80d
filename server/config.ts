import { resolve } from 'node:path';
import * as z from 'zod/mini';

const DEFAULT_PORT = 3000;
const DAY_SECONDS = 86_400;

function text(isValid: (value: string) => boolean, message: string) {
  return z.string().check(z.refine(isValid, message));
}

/** A whole number within bounds, from the text of an environment variable. */
function whole(minimum: number, maximum: number) {
  const isWhole = (value: string) =>
    /^\d{1,9}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return z.pipe(text(isWhole, message), z.transform(Number));
}

function oneOf<const Value extends string>(values: readonly Value[], initial: NoInfer<Value>) {
  const message = `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  return z._default(z.enum(values, message), initial);
}

function isHttp(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** An absolute http or https address without credentials, query or fragment. */
function address(options: { withPath: boolean }) {
  const what = options.withPath ? 'address' : 'origin';
  function isAddress(value: string): boolean {
    if (!isHttp(value)) return false;
    const { username, password, search, hash, pathname } = new URL(value);
    return username + password + search + hash === '' && (options.withPath || pathname === '/');
  }
  const message = `must be an absolute http or https ${what}, without user name, query or fragment`;
  return z.pipe(
    text(isAddress, message),
    z.transform((value: string) => new URL(value).href.replace(/\/+$/, '')),
  );
}

/** An http or https address that may hold a secret: of a proxy, or of a webhook. */
const privateAddress = z.optional(text(isHttp, 'must be an absolute http or https address'));

const host = text((value) => /^[\w.:-]+$/.test(value), 'must be an IP address or a host name');

const schema = z.object({
  PORT: z.optional(whole(0, 65_535)),
  HOST: z._default(host, '0.0.0.0'),
  ADMIN_PORT: z.optional(whole(1, 65_535)),
  ADMIN_HOST: z._default(host, '127.0.0.1'),
  SITE_URL: z.optional(address({ withPath: false })),
  PROVIDER_URL: z.optional(address({ withPath: true })),
  PROVIDER_TOKEN: z.optional(
    text(
      (value) => /^[\w.~+/=-]+$/.test(value),
      'must be a bearer token (RFC 6750): letters, digits and -._~+/= only',
    ),
  ),
  HTTPS_PROXY: privateAddress,
  HTTP_PROXY: privateAddress,
  NO_PROXY: z._default(z.string(), ''),
  SCHOOL_CODE: z._default(
    text((value) => /^[A-Za-z0-9_-]{1,32}$/.test(value), 'must be 1 to 32 letters, digits, - or _'),
    'GISNUP',
  ),
  DATA_DIR: z._default(z.string(), './data'),
  /** Read by the build and the publisher: server/publication/content-folder.ts. */
  CONTENT_DIR: z.optional(z.string()),
  /** Seconds between a publication and the stop of the instance; its supervisor starts it again. */
  RESTART_AFTER: z.optional(whole(0, 3_600)),
  SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  TRUST_PROXY: z._default(whole(0, 10), 0),
  HSTS_SECONDS: z.optional(whole(0, 2 * 365 * DAY_SECONDS)),
  DATABASE_URL: z.optional(
    text(
      (url) => /^postgres(ql)?:\/\/\S+$/.test(url) && URL.canParse(url),
      'must be postgres://USER:PASSWORD@HOST:5432/NAME, special characters of the password percent-encoded',
    ),
  ),
  ALERT_WEBHOOK_URL: privateAddress,
  ALERT_COMMAND: z.optional(z.string()),
  PICTURES_AHEAD: oneOf(['on', 'off'], 'on'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info'),
  LOG_FORMAT: oneOf(['auto', 'json', 'pretty'], 'auto'),
  SERVICE_WORKER: oneOf(['on', 'off'], 'on'),
});

const settings = z.pipe(
  schema,
  z.transform((values: z.infer<typeof schema>) => ({
    port: values.PORT ?? DEFAULT_PORT,
    host: values.HOST,
    /** Port of metrics and detailed health. */
    adminPort: values.ADMIN_PORT ?? null,
    adminHost: values.ADMIN_HOST,
    /** Public origin, without a slash at the end. */
    siteUrl: values.SITE_URL ?? `http://localhost:${values.PORT ?? DEFAULT_PORT}`,
    isSiteUrlSet: values.SITE_URL !== undefined,
    /** Origin and path prefix; null is the embedded sample provider. */
    providerUrl: values.PROVIDER_URL ?? null,
    providerToken: values.PROVIDER_TOKEN ?? null,
    /** Proxies to the provider, by its scheme. */
    proxies: {
      httpProxy: values.HTTP_PROXY ?? '',
      httpsProxy: values.HTTPS_PROXY ?? '',
      noProxy: values.NO_PROXY,
    },
    schoolCode: values.SCHOOL_CODE,
    /** Absolute path. */
    dataDir: resolve(values.DATA_DIR),
    /** Folder that the school writes; null is the sample. */
    contentDir: values.CONTENT_DIR === undefined ? null : resolve(values.CONTENT_DIR),
    restartAfterSeconds: values.RESTART_AFTER ?? null,
    secret: values.SECRET ?? null,
    /** Number of proxies whose X-Forwarded-For is trusted. */
    trustProxy: values.TRUST_PROXY,
    hstsSeconds: values.HSTS_SECONDS ?? DAY_SECONDS,
    isHstsSet: values.HSTS_SECONDS !== undefined,
    /** PostgreSQL; null is SQLite in DATA_DIR. */
    databaseUrl: values.DATABASE_URL ?? null,
    alerts: { webhookUrl: values.ALERT_WEBHOOK_URL ?? null, command: values.ALERT_COMMAND ?? null },
    picturesAhead: values.PICTURES_AHEAD === 'on',
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
    /** Otherwise an installed worker removes itself. */
    hasWorker: values.SERVICE_WORKER === 'on',
  })),
);

export const SETTING_NAMES: readonly string[] = Object.keys(schema.shape);

export type Settings = z.infer<typeof settings>;

/** `process.env`, or what a test sets. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** All errors, each with the setting's name and without its value (docs/promises.md#r4). */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`Settings are wrong:\n${errors.map((error) => `  ${error}`).join('\n')}`);
    this.errors = errors;
  }
}

/** An empty value counts as unset. @throws SettingsError with every error */
export function loadSettings(environment: Environment): Settings {
  const variables = Object.fromEntries(
    SETTING_NAMES.map((name) => [
      name,
      // Lower-case names of proxies take precedence, as in curl and undici.
      (name.endsWith('_PROXY') && environment[name.toLowerCase()]) ||
        environment[name] ||
        undefined,
    ]),
  );
  const parsed = settings.safeParse(variables);
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    );
  }
  return parsed.data;
}
