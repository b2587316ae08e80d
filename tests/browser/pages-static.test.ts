import { expect, test } from 'vitest';
import { siteInBrowser } from '../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({ sharesPictures: true });

test.each([true, false])(
  'R-153: the three pictures of the ERP page open, close with Escape and give the focus back, JavaScript %s',
  async (javaScript) => {
    const { page } = await browser.visit(`${site.url}/nekhpur/ErpSoftware`, { javaScript });
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
      await expect
        .poll(() => button.evaluate((element) => element === document.activeElement))
        .toBe(true);
    }
  },
);
