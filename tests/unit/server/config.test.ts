import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  loadSettings,
  SETTING_NAMES,
  SettingsError,
  type Settings,
} from '../../../server/config.ts';

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
    host: '0.0.0.0',
    adminPort: null,
    adminHost: '127.0.0.1',
    siteUrl: 'http://localhost:3000',
    isSiteUrlSet: false,
    providerUrl: null,
    providerToken: null,
    proxies: { httpProxy: '', httpsProxy: '', noProxy: '' },
    schoolCode: 'GISNUP',
    dataDir: resolve('data'),
    contentDir: null,
    restartAfterSeconds: null,
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

const ORIGIN = 'https://school.example:8443';
const CODE = 'A-z_9'.padEnd(32, 'x');
const KEY = 's'.repeat(32);
const DATABASE = 'postgresql://site:p%40@db.example/site';

/** By setting, its value at the end of its range, and what it changes. */
const EFFECTS: Readonly<Record<string, [string, Partial<Settings>]>> = {
  PORT: ['65535', { port: 65_535, siteUrl: 'http://localhost:65535' }],
  HOST: ['::1', { host: '::1' }],
  ADMIN_PORT: ['1', { adminPort: 1 }],
  ADMIN_HOST: ['admin-1.local', { adminHost: 'admin-1.local' }],
  SITE_URL: [ORIGIN, { siteUrl: ORIGIN, isSiteUrlSet: true }],
  PROVIDER_URL: ['http://a.example/school', { providerUrl: 'http://a.example/school' }],
  PROVIDER_TOKEN: ['aZ9-._~+/=', { providerToken: 'aZ9-._~+/=' }],
  HTTPS_PROXY: [
    'http://u:p@a:1',
    { proxies: { httpsProxy: 'http://u:p@a:1', httpProxy: '', noProxy: '' } },
  ],
  HTTP_PROXY: ['http://a:2', { proxies: { httpsProxy: '', httpProxy: 'http://a:2', noProxy: '' } }],
  NO_PROXY: ['a.example', { proxies: { httpsProxy: '', httpProxy: '', noProxy: 'a.example' } }],
  SCHOOL_CODE: [CODE, { schoolCode: CODE }],
  DATA_DIR: ['/srv/data', { dataDir: '/srv/data' }],
  CONTENT_DIR: ['/srv/content', { contentDir: '/srv/content' }],
  RESTART_AFTER: ['40', { restartAfterSeconds: 40 }],
  SECRET: [KEY, { secret: KEY }],
  TRUST_PROXY: ['10', { trustProxy: 10 }],
  HSTS_SECONDS: ['63072000', { hstsSeconds: 63_072_000, isHstsSet: true }],
  DATABASE_URL: [DATABASE, { databaseUrl: DATABASE }],
  ALERT_WEBHOOK_URL: ['https://a/?b', { alerts: { webhookUrl: 'https://a/?b', command: null } }],
  ALERT_COMMAND: ['cat >a', { alerts: { webhookUrl: null, command: 'cat >a' } }],
  PICTURES_AHEAD: ['off', { picturesAhead: false }],
  LOG_LEVEL: ['silent', { logLevel: 'silent' }],
  LOG_FORMAT: ['pretty', { logFormat: 'pretty' }],
  SERVICE_WORKER: ['off', { hasWorker: false }],
};

test.each(SETTING_NAMES)('%s changes what it is for', (name) => {
  const [value = '', changed] = EFFECTS[name] ?? [];
  expect(loadSettings({ [name]: value })).toEqual({ ...loadSettings({}), ...changed });
  expect(changed).toBeDefined();
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
    proxies: { httpsProxy: 'http://proxy.example:1' },
    schoolCode: 'GISNUP',
  });
});

test.each([
  ['PORT', 'from 0 to 65535', ['0x50', '65536', ' 80', '-1', '8.5']],
  ['HOST', 'must be an IP address or a host name', ['a b', 'a/b']],
  ['ADMIN_PORT', 'from 1 to 65535', ['0', '65536']],
  ['ADMIN_HOST', 'must be an IP address or a host name', ['a b']],
  ['SITE_URL', 'https origin, without', ['school.example', 'https://school.example/path']],
  ['SITE_URL', 'https origin, without', ['https://u:p@school.example', 'https://a.example?x=1']],
  ['PROVIDER_URL', 'https address, without', ['file:///etc/passwd', 'https://user@a.example']],
  ['PROVIDER_URL', 'https address, without', ['https://:pw@a.example', 'https://a.example/#top']],
  ['HTTPS_PROXY', 'https address', ['proxy.example:3128']],
  ['HTTP_PROXY', 'https address', ['socks5://proxy.example']],
  ['ALERT_WEBHOOK_URL', 'https address', ['hooks.example']],
  ['PROVIDER_TOKEN', 'letters, digits and -._~+/= only', ['two words', 'line\nbreak']],
  ['SCHOOL_CODE', '1 to 32 letters, digits, - or _', ['../admin', 'x'.repeat(33)]],
  ['SECRET', 'at least 32 characters', ['s'.repeat(31)]],
  ['TRUST_PROXY', 'from 0 to 10', ['true', '11']],
  ['HSTS_SECONDS', 'from 0 to 63072000', ['63072001']],
  ['DATABASE_URL', 'postgres://USER', ['mysql://db/a', 'postgres://a b@db/a', 'postgres://db:x/a']],
  ['PICTURES_AHEAD', 'must be on or off', ['yes']],
  ['LOG_LEVEL', 'must be fatal, error, warn, info, debug or silent', ['verbose']],
  ['LOG_FORMAT', 'must be auto, json or pretty', ['xml']],
  ['SERVICE_WORKER', 'must be on or off', ['true']],
])('R4: a wrong %s is rejected by name: %s', (name, message, values) => {
  for (const value of values) {
    const errors = errorsOf({ [name]: value });
    expect([value, errors]).toEqual([value, [expect.stringMatching(`^${name} must `)]]);
    expect(errors[0]).toContain(message);
    // A short one may be part of the message.
    expect(errors[0]).not.toContain(value.padEnd(5));
  }
});

test('the README describes every setting', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const name of SETTING_NAMES) expect(readme).toMatch(new RegExp(`^- \`${name}\``, 'm'));
});
