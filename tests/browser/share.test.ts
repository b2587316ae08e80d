import { expect, test } from 'vitest';
import { untilEnhanced } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const PATH = '/Events/sports/sports-games';
const EVENT = { _id: 'sports', school: 'FARRUKHABAD', title: 'Sports & Games', date: '2026-11-20' };

const { browser, site } = siteInBrowser({
  lists: { events: [], eventsAll: [EVENT] },
});

const ADDRESS = () => site.url + PATH;

test.each([false, true])(
  'without a script, or if it can neither share nor copy (%s), WhatsApp and e-mail have the name and address of the page',
  async (javaScript) => {
    const { page } = await browser.visit('about:blank', { javaScript, width: 360 });
    await page.addInitScript(() => {
      for (const way of ['share', 'clipboard']) Reflect.deleteProperty(Navigator.prototype, way);
    });
    await page.goto(ADDRESS());
    const share = page.getByRole('region', { name: 'Share' });
    if (javaScript) await untilEnhanced(share, 'share');
    expect(await share.getByRole('button').count()).toBe(0);
    const [whatsApp = '', mail = ''] = await share
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    expect(new URL(whatsApp).searchParams.get('text')).toBe(`${EVENT.title}\n${ADDRESS()}`);
    expect(mail).toBe(`mailto:?subject=Sports%20%26%20Games&body=${encodeURIComponent(ADDRESS())}`);
  },
);

/** A test cannot confirm the dialog of a real `navigator.share`. */
const WAYS = [
  { share: 'taken', button: 'More apps', status: '' },
  // A visitor who closes the dialog of the device wants no copy.
  { share: 'aborted', button: 'More apps', status: '' },
  { share: 'refused', button: 'More apps', status: 'Link copied' },
  { share: 'missing', button: 'Copy link', status: 'Link copied' },
  { share: 'missing, as is leave to copy', button: 'Copy link', status: 'Could not copy' },
];

test.each(WAYS)(
  'where sharing is $share, the status is "$status"',
  async ({ share, button, status }) => {
    // A page of the site that has loaded at once.
    const { page, context } = await browser.visit(`${site.url}/robots.txt`);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('before'));
    await page.addInitScript((way) => {
      if (way.startsWith('missing')) {
        if (way !== 'missing')
          Clipboard.prototype.writeText = () => Promise.reject(new Error('no'));
        Reflect.deleteProperty(Navigator.prototype, 'share');
        return;
      }
      Navigator.prototype.share = async (data) => {
        document.title = JSON.stringify(data);
        if (way === 'aborted') throw new DOMException('closed', 'AbortError');
        if (way === 'refused') throw new DOMException('no', 'NotAllowedError');
      };
    }, share);
    await page.goto(ADDRESS());
    await page.getByRole('button', { name: button }).click();
    const data = JSON.stringify({ title: EVENT.title, url: ADDRESS() });
    await expect.poll(() => page.title()).toMatch(share.startsWith('missing') ? EVENT.title : data);
    await expect.poll(() => page.locator('.share [aria-live]').textContent()).toBe(status);
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toBe(status === 'Link copied' ? ADDRESS() : 'before');
  },
);
