import request from 'supertest';
import { expect, test } from 'vitest';
import { siteOfTest } from '../../support/site.ts';

const PATH = '/.well-known/security.txt';
const HTTPS = { SITE_URL: 'https://school.example' };

async function textAt(url: string): Promise<string> {
  const response = await request(url).get(PATH).expect(200);
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  return response.text;
}

test('security.txt has the contacts of content/site.json, the languages and its address, and expires after half a year', async () => {
  const contacts = ['mailto:it@school.example', 'tel:+915692000000'];
  const security = { contacts, languages: ['hi', 'en'] };
  let now = new Date('2026-11-22T06:00:00Z');
  const { url } = await siteOfTest({
    environment: HTTPS,
    now: () => now,
    content: (content) => ({ ...content, site: { ...content.site, security } }),
  });
  expect(await textAt(url)).toBe(
    `Contact: ${contacts[0]}\nContact: ${contacts[1]}\nExpires: 2027-05-21T00:00:00Z\n` +
      `Preferred-Languages: hi, en\nCanonical: https://school.example${PATH}\n`,
  );
  now = new Date('2031-02-28T23:59:59.999Z');
  expect(await textAt(url)).toContain('\nExpires: 2031-08-27T00:00:00Z\n');
  expect(await textAt((await siteOfTest()).url), 'on http').not.toContain('Canonical');
});

test.each([
  ['follows HSTS_SECONDS', { ...HTTPS, HSTS_SECONDS: '15552000' }, 'max-age=15552000'],
  ['is taken back by 0', { ...HTTPS, HSTS_SECONDS: '0' }, 'max-age=0'],
  ['is not sent while the site is on http', { HSTS_SECONDS: '15552000' }, undefined],
])('S1: Strict-Transport-Security %s', async (_title, environment, value) => {
  const site = await siteOfTest({ environment });
  for (const path of ['/Vision', '/robots.txt', '/no-such-page']) {
    const { headers } = await request(site.url).get(path);
    expect([path, headers['strict-transport-security']]).toEqual([path, value]);
  }
});
