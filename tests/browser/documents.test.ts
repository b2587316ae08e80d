import { expect, test } from 'vitest';
import { siteInBrowser } from '../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({ sharesPictures: true });

test.each(['/Documents/fee-structure', '/nekhpur/Documents/fee-structure', '/Tc'])(
  'a phone is shown no empty frame at %s, but a way to open the document, without JavaScript too',
  async (path) => {
    const { page } = await browser.visit(site.url + path, {
      width: 360,
      isPhone: true,
      javaScript: false,
    });
    expect(await page.locator('main iframe').isVisible()).toBe(false);
    const open = page.getByRole('main').getByRole('link', { name: /^Open/ });
    expect(await open.isVisible()).toBe(true);
    expect((await open.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await open.getAttribute('href')).toMatch(/^\/files\/[a-z-]+\.pdf$/);
  },
);
