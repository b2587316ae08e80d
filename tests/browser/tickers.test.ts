import { expect, test } from 'vitest';
import { siteInBrowser } from '../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({
  // A dialog would cover the page.
  lists: { notification: [] },
});

test('the keyboard stops announcements and news: each list can be scrolled, and each link in focus is seen', async () => {
  const { page } = await browser.tab(`${site.url}/HomeFr`, { reducedMotion: false });
  for (const [root, box, name] of [
    ['.ticker', '.ticker-window', 'Announcement'],
    ['.news-ticker', '.news-window', 'Latest News'],
  ] as const) {
    const track = page.locator(`${box} [data-state]`);
    await page.locator(root).scrollIntoViewIfNeeded();
    await expect.poll(() => track.getAttribute('data-state')).toBe('playing');
    // What has moved on is out of the window.
    await track.evaluate((it) => {
      for (const animation of it.getAnimations()) animation.currentTime = 15_000;
    });
    await page.locator(`${root} button`).focus();
    await page.keyboard.press('Tab');
    if (root === '.news-ticker') await page.locator(box).focus();
    await page.keyboard.press('Tab');
    const links = page.locator(`${box} a`);
    const count = await page.locator(`${box} ul:not([inert]) a`).count();
    expect(count).toBeGreaterThan(1);
    for (let index = 0; index < count; index += 1) {
      const link = links.nth(index);
      await expect.poll(() => link.evaluate((it) => it === document.activeElement)).toBe(true);
      const seen = await link.evaluate((it, window) => {
        const own = it.getBoundingClientRect();
        const outer = it.closest(window)?.getBoundingClientRect() ?? own;
        return (
          Math.min(own.right, outer.right) - Math.max(own.left, outer.left) > 20 &&
          Math.min(own.bottom, outer.bottom) - Math.max(own.top, outer.top) > 10
        );
      }, box);
      expect(seen, `link ${index}`).toBe(true);
      await page.keyboard.press('Tab');
    }
    expect(await page.locator(box).getAttribute('aria-label')).toBe(name);
    await expect
      .poll(() => page.locator(`${box} [data-state]`).getAttribute('data-state'))
      .toBe('playing');
  }
});
