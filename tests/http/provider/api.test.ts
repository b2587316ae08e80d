import request from 'supertest';
import { expect, test } from 'vitest';
import { isAuthorized } from '../../support/providers/submissions.ts';
import type { TestProvider } from '../../support/providers/test-provider.ts';
import { siteOfTest } from '../../support/site.ts';
import { MAX_ALBUM_ID } from '../../../shared/query-params.ts';
import { LIST_NAMES, PROVIDER_LISTS } from '../../../shared/records/provider-lists.ts';

const TOKEN = 'planted.Token-2';
/** The sample provider has them in its own words, and no other ones. */
const PATHS = LIST_NAMES.filter((name) => name !== 'subGallery').map((name) =>
  PROVIDER_LISTS[name].path('GISNUP', ''),
);

/** A site with the token of the provider, and requests to it. */
async function start({ now = () => new Date() } = {}) {
  const site = await siteOfTest({ environment: { PROVIDER_TOKEN: TOKEN }, now });
  return { site, api: request(site.url), sample: site.provider };
}

function urlsOf(sample: TestProvider): string[] {
  return sample.requests.map(({ method, url }) => `${method} ${url}`);
}

test('R-221 to R-222, R-224 to R-229, R-231 to R-234: each list makes one call of its path; no response has the token', async () => {
  const { api, sample } = await start();
  for (const path of PATHS) {
    const { body, text } = await api
      .get(path)
      .expect(200)
      .expect('content-type', 'application/json; charset=utf-8');
    expect(Array.isArray(body) && body.length > 0, path).toBe(true);
    expect(text).not.toContain(TOKEN);
    await api.get(path);
  }
  expect(urlsOf(sample)).toEqual(PATHS.map((path) => `GET ${path}`));
  const { text } = await api.get('/api/subGallery?id=alb-f-01').expect(200);
  expect(text).not.toContain(TOKEN);
  const withToken = sample.requests
    .filter((call) => isAuthorized(call, TOKEN))
    .map(({ url }) => url.split('/')[2]);
  expect(withToken).toEqual(['notification', 'onlineRegistration', 'principalMessage']);
});

test('R-230: an album has its id, encoded, and impossible ids are rejected', async () => {
  const { api, sample } = await start();
  const { body } = await api.get('/api/subGallery?id=alb-f-01&utm_source=x');
  expect(body).toMatchObject([{ _id: 'alb-f-01', school: 'FARRUKHABAD' }]);
  await api.get('/api/subGallery?id=not%20there').expect(200, []);
  expect(urlsOf(sample)).toEqual([
    'GET /api/subGallery?id=alb-f-01',
    'GET /api/subGallery?id=not%20there',
  ]);
  const wrong = ' ?id= ?id=a&id=b ?id[x]=1 ?ID=1 ?id=a%00 ?id=a%0d%0aX:1 ?id=%c2%85'.split(' ');
  for (const query of [...wrong, `?id=${'a'.repeat(MAX_ALBUM_ID + 1)}`]) {
    const { status, headers, text } = await api.get(`/api/subGallery${query}`);
    expect([query, status, headers['cache-control']]).toEqual([query, 400, 'no-store']);
    expect(text).toBe('{"error":"id is missing or wrong"}');
  }
  expect(sample.requests.length).toBe(2);
});

test('S7: other paths and methods are errors in JSON, without a call of the provider', async () => {
  const { api, sample } = await start();
  for (const path of ['/api/users/GISNUP', '/api/News/GISNUP', '/api/news/gisnup', '/api/'])
    await api.get(path).expect(404, { error: 'not found' }).expect('cache-control', 'no-store');
  for (const method of ['post', 'delete'] as const)
    await api[method]('/api/news/GISNUP')
      .expect(405, { error: 'method not allowed' })
      .expect('allow', 'GET, HEAD');
  expect(urlsOf(sample)).toEqual([]);
});

test('C13: a response has a strong ETag per coding, a 304 and a Cache-Status', async () => {
  let now = Date.now();
  const { site, api, sample } = await start({ now: () => new Date(now) });
  const lifetime =
    'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';
  const news = (headers: Record<string, string>) => api.get('/api/news/GISNUP').set(headers);
  const first = await news({ 'accept-encoding': 'identity' })
    .expect('etag', /^"[\w-]+"$/)
    .expect('cache-status', 'gis; fwd=miss')
    .expect('cache-control', lifetime);
  const { text } = first;
  const etag = first.headers['etag'] ?? '';
  for (const coding of ['br', 'gzip']) {
    const response = await news({ 'accept-encoding': coding })
      .expect('content-encoding', coding)
      .expect('vary', 'Accept-Encoding')
      .expect('cache-status', 'gis; hit');
    expect(response.text).toBe(text);
    expect(response.headers['etag']).not.toBe(etag);
  }
  const known = { 'if-none-match': `"other", ${etag}`, 'accept-encoding': 'identity' };
  await news(known).expect(304, '').expect('etag', etag);
  await api
    .head('/api/news/GISNUP')
    .set('accept-encoding', 'identity')
    .expect(200)
    .expect('content-length', String(Buffer.byteLength(text)));

  sample.setList('news', [{ _id: '1', school: 'NEKPUR', category: 'News', title: 'New' }]);
  now += 61_000;
  await news(known);
  await site.settled();
  const changed = await news(known).expect(200);
  expect(changed.body).toMatchObject([{ title: 'New' }]);
});

test('shared caches serve no stale birthdays', async () => {
  let now = Date.now();
  const { api, sample } = await start({ now: () => new Date(now) });
  const { headers } = await api.get('/api/birthdays/GISNUP').expect(200);
  expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=60');
  await sample.fail('all', 'html');
  now += 61_000;
  const stale = await api.get('/api/birthdays/GISNUP').expect(200);
  expect(stale.headers['cache-control']).toBe('public, max-age=0, s-maxage=5');
});

test('only a response of a kilobyte or more is compressed', async () => {
  const { api, sample } = await start();
  const row = { _id: '1', school: 'NEKPUR', category: 'News', title: '' };
  const sizeOf = (title: string) => JSON.stringify([{ ...row, title }]).length;
  sample.setList('news', [{ ...row, title: 'x' }]);
  const { text } = await api.get('/api/news/GISNUP').set('accept-encoding', 'identity');
  const title = 'x'.repeat(1_024 - text.length + 1);
  sample.setList('newsAll', [{ ...row, title }]);
  sample.setList('events', []);
  expect(sizeOf(title)).toBeLessThanOrEqual(1_024);
  for (const [path, coding] of [
    ['/api/news/GISNUP', undefined],
    ['/api/events/GISNUP', undefined],
    ['/api/news/all/GISNUP', 'gzip'],
  ] as const) {
    const response = await api.get(path).set('accept-encoding', 'gzip');
    expect([path, response.headers['content-encoding']]).toEqual([path, coding]);
  }
});

test('C1 C3 C10: a list that was never received is 503 and not cached, a cached one stays available', async () => {
  let now = Date.now();
  const { site, api, sample } = await start({ now: () => new Date(now) });
  const { text: good } = await api.get('/api/events/GISNUP');
  await sample.fail('all', 'html');
  now += 61_000;
  await api.get('/api/events/GISNUP');
  await site.settled();
  const cached = await api
    .get('/api/events/GISNUP')
    .expect(200)
    .expect('cache-status', 'gis; fwd=stale')
    .expect(
      'cache-control',
      /^public, max-age=0, s-maxage=5, stale-while-revalidate=600, stale-if-error=86400$/,
    );
  expect(cached.text).toBe(good);

  const failed = await api
    .get('/api/news/GISNUP')
    .expect(503, { error: 'the list is not available now' })
    .expect('cache-control', 'no-store')
    .expect('retry-after', '5');
  expect(failed.headers).not.toHaveProperty('etag');
});
