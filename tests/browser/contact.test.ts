import { expect, test } from 'vitest';
import { siteInBrowser } from '../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({ hasLists: true });

test.each(['/HomeFr', '/Home'])('R-085: a tile of %s lands on the contact form', async (home) => {
  const { page } = await browser.tab(site.url + home, { width: 360, javaScript: false });
  const tile = page.getByRole('link', { name: /Alumni Registration.*Ask the office/ });
  await tile.click();
  await page.waitForURL(`${site.url}${home}?topic=alumni#get-in-touch`);
  expect(await page.locator('[name=message]').inputValue()).toBe('Alumni Registration: ');
  const heading = page.getByRole('heading', { name: 'Get In Touch' });
  await expect
    .poll(() =>
      heading.evaluate((element) => {
        const bar = document.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0;
        const { top } = element.getBoundingClientRect();
        return top >= bar && top < innerHeight;
      }),
    )
    .toBe(true);
});

test("R-259: a phone's menu has the shortcuts and the other language as large targets, and its button closes it", async () => {
  const { page } = await browser.tab(`${site.url}/nekhpur/Vision`, { width: 360 });
  const search = page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link');
  expect(await search.allInnerTexts()).toEqual(['Search']);
  const button = page.getByRole('button', { name: 'Menu' });
  const shownIcon = () => button.locator('.icon:visible path').getAttribute('d');
  const closed = await shownIcon();
  await button.click();
  const ways = page.locator('.menu-ways a');
  expect((await ways.allInnerTexts()).map((text) => text.trim().split('\n')[0])).toEqual(
    'Call|News|Events|Contact|Search|हिन्दी'.split('|'),
  );
  for (const link of [...(await ways.all()), search]) {
    const box = await link.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
  }
  expect(await shownIcon()).not.toBe(closed);
  await button.click();
  await expect.poll(shownIcon).toBe(closed);
});
