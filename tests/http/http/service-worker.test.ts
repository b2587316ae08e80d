import request from 'supertest';
import { expect, test } from 'vitest';
import { loadPublication } from '../../../server/publication/publication.ts';
import { CAMPUSES, campusPath } from '../../../shared/campuses.ts';
import { loadAssets } from '../../../server/http/assets.ts';
import { sharedSite, siteOfTest, type TestSite } from '../../support/site.ts';
import * as z from 'zod';

const on = sharedSite({ environment: { SERVICE_WORKER: 'on' } });
const off = sharedSite({ environment: { SERVICE_WORKER: 'off' } });

const buildSchema = z.object({
  version: z.string(),
  frame: z.array(z.string()),
  offlinePages: z.array(z.object({ path: z.string() })),
});

/** The build data in the worker's script. */
async function buildOf({ url }: TestSite): Promise<z.infer<typeof buildSchema>> {
  const { text } = await request(url).get('/sw.js');
  const [, json = ''] = /^self\.BUILD = (\{.*\});$/m.exec(text) ?? [];
  return buildSchema.parse(JSON.parse(json));
}

test('the service worker is revalidated each time, and is a script of this site', async () => {
  const { headers } = await request(on.url).get('/sw.js').expect(200);
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
});

test('the worker caches at once what every page needs, and it weighs little', async () => {
  const { frame, offlinePages } = await buildOf(on);
  const { text: html } = await request(on.url).get('/Vision').expect(200);
  const needed = [...html.matchAll(/<(?:link|script|img)[^>]* (?:href|src)="(\/assets\/[^"]+)"/g)]
    .map(([, url = '']) => url)
    .filter((url) => /\.(css|js|woff2)$/.test(url));
  const { modules, pictures, fonts } = loadAssets('dist', loadPublication('dist').folder).manifest;
  for (const name of ['popovers', 'marquee', 'share', 'offline-notice', 'kept-pages'])
    needed.push(...(modules[name]?.later ?? [name]));
  for (const name of ['logo.svg', 'favicon.svg']) needed.push(pictures[name]?.src ?? name);
  expect(needed.filter((url) => !frame.includes(url))).toEqual([]);
  expect(frame.filter((url) => url.endsWith('.woff2'))).toHaveLength(Object.keys(fonts).length - 1);
  const standIns = offlinePages.map(({ path }) => path);
  expect(standIns.toSorted()).toEqual(
    CAMPUSES.map((each) => campusPath(each, 'Offline')).toSorted(),
  );
  let bytes = 0;
  for (const url of [...frame, ...standIns]) {
    const { status, headers } = await request(on.url).get(url).set('Accept-Encoding', 'br');
    expect([url, status]).toEqual([url, 200]);
    bytes += Number(headers['content-length']);
  }
  expect(bytes).toBeLessThan(120_000);
});

test('another text of the school makes another worker, and the same build and texts the same one', async () => {
  const [same, other] = await Promise.all([
    siteOfTest({ environment: { SERVICE_WORKER: 'on' } }),
    siteOfTest({
      environment: { SERVICE_WORKER: 'on' },
      content(content) {
        content.site.campuses.NEKPUR.phone = '+91-5692-222222';
        return content;
      },
    }),
  ]);
  const [first, second, third] = await Promise.all([on, same, other].map(buildOf));
  expect(second?.version).toBe(first?.version);
  expect(third?.version).not.toBe(first?.version);
});

test('SERVICE_WORKER=off: pages register no worker', async () => {
  expect((await request(off.url).get('/Vision')).text).not.toContain('data-worker');
  expect((await request(on.url).get('/Vision')).text).toContain('data-worker');
});

test('the offline page tries its own address again, and says which pages open', async () => {
  const { text } = await request(on.url).get('/Offline').expect(200);
  expect(text).toMatch(/<a class="button" href="">Try again</);
  expect(text).toContain('in the last 14 days, up to 40.');
  expect(text).toContain('<div hidden="" data-enhance="kept-pages" data-when="now">');
  expect(text).not.toMatch(/<link rel="(?:canonical|alternate)" href|og:url/i);
});
