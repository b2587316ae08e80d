import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadSettings, SETTING_NAMES, SettingsError } from '../../../server/config.ts';

function errorsOf(environment: Record<string, string>): string[] {
  try {
    loadSettings(environment);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [...error.errors];
  }
}

test('without any setting the site runs on the sample provider at port 3000', () => {
  expect(loadSettings({})).toEqual({
    port: 3000,
    isPortSet: false,
    host: '0.0.0.0',
    adminPort: null,
    adminHost: '127.0.0.1',
    siteUrl: 'http://localhost:3000',
    isSiteUrlSet: false,
    providerUrl: null,
    providerToken: null,
    proxies: { http: '', https: '', except: '' },
    schoolCode: 'GISNUP',
    dataDir: resolve('data'),
    secret: null,
    trustProxy: 0,
    hstsSeconds: 86_400,
    isHstsSet: false,
    databaseUrl: null,
    alerts: { webhookUrl: null, command: null },
    picturesAhead: true,
    logLevel: 'info',
    logFormat: 'auto',
    hasWorker: true,
  });
});

/** Each at the end of its range, where it has one. */
const ALL = {
  PORT: '65535',
  HOST: '::1',
  ADMIN_PORT: '1',
  ADMIN_HOST: 'admin-1.local',
  SITE_URL: 'https://school.example:8443',
  PROVIDER_URL: 'http://provider.example/school',
  PROVIDER_TOKEN: 'aZ9-._~+/=',
  HTTPS_PROXY: 'http://user:pw@proxy.example:1',
  HTTP_PROXY: 'http://proxy.example:2',
  NO_PROXY: 'localhost',
  SCHOOL_CODE: 'A-z_9'.padEnd(32, 'x'),
  DATA_DIR: '/srv/data',
  SECRET: 's'.repeat(32),
  TRUST_PROXY: '10',
  HSTS_SECONDS: '63072000',
  DATABASE_URL: 'postgresql://site:p%40@db.example/site',
  ALERT_WEBHOOK_URL: 'https://hooks.example/?key=1',
  ALERT_COMMAND: 'cat > /dev/null',
  PICTURES_AHEAD: 'off',
  LOG_LEVEL: 'silent',
  LOG_FORMAT: 'pretty',
  SERVICE_WORKER: 'off',
};

test('every setting has its effect', () => {
  expect(Object.keys(ALL)).toEqual(SETTING_NAMES);
  expect(loadSettings(ALL)).toEqual({
    port: 65_535,
    isPortSet: true,
    host: ALL.HOST,
    adminPort: 1,
    adminHost: ALL.ADMIN_HOST,
    siteUrl: ALL.SITE_URL,
    isSiteUrlSet: true,
    providerUrl: ALL.PROVIDER_URL,
    providerToken: ALL.PROVIDER_TOKEN,
    proxies: { http: ALL.HTTP_PROXY, https: ALL.HTTPS_PROXY, except: ALL.NO_PROXY },
    schoolCode: ALL.SCHOOL_CODE,
    dataDir: ALL.DATA_DIR,
    secret: ALL.SECRET,
    trustProxy: 10,
    hstsSeconds: 63_072_000,
    isHstsSet: true,
    databaseUrl: ALL.DATABASE_URL,
    alerts: { webhookUrl: ALL.ALERT_WEBHOOK_URL, command: ALL.ALERT_COMMAND },
    picturesAhead: false,
    logLevel: 'silent',
    logFormat: 'pretty',
    hasWorker: false,
  });
  expect(loadSettings({ PORT: '8080' }).siteUrl).toBe('http://localhost:8080');
});

test('an empty value counts as unset, a slash at the end of an address does not matter, and lower-case names of proxies win', () => {
  const settings = loadSettings({
    https_proxy: 'http://proxy.example:1',
    HTTPS_PROXY: 'http://proxy.example:2',
    school_code: 'OTHER',
    PROVIDER_TOKEN: '',
    PROVIDER_URL: 'https://provider.example/school/',
    SITE_URL: 'https://school.example/',
  });
  expect(settings).toMatchObject({
    providerToken: null,
    providerUrl: 'https://provider.example/school',
    siteUrl: 'https://school.example',
    proxies: { https: 'http://proxy.example:1' },
    schoolCode: 'GISNUP',
  });
});

const WHOLE = (from: number, to: number) => `must be a whole number from ${from} to ${to}`;
const ADDRESS = (what: string) =>
  `must be an absolute http or https ${what}, without user name, query or fragment`;
const HTTP = 'must be an absolute http or https address';
const BEARER = 'must be a bearer token (RFC 6750): letters, digits and -._~+/= only';
const POSTGRES =
  'must be postgres://USER:PASSWORD@HOST:5432/NAME, special characters of the password percent-encoded';

test.each([
  ['PORT', WHOLE(0, 65_535), ['0x50', '65536', ' 80', '-1', '8.5']],
  ['HOST', 'must be an IP address or a host name', ['a b', 'a/b']],
  ['ADMIN_PORT', WHOLE(1, 65_535), ['0', '65536']],
  ['ADMIN_HOST', 'must be an IP address or a host name', ['a b']],
  ['SITE_URL', ADDRESS('origin'), ['school.example', 'https://school.example/path']],
  ['SITE_URL', ADDRESS('origin'), ['https://user:pw@school.example', 'https://school.example?x=1']],
  ['PROVIDER_URL', ADDRESS('address'), ['file:///etc/passwd', 'https://user@provider.example']],
  ['PROVIDER_URL', ADDRESS('address'), ['https://:pw@provider.example', 'https://a.example/#top']],
  ['HTTPS_PROXY', HTTP, ['proxy.example:3128']],
  ['HTTP_PROXY', HTTP, ['socks5://proxy.example']],
  ['ALERT_WEBHOOK_URL', HTTP, ['hooks.example']],
  ['PROVIDER_TOKEN', BEARER, ['two words', 'line\nbreak']],
  ['SCHOOL_CODE', 'must be 1 to 32 letters, digits, - or _', ['../admin', 'x'.repeat(33)]],
  ['SECRET', 'must have at least 32 characters', ['s'.repeat(31)]],
  ['TRUST_PROXY', WHOLE(0, 10), ['true', '11']],
  ['HSTS_SECONDS', WHOLE(0, 63_072_000), ['63072001']],
  ['DATABASE_URL', POSTGRES, ['mysql://db.example/site', 'postgres://a b@db/site']],
  ['DATABASE_URL', POSTGRES, ['postgres://site:p#w@db.example:x/site']],
  ['PICTURES_AHEAD', 'must be on or off', ['yes']],
  ['LOG_LEVEL', 'must be fatal, error, warn, info, debug or silent', ['verbose']],
  ['LOG_FORMAT', 'must be auto, json or pretty', ['xml']],
  ['SERVICE_WORKER', 'must be on or off', ['true']],
])('R4: a wrong %s is rejected: it %s', (name, message, values) => {
  for (const value of values)
    expect([value, errorsOf({ [name]: value })]).toEqual([value, [`${name} ${message}`]]);
});

test('the README describes every setting', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const name of SETTING_NAMES) expect(readme).toContain(`| \`${name}\` |`);
});
