import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { siteOfTest, type TestSite } from '../support/site.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PATH = '/.well-known/security.txt';
const HTTPS = { SITE_URL: 'https://school.example' };

let site: TestSite | undefined;

/** `[name, value]` of each line (RFC 9116, 4). */
async function fields(): Promise<[string, string][]> {
  const { text } = await request(site?.url ?? '')
    .get(PATH)
    .expect(200)
    .expect('content-type', 'text/plain; charset=utf-8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, name = '', value = ''] = /^([A-Za-z-]+): (\S.*)$/.exec(line) ?? [];
      return [name, value];
    });
}

describe('/.well-known/security.txt', () => {
  test('names whom content/site.json names, the languages and its own address', async () => {
    site = await siteOfTest({
      environment: HTTPS,
      content: (content) => ({
        ...content,
        site: {
          ...content.site,
          security: {
            contacts: ['mailto:it@school.example', 'tel:+915692000000'],
            languages: ['hi', 'en'],
          },
        },
      }),
    });
    const read = await fields();
    expect(read.filter(([name]) => name !== 'Expires')).toEqual([
      ['Contact', 'mailto:it@school.example'],
      ['Contact', 'tel:+915692000000'],
      ['Preferred-Languages', 'hi, en'],
      ['Canonical', `https://school.example${PATH}`],
    ]);
  });

  test('expires within a year of each request, and claims no canonical address without https', async () => {
    let now = new Date();
    site = await siteOfTest({ now: () => now });
    for (now of [now, new Date('2031-02-28T23:59:59.999Z')]) {
      const own = (await fields()).filter(([name]) => name !== 'Contact');
      expect(own.map(([name]) => name)).toEqual(['Expires', 'Preferred-Languages']);
      const expires = own[0]?.[1] ?? '';
      // An Internet date of RFC 3339, as 2.5.5 wants it.
      expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      const days = (Date.parse(expires) - now.getTime()) / DAY_MS;
      expect(days).toBeGreaterThan(90);
      expect(days).toBeLessThan(365);
    }
  });
});

describe('S1: Strict-Transport-Security', () => {
  test.each([
    ['follows HSTS_SECONDS', { ...HTTPS, HSTS_SECONDS: '15552000' }, 'max-age=15552000'],
    ['is taken back by 0', { ...HTTPS, HSTS_SECONDS: '0' }, 'max-age=0'],
    ['is not sent while the site is on http', { HSTS_SECONDS: '15552000' }, undefined],
  ])('%s', async (_title, environment, value) => {
    site = await siteOfTest({ environment });
    for (const path of ['/Vision', '/robots.txt', '/no-such-page']) {
      const { headers } = await request(site.url).get(path);
      expect([path, headers['strict-transport-security']]).toEqual([path, value]);
    }
  });
});
