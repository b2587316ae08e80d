import request from 'supertest';
import { expect, test } from 'vitest';
import { siteOfTest } from '../support/site.ts';

const PATH = '/.well-known/security.txt';
const HTTPS = { SITE_URL: 'https://school.example' };

async function textAt(url: string): Promise<string> {
  const response = await request(url).get(PATH).expect(200);
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  return response.text;
}

test('security.txt names whom content/site.json names, the languages and its own address', async () => {
  const contacts = ['mailto:it@school.example', 'tel:+915692000000'];
  const security = { contacts, languages: ['hi', 'en'] };
  const { url } = await siteOfTest({
    environment: HTTPS,
    now: () => new Date('2026-11-22T06:00:00Z'),
    content: (content) => ({ ...content, site: { ...content.site, security } }),
  });
  expect(await textAt(url)).toBe(
    `Contact: ${contacts[0]}\nContact: ${contacts[1]}\nExpires: 2027-05-21T00:00:00Z\n` +
      `Preferred-Languages: hi, en\nCanonical: https://school.example${PATH}\n`,
  );
});

test('security.txt expires half a year after each request, and claims no canonical address without https', async () => {
  let now = new Date('2026-11-22T06:00:00Z');
  const { url } = await siteOfTest({ now: () => now });
  const expected = /^(?:Contact: \S+\n)+Expires: (\S+)\nPreferred-Languages: [\w, ]+\n$/;
  expect(expected.exec(await textAt(url))?.[1]).toBe('2027-05-21T00:00:00Z');
  now = new Date('2031-02-28T23:59:59.999Z');
  expect(expected.exec(await textAt(url))?.[1]).toBe('2031-08-27T00:00:00Z');
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
