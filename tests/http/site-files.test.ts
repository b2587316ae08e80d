import request from 'supertest';
import { expect, test } from 'vitest';
import { sharedSite } from '../support/site.ts';

const site = sharedSite();

test.each(
  (
    '/robots.txt|/.well-known/security.txt|/manifest.webmanifest|/speculation.json|' +
    '/sw.js|/sitemap.xml|/feed.xml'
  ).split('|'),
)('C13: %s has a strong ETag, and 304 for it', async (path) => {
  const { headers } = await request(site.url).get(path).expect(200);
  expect(headers['etag']).toMatch(/^"[^"]+"$/);
  expect(headers['vary']).toContain('Accept-Encoding');
  const again = await request(site.url)
    .get(path)
    .set('If-None-Match', headers['etag'] ?? '');
  expect([again.status, again.text]).toEqual([304, '']);
  expect(again.headers['etag']).toBe(headers['etag']);
});
