import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { loadSettings } from '../../../server/config.ts';
import { warnOfSettings } from '../../../server/ops/deployment-warnings.ts';
import { siteOfTest, type TestSite } from '../../support/site.ts';
import { createTestLog } from '../../support/test-log.ts';

let site: TestSite;

const get = (headers: Record<string, string>) =>
  request(site.url).get('/healthz').set(headers).expect(200);
const warnings = (event: string) => site.lines.filter((line) => line.event === event);

const MIB = 1024 * 1024;

const PROVIDER = { PROVIDER_URL: 'https://provider.example' };
const DATABASE = { DATABASE_URL: 'postgres://site@db.example/site' };
const SIZE = '--max-old-space-size=128 --max-semi-space-size=1';

test.each([
  ['a heap of three quarters of the memory', {}, 576, 768, []],
  ['a larger one', {}, 560, 256, ['heap-too-large', SIZE]],
  ['PROVIDER_URL and SITE_URL', { ...PROVIDER, SITE_URL: 'https://school.example' }, 1, 2, []],
  ['PROVIDER_URL alone', PROVIDER, 1, 2, ['site-url-unset', 'http://localhost:3000 only: set it']],
  ['DATABASE_URL and SECRET', { ...DATABASE, SECRET: 's'.repeat(32) }, 1, 2, []],
  ['DATABASE_URL alone', DATABASE, 1, 2, ['secret-not-shared', 'set SECRET, the same on all']],
])(
  'at the start with %s the warning has the remedy',
  (_title, environment, heap, memory, [event, remedy]) => {
    const { log, lines } = createTestLog('info');
    const sizes = { heapBytes: heap * MIB, memoryBytes: memory * MIB };
    warnOfSettings(loadSettings(environment), sizes, log);
    const cause = expect.stringContaining(remedy ?? '') as string;
    expect(lines).toMatchObject(event === undefined ? [] : [{ level: 'warn', event, cause }]);
    expect(lines).toHaveLength(event === undefined ? 0 : 1);
  },
);

describe('at a request', () => {
  test.each(['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'Forwarded'])(
    '%s while TRUST_PROXY is 0 is one warning that names TRUST_PROXY, without the value',
    async (name) => {
      site = await siteOfTest();
      await get({});
      expect(warnings('untrusted-proxy-header')).toEqual([]);
      await get({ [name]: '192.0.2.77' });
      await get({ [name]: '192.0.2.77', 'X-Forwarded-Proto': 'https' });
      const cause = expect.stringContaining('TRUST_PROXY') as string;
      const line = { level: 'warn', fields: [name.toLowerCase()], cause };
      expect(warnings('untrusted-proxy-header')).toMatchObject([line]);
      expect(JSON.stringify(site.lines)).not.toContain('192.0.2.77');
    },
  );

  test('behind a trusted proxy nothing is logged', async () => {
    site = await siteOfTest({
      environment: { TRUST_PROXY: '1', SITE_URL: 'https://school.example' },
    });
    await get({ Host: 'school.example', 'X-Forwarded-For': '192.0.2.77' });
    await get({ Host: '10.0.0.7:3000' });
    expect(site.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });
});
