import { expect, test } from 'vitest';
import { siteOfTest } from '../../support/site.ts';

async function request(headers: Record<string, string>) {
  const site = await siteOfTest();
  await fetch(`${site.url}/api/subGallery?id=unknown`, { headers });
  const call = site.provider.requests.find(({ url }) => url.includes('subGallery'));
  const line = site.lines.find(({ path }) => path === '/api/subGallery');
  return { site, sent: call?.headers ?? {}, line };
}

test('the request id of a proxy is on the response, in the log and on the call to the provider', async () => {
  const headers = { 'x-request-id': 'edge-4711.a_b' };
  const { site, sent, line } = await request(headers);
  expect(sent).toMatchObject(headers);
  expect(line).toMatchObject({ requestId: 'edge-4711.a_b' });
  for (const path of ['/api/news/GISNUP', '/NoSuchPage', '/healthz']) {
    const response = await fetch(`${site.url}${path}`, { headers });
    expect([path, response.headers.get('x-request-id')]).toEqual([path, 'edge-4711.a_b']);
  }
  for (const picture of ['adult-11.webp', 'adult-13.webp?w=160'])
    await fetch(`${site.url}/api/image/drawings/${picture}`, { headers });
  expect(site.provider.requestedFiles).toHaveLength(2);
  const ids = site.provider.requests.map((call) => call.headers['x-request-id']);
  expect(new Set(ids)).toEqual(new Set(['edge-4711.a_b']));
  await expect
    .poll(async () => {
      const { headers: sentBack } = await fetch(`${site.url}/HomeFr?from=card`, { headers });
      return [sentBack.get('cache-status'), sentBack.get('x-request-id')];
    })
    .toEqual(['gis; hit', 'edge-4711.a_b']);
  const hit = site.lines.find(({ cache, path }) => cache === 'hit' && path === '/HomeFr');
  const bytes = expect.toSatisfy((count: number) => count > 1_000) as number;
  expect(hit).toMatchObject({ method: 'GET', status: 200, bytes, requestId: 'edge-4711.a_b' });
});

test.for([
  ['none', {}],
  ['short', { 'x-request-id': 'edge-47' }],
  ['a message', { 'x-request-id': 'Asha Kumari 98765 43210' }],
  ['endless', { 'x-request-id': 'a'.repeat(65) }],
] as const)(
  'in place of a request id that is %s one is made here, the same everywhere',
  async ([, headers]) => {
    const { sent, line } = await request(headers);
    expect(sent['x-request-id']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(line).toMatchObject({ requestId: sent['x-request-id'] });
  },
);
