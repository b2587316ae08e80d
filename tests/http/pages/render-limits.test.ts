import request from 'supertest';
import { expect, test } from 'vitest';
import { RENDER_LIMITS } from '../../../server/pages/render-limits.ts';
import { sharedSite } from '../../support/site.ts';

const site = sharedSite({ environment: { TRUST_PROXY: '1' }, hasLists: true });

/** Requests of one client at the same time, each for a page that is not cached. */
function flood(client: string, requests: number, pathOf: (number: number) => string) {
  return Promise.all(
    Array.from({ length: requests }, (_, index) =>
      fetch(site.url + pathOf(index), { headers: { 'x-forwarded-for': client } }),
    ),
  );
}

function count(responses: readonly Response[], status: number): number {
  return responses.filter((response) => response.status === status).length;
}

test.each([
  ['searches', 200, (index: number) => `/Search?q=fee${index}`],
  ['filtered lists', 200, (index: number) => `/Events?q=day${index}`],
  ['addresses without a page', 404, (index: number) => `/nothing-${index}`],
  ['records that do not exist', 404, (index: number) => `/News/nothing-${index}`],
])('P3: %s of one client past the limit are 503, others go on', async (_what, status, pathOf) => {
  const [flooding, other] = await Promise.all([
    flood('203.0.113.1', 3 * RENDER_LIMITS.perClient, pathOf),
    flood('203.0.113.2', 1, (index) => pathOf(1_000 + index)),
  ]);
  expect(count(flooding, 503)).toBeGreaterThan(0);
  expect(count(flooding, status)).toBeGreaterThanOrEqual(RENDER_LIMITS.perClient);
  expect(count(flooding, status) + count(flooding, 503)).toBe(flooding.length);
  const rejected = flooding.find((response) => response.status === 503);
  expect(rejected?.headers.get('retry-after')).toBe(String(RENDER_LIMITS.retryAfterSeconds));
  expect(rejected?.headers.get('cache-control')).toBe('no-store');
  expect(rejected?.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await rejected?.text()).toContain('Please try again in a moment. <a href="/">Home</a>');
  expect(other.map((response) => response.status)).toEqual([status]);
});

test('P3: the pages of the site have no limit, also those that are not cached', async () => {
  const lists = ['News', 'Events', 'Gallery', 'nekpur/News', 'nekpur/Events', 'nekpur/Gallery'];
  const paths = lists.flatMap((list) =>
    ['', '/hi'].flatMap((language) => [`${language}/${list}`, `${language}/${list}?year=All`]),
  );
  const responses = await flood('203.0.113.4', paths.length, (index) => paths[index] ?? '/');
  expect(count(responses, 200)).toBe(paths.length);
});

test('P3: steps and filters of a list that has no card there are not cached, and have a limit', async () => {
  const floods = await Promise.all(
    [
      (index: number) => `/Events?show=${60 * (index + 100)}`,
      (index: number) => `/Gallery?year=All&month=${1 + (index % 12)}&show=${60 * (index + 2)}`,
      (index: number) => `/nekhpur/News?year=${2007 + (index % 4)}&show=${60 * (index + 2_000)}`,
    ].map((pathOf, index) => flood(`203.0.113.${100 + index}`, 50, pathOf)),
  );
  for (const responses of floods) {
    expect(count(responses, 503)).toBeGreaterThan(0);
    const stored = responses.filter(({ headers }) =>
      /stored|hit/.test(`${headers.get('cache-status')}`),
    );
    expect(stored).toEqual([]);
  }
});

test('P3: listed records have no limit, also while their albums are slow', async () => {
  await site.provider.fail(/subGallery/, 'hang');
  for (const [list, record] of [
    ['/Gallery', /\/SubGallery\?id=[\w-]+/g],
    ['/Events?year=All', /\/Events\/[\w-]+\/[\w-]+/g],
  ] as const) {
    const html = await (await fetch(site.url + list)).text();
    const paths = [...new Set(html.match(record))].flatMap((path) => [path, `/hi${path}`]);
    expect(paths.length).toBeGreaterThan(RENDER_LIMITS.perClient);
    const responses = await flood('203.0.113.5', paths.length, (index) => paths[index] ?? '/');
    expect(count(responses, 200)).toBe(paths.length);
  }
  await site.provider.heal();
});

test('P3: clients together have a limit too', async () => {
  const clients = Array.from({ length: 10 }, (_, index) => `203.0.113.${10 + index}`);
  const floods = clients.map((client, index) =>
    flood(client, RENDER_LIMITS.perClient, (number) => `/Search?q=all${index}-${number}`),
  );
  const responses = (await Promise.all(floods)).flat();
  expect(count(responses, 503)).toBeGreaterThan(0);
  expect(count(responses, 200)).toBeGreaterThanOrEqual(RENDER_LIMITS.total);
});

test('C4, P3: a hundred visitors who open a page at once wait for one rendering of it', async () => {
  const searches = await flood('203.0.113.3', 100, () => '/Search?q=same');
  expect(count(searches, 200)).toBe(100);
  const visits = await flood('203.0.113.3', 100, () => '/nekhpur/News?year=All&month=All');
  const timings = new Set(visits.map(({ headers }) => headers.get('server-timing') ?? 'cached'));
  expect([...timings].filter((timing) => timing !== 'cached')).toHaveLength(1);
});

test.each(['/nothing', '/nekhpur/nothing', '/hi/nothing'])(
  'P3: the 404 page of %s is compressed and rendered once',
  async (path) => {
    const first = await request(site.url).get(path).set('Accept-Encoding', 'br').expect(404);
    expect(first.headers['content-encoding']).toBe('br');
    expect(Number(first.headers['content-length'])).toBeLessThan(12_000);
    expect(first.headers['cache-control']).toBe('no-store');
    const again = await request(site.url).get(`${path}-2`).set('Accept-Encoding', 'br').expect(404);
    expect(again.headers['etag']).toBe(first.headers['etag']);
  },
);
