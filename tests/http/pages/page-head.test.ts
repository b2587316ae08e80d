import request from 'supertest';
import { expect, test } from 'vitest';
import { sharedSite } from '../../support/site.ts';

const FONT_FILE = /\/assets\/[\w-]+\.woff2/g;

const site = sharedSite({ sharesPictures: true });

async function read(path: string, headers: Readonly<Record<string, string>> = {}) {
  return await request(site.app.server).get(path).set(headers).expect(200);
}

test.each([
  ['/', 2],
  ['/HomeFr', 1],
  ['/Events', 1],
  ['/Events/evt-f-06/career-guidance-day-for-classes-x-and-xii', 1],
  ['/LifeatGis', 1],
  ['/SubGallery?id=alb-f-01', 4],
  ['/Vision', 1],
  ['/ChairmanMessage', 1],
])('%s fetches only the pictures of its first screen before others', async (path, count) => {
  const { text: html } = await read(path);
  expect(html.match(/<img[^>]*fetchPriority="high"/gi)?.length).toBe(count);
});

test('the fonts replace their fallbacks when they arrive, and visitors who save data get the same styles without font files', async () => {
  const [, path = ''] = /rel="stylesheet" href="([^"]+)"/.exec((await read('/')).text) ?? [];
  const full = await read(path);
  expect(full.text.match(/font-display:\w+/g)).toEqual(Array(4).fill('font-display:swap'));
  expect(full.text.match(FONT_FILE)).toHaveLength(4);
  const saving = await read(path, { 'Save-Data': 'on' });
  expect(saving.text).not.toMatch(FONT_FILE);
  expect(full.text.endsWith(saving.text)).toBe(true);
  const sent = { vary: 'Accept-Encoding, Save-Data', 'content-encoding': 'gzip' };
  for (const { headers } of [full, saving]) expect(headers).toMatchObject(sent);
  const [font = ''] = full.text.match(FONT_FILE) ?? [];
  expect((await read(font, { 'Save-Data': 'on' })).type).toBe('font/woff2');
});

test('the language link of an English page shows its Hindi name on devices without Devanagari letters', async () => {
  const { text: html } = await read('/Vision');
  const [link = ''] = /<a class="language-switch".*?<\/a>/.exec(html) ?? [];
  expect(link).toContain('<span class="hindi-name" aria-hidden="true"></span>');
  expect(link).toContain('<span class="visually-hidden">हिन्दी</span>');
  const css = await read(/\/assets\/site-[^"]+\.css/.exec(html)?.[0] ?? '');
  const [, outline = ''] = /\.hindi-name\{[^}]*mask:url\(([^)]+)\)/.exec(css.text) ?? [];
  expect((await read(outline)).type).toBe('image/svg+xml');
});
