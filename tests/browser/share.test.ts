import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { SOON } from '../support/effort.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const PATH = '/Events/sports/sports-games';
const EVENT = { _id: 'sports', school: 'FARRUKHABAD', title: 'Sports & Games', date: '2026-11-20' };

const { browser, site } = siteInBrowser(
  {
    sharesPictures: true,
    prepare(provider) {
      provider.setList('events', []);
      provider.setList('eventsAll', [EVENT]);
    },
  },
  'own',
);

/** A record's page in a browser that shares in this way, as a test cannot confirm the dialog of a real `navigator.share`. */
async function openWith(
  share: 'missing' | 'aborted' | 'refused' | 'taken',
): Promise<{ page: Page; errors: string[] }> {
  const { page, context, errors } = await browser.visit(`${site.url}/Vision`, { width: 360 });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript((way) => {
    if (way === 'missing') {
      Reflect.deleteProperty(Navigator.prototype, 'share');
      return;
    }
    Navigator.prototype.share = async (data) => {
      document.title = JSON.stringify(data);
      if (way === 'aborted') throw new DOMException('closed', 'AbortError');
      if (way === 'refused') throw new DOMException('no', 'NotAllowedError');
    };
  }, share);
  await page.goto(site.url + PATH);
  return { page, errors };
}

function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

test('without a script there are WhatsApp and e-mail, with the name and the address of the page', async () => {
  const { page, close } = await browser.visit(site.url + PATH, { javaScript: false, width: 360 });
  const share = page.getByRole('region', { name: 'Share' });
  expect(await share.getByRole('button').count()).toBe(0);
  const [whatsApp = '', mail = ''] = await share
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  const address = site.url + PATH;
  expect(new URL(whatsApp).searchParams.get('text')).toBe(`${EVENT.title}\n${address}`);
  expect(mail).toBe(`mailto:?subject=Sports%20%26%20Games&body=${encodeURIComponent(address)}`);
  await close();
});

test('a browser that can share is handed name and address', async () => {
  const { page, errors } = await openWith('taken');
  await page.getByRole('button', { name: 'More apps' }).click();
  await expect
    .poll(() => page.title())
    .toBe(JSON.stringify({ title: EVENT.title, url: site.url + PATH }));
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a visitor who closes the dialog of the device has nothing copied', async () => {
  const { page, errors } = await openWith('aborted');
  await page.evaluate(() => navigator.clipboard.writeText('before'));
  await page.getByRole('button', { name: 'More apps' }).click();
  await expect.poll(() => page.title()).toContain(PATH);
  expect(await copied(page)).toBe('before');
  expect(errors).toEqual([]);
  await page.context().close();
});

test.each([
  ['missing', 'Copy link'],
  ['refused', 'More apps'],
] as const)(
  'where sharing is %s the address is copied, and the button shows it',
  async (way, name) => {
    const { page, errors } = await openWith(way);
    await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: 'Link copied' }).waitFor(SOON);
    expect(await page.getByRole('status').textContent()).toBe('Link copied');
    expect(await copied(page)).toBe(site.url + PATH);
    expect(errors).toEqual([]);
    await page.context().close();
  },
);
