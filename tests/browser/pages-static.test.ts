import { describe, expect, test } from 'vitest';
import { siteInBrowser } from '../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({ sharesPictures: true });

describe('text pages', () => {
  test('R-137 R-142 R-149 R-152: static, message and ERP pages ship no React', async () => {
    for (const path of [
      '/Vision',
      '/Mission',
      '/Sports',
      '/ErpSoftware',
      '/ChairmanMessage',
      '/MandatoryDisclosure',
    ]) {
      const { page, close } = await browser.visit('about:blank');
      const scripts: string[] = [];
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(response.url());
      });
      await page.goto(site.url + path);
      await page.mouse.move(300, 300);
      const bodies = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()));
      expect(
        bodies.some((body) => body.includes('react.transitional.element')),
        path,
      ).toBe(false);
      expect(await page.locator('[data-island]').count(), path).toBe(0);
      await close();
    }
  });
});

describe('the ERP page', () => {
  const POPUPS = ['Manage Data', 'Parent Portal', 'Communication Portal'];

  test.each([true, false])(
    'R-153: its three pictures open, close with Escape and give the focus back, JavaScript %s',
    async (javaScript) => {
      const { page, errors, close } = await browser.visit(`${site.url}/nekhpur/ErpSoftware`, {
        javaScript,
      });
      for (const name of POPUPS) {
        const button = page.getByRole('button', { name, exact: true });
        await button.click();
        const dialog = page.getByRole('dialog', { name });
        await dialog.waitFor();
        const picture = dialog.locator('img');
        await expect
          .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
          .not.toBe(0);
        expect(await picture.getAttribute('alt')).not.toBe('');
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
        await expect
          .poll(() => button.evaluate((element) => element === document.activeElement))
          .toBe(true);
      }
      expect(errors).toEqual([]);
      await close();
    },
  );
});

test('R-062: a link of the disclosure leads to its table, also at 320 px without JavaScript', async () => {
  const { page, close } = await browser.visit(`${site.url}/MandatoryDisclosure`, {
    javaScript: false,
    width: 320,
  });
  await page
    .getByRole('navigation', { name: 'Parts of the disclosure' })
    .getByRole('link')
    .last()
    .click();
  const last = page.getByRole('table').last();
  await expect
    .poll(() => last.evaluate((table) => table.getBoundingClientRect().top < 400))
    .toBe(true);
  await close();
});
