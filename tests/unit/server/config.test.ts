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
  expect(loadSettings({})).toMatchObject({
    port: 3000,
    isPortSet: false,
    host: '0.0.0.0',
    adminPort: null,
    siteUrl: 'http://localhost:3000',
    isSiteUrlSet: false,
    providerUrl: null,
    schoolCode: 'GISNUP',
    dataDir: resolve('data'),
    trustProxy: 0,
    hstsSeconds: 86_400,
    isHstsSet: false,
    picturesAhead: true,
    hasWorker: true,
  });
});

test('an empty value counts as unset, a slash at the end of an address does not matter, and lower-case names of proxies win', () => {
  const settings = loadSettings({
    https_proxy: 'http://proxy.example:1',
    HTTPS_PROXY: 'http://proxy.example:2',
    PROVIDER_TOKEN: '',
    PROVIDER_URL: 'https://provider.example/school/',
    SITE_URL: 'https://school.example/',
  });
  expect(settings).toMatchObject({
    providerToken: null,
    providerUrl: 'https://provider.example/school',
    siteUrl: 'https://school.example',
    proxies: { https: 'http://proxy.example:1' },
  });
});

test.each([
  ['PORT', '0x50'],
  ['PORT', '65536'],
  ['PORT', ' 80'],
  ['HOST', 'a b'],
  ['SITE_URL', 'school.example'],
  ['SITE_URL', 'https://school.example/path'],
  ['SITE_URL', 'https://user:pw@school.example'],
  ['SITE_URL', 'https://school.example?x=1'],
  ['PROVIDER_URL', 'file:///etc/passwd'],
  ['PROVIDER_URL', 'https://user@provider.example'],
  ['PROVIDER_URL', 'https://provider.example/#top'],
  ['HTTPS_PROXY', 'proxy.example:3128'],
  ['PROVIDER_TOKEN', 'two words'],
  ['PROVIDER_TOKEN', 'line\nbreak'],
  ['SCHOOL_CODE', '../admin'],
  ['SCHOOL_CODE', 'x'.repeat(33)],
  ['SECRET', 'short'],
  ['TRUST_PROXY', 'true'],
  ['HSTS_SECONDS', '63072001'],
  ['LOG_LEVEL', 'verbose'],
  ['LOG_FORMAT', 'xml'],
])('R4: %s=%j is rejected, by name and without its value', (name, value) => {
  expect(errorsOf({ [name]: value })).toEqual([name]);
  expect(() => loadSettings({ [name]: value })).not.toThrow(value.length > 4 ? value : 'no value');
});

test('the README describes every setting', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const name of SETTING_NAMES) expect(readme).toContain(`| \`${name}\` |`);
});
