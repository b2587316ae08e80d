import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadSettings, SETTING_NAMES, SettingsError } from '../../../server/config.ts';

/** The names of the wrong settings. */
function errorsOf(environment: Record<string, string>): string[] {
  try {
    loadSettings(environment);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.errors.map((line) => line.split(' ')[0] ?? '');
  }
}

test('without any setting the site runs on the sample provider at port 3000', () => {
  expect(loadSettings({})).toEqual({
    picturesAhead: true,
    port: 3000,
    isPortSet: false,
    host: '0.0.0.0',
    adminPort: null,
    adminHost: '127.0.0.1',
    alerts: { webhookUrl: null, command: null },
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
    logLevel: 'info',
    logFormat: 'auto',
    hasWorker: true,
  });
});

test('an empty value counts as unset, and a slash at the end of an address does not matter', () => {
  const settings = loadSettings({
    PROVIDER_TOKEN: '',
    PROVIDER_URL: 'https://provider.example/school/',
    SITE_URL: 'https://school.example/',
  });
  expect(settings).toMatchObject({
    providerToken: null,
    providerUrl: 'https://provider.example/school',
    siteUrl: 'https://school.example',
  });
});

test.each([
  ['PORT', '0x50'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', ' 80'],
  ['PORT', 'eighty'],
  ['HOST', 'a b'],
  ['HOST', 'http://x'],
  ['SITE_URL', 'school.example'],
  ['SITE_URL', 'ftp://school.example'],
  ['SITE_URL', 'https://school.example/path'],
  ['SITE_URL', 'https://user:pw@school.example'],
  ['SITE_URL', 'https://school.example?x=1'],
  ['PROVIDER_URL', 'provider'],
  ['PROVIDER_URL', 'file:///etc/passwd'],
  ['PROVIDER_URL', 'javascript:alert(1)'],
  ['PROVIDER_URL', 'https://user@provider.example'],
  ['PROVIDER_URL', 'https://provider.example/#top'],
  ['HTTPS_PROXY', 'proxy.example:3128'],
  ['HTTP_PROXY', 'socks5://proxy.example'],
  ['PROVIDER_TOKEN', 'two words'],
  ['PROVIDER_TOKEN', 'line\nbreak'],
  ['PROVIDER_TOKEN', 'टोकन'],
  ['SCHOOL_CODE', '../admin'],
  ['SCHOOL_CODE', 'A/B'],
  ['SCHOOL_CODE', 'x'.repeat(33)],
  ['SECRET', 'short'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '11'],
  ['HSTS_SECONDS', '1d'],
  ['HSTS_SECONDS', '63072001'],
  ['LOG_LEVEL', 'verbose'],
  ['LOG_FORMAT', 'xml'],
])('R4: %s=%j is rejected, by name and without its value', (name, value) => {
  expect(errorsOf({ [name]: value })).toEqual([name]);
  expect(() => loadSettings({ [name]: value })).not.toThrow(value.length > 4 ? value : 'no value');
});

test('R4: all errors are named at once', () => {
  expect(errorsOf({ PORT: 'http', PROVIDER_TOKEN: 'planted secret', SECRET: 'planted' })).toEqual([
    'PORT',
    'PROVIDER_TOKEN',
    'SECRET',
  ]);
});

test('the README describes every setting', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const name of SETTING_NAMES) expect(readme).toContain(`| \`${name}\` |`);
});
