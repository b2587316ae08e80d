import { createHash } from 'node:crypto';
import request from 'supertest';
import { expect, test } from 'vitest';
import { sharedSite, siteOfTest } from '../../support/site.ts';

const site = sharedSite({ hasLists: true, sharesPictures: true });

const STYLE = /<style>([^]*?)<\/style>/;
const STYLESHEET = /<link rel="stylesheet" href="(\/assets\/site-\w+\.css)"[^>]*>/;

async function read(path: string, headers: Readonly<Record<string, string>> = {}) {
  const { text, headers: sent, status } = await request(site.app.server).get(path).set(headers);
  return { text, status, etag: String(sent['etag']), policy: sent['content-security-policy'] };
}

test.each(
  '/ /HomeFr /Events /Gallery /Mission /hi/HomeFr /nekhpur/Home /Offline /NoSuchPage'.split(' '),
)(
  'a cached page preloads nothing, has its rules after what link previews read, and the stylesheet at its end: %s',
  async (path) => {
    const { text: html, policy } = await read(path);
    const [, css = ''] = STYLE.exec(html) ?? [];
    const head = html.slice(0, html.indexOf('</head>'));
    expect(head).toMatch(/og:image:alt.*<style>/);
    expect(head).not.toContain('rel="preload"');
    expect(html).toMatch(new RegExp(`${STYLESHEET.source}</body></html>$`));
    expect(html.match(/rel="stylesheet"/g)).toHaveLength(1);
    const hash = createHash('sha256').update(css).digest('base64');
    expect(policy).toContain(`;style-src 'self' 'sha256-${hash}';`);
    expect(policy).not.toContain('unsafe');
    const [, address = ''] = STYLESHEET.exec(html) ?? [];
    const { text: whole } = await read(address);
    expect(css.length).toBeLessThan(whole.length * 0.62);
    // Of the fonts the page has the stand-ins only, also for who saves data.
    expect(css).not.toContain('.woff2');
    expect(css).toContain('School Sans Fallback');
    for (const kept of ['.header', '.footer', 'prefers-color-scheme:dark', '@view-transition'])
      expect(css).toContain(kept);
    for (const left of ['.pswp', '@media print', '.calendar']) expect(css).not.toContain(left);
  },
);

test('a page has the rules of its own parts only', async () => {
  const [mission, career] = await Promise.all(['/Mission', '/Career'].map((path) => read(path)));
  expect(mission?.text).toMatch(/<style>[^<]*\.mission/);
  expect(career?.text).not.toMatch(/<style>[^<]*\.mission/);
  expect(career?.text).toMatch(/<style>[^<]*\.field/);
  expect(mission?.text).not.toMatch(/<style>[^<]*\.field/);
});

test('a 304 has the policy of the page that the browser has', async () => {
  const { etag, policy } = await read('/HomeFr');
  const again = await read('/HomeFr', { 'If-None-Match': etag });
  expect([again.status, again.policy]).toEqual([304, policy]);
});

test('a page that no cache takes has the stylesheet in its head, under the policy of all responses', async () => {
  const { text: html, policy } = await read('/Search?q=annual');
  expect(html.slice(0, html.indexOf('</head>'))).toMatch(STYLESHEET);
  expect(html).not.toContain('<style>');
  expect(policy).toContain(";style-src 'self';");
});

test('a streamed page has the stylesheet in its head, and preloads nothing', async () => {
  const cold = await siteOfTest({
    prepare: (provider) => provider.fail('/api/news/GISNUP', { delayMs: 1_000 }),
  });
  const { text: html, headers } = await request(cold.url).get('/HomeFr');
  expect(headers['content-security-policy']).toContain("'nonce-");
  expect(html.slice(0, html.indexOf('</head>'))).toMatch(STYLESHEET);
  expect(html).not.toMatch(/<style>|rel="preload"/);
});
