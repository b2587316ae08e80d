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
    const { page } = await browser.tab(`${site.url}/robots.txt`, { javaScript, width: 360 });
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
  // A visitor who closes the dialog of the device wants no copy.
  { button: 'More apps', statuses: { taken: '', aborted: '', refused: 'Link copied' } },
  { button: 'Copy link', statuses: { copied: 'Link copied', forbidden: 'Could not copy' } },
];

test.each(WAYS)(
  '$button: a link that was copied, or could not be, is said; one shared is not',
  async ({ button, statuses }) => {
    const canShare = button === 'More apps';
    const { page, context } = await browser.visit(`${site.url}/robots.txt`);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript((can) => {
      Reflect.deleteProperty(Navigator.prototype, 'share');
      if (!can) return;
      Navigator.prototype.share = async (data) => {
        const way = document.title;
        document.title = JSON.stringify(data);
        if (way === 'aborted') throw new DOMException('closed', 'AbortError');
        if (way === 'refused') throw new DOMException('no', 'NotAllowedError');
      };
    }, canShare);
    await page.goto(ADDRESS());
    await page.getByRole('button', { name: button }).waitFor();
    for (const [way, status] of Object.entries(statuses)) {
      await page.evaluate(async (title) => {
        await navigator.clipboard.writeText('before');
        document.title = title;
        if (title === 'forbidden')
          Clipboard.prototype.writeText = () => Promise.reject(new Error());
      }, way);
      await page.locator('.share button').click();
      const data = JSON.stringify({ title: EVENT.title, url: ADDRESS() });
      await expect.poll(() => page.title()).toBe(canShare ? data : way);
      await expect.poll(() => page.locator('.share [aria-live]').textContent()).toBe(status);
      const text = await page.evaluate(() => navigator.clipboard.readText());
      expect(text).toBe(status === 'Link copied' ? ADDRESS() : 'before');
    }
  },
);
