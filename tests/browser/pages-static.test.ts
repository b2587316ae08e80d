import { expect, test } from 'vitest';
import { siteInBrowser } from '../support/site-in-browser.ts';

const { browser, site } = siteInBrowser();

test.each([true, false])(
  'R-153: the three pictures of the ERP page open, close with Escape and give the focus back, JavaScript %s',
  async (javaScript) => {
    const { page } = await browser.tab(`${site.url}/nekhpur/ErpSoftware`, { javaScript });
    for (const name of ['Manage Data', 'Parent Portal', 'Communication Portal']) {
      const button = page.getByRole('button', { name, exact: true });
      await button.click();
      const dialog = page.getByRole('dialog', { name });
      await dialog.waitFor();
      const picture = dialog.locator('img');
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .not.toBe(0);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await expect.poll(() => button.and(page.locator(':focus')).count()).toBe(1);
    }
  },
);

test('a phone has no empty frame, but a way to open each document, without JavaScript too', async () => {
  const phone = { width: 360, isPhone: true, javaScript: false };
  const { page } = await browser.tab(`${site.url}/robots.txt`, phone);
  for (const path of ['/Documents/fee-structure', '/nekhpur/Documents/prospectus', '/Tc']) {
    await page.goto(site.url + path);
    expect(await page.locator('main iframe').isVisible(), path).toBe(false);
    const open = page.getByRole('main').getByRole('link', { name: /^Open/ });
    expect(await open.isVisible(), path).toBe(true);
    expect((await open.boundingBox())?.height, path).toBeGreaterThanOrEqual(44);
    expect(await open.getAttribute('href'), path).toMatch(/^\/files\/[a-z-]+\.pdf$/);
  }
});
