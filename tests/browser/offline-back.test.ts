import { describe, expect, test } from 'vitest';
import { hasFullChromium } from '../support/chromium.ts';
import { ENQUIRY } from '../support/form-page.ts';
import { notice, OfflineSite, SENT } from '../support/offline-site.ts';

describe.runIf(hasFullChromium())('O10: a browser that keeps pages for "back"', () => {
  const offline = new OfflineSite('full');

  test('sends a waiting form once, also when the page that was sending it is left', async () => {
    const { page, context } = await offline.visit('/Contact');
    await offline.writeOffline(page, ENQUIRY);
    // The connections of the page break off while it sends.
    await offline.replaceSite();
    await offline.goOnline(context);
    await page.goto(`${offline.network.url}/Vision`);
    await expect.poll(() => notice(page).textContent()).toBe(SENT);
    await expect.poll(() => offline.arrivals('Get%20In%20Touch').length).toBe(1);
  });
});
