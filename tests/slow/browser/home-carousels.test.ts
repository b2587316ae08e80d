import { expect, test } from 'vitest';
import { gotoDrawn, startCarousels } from '../../support/carousel.ts';
import { shiftsOf } from '../../support/page-checks.ts';
import { siteInBrowser } from '../../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({
  hasLists: true,
  // Dialogs would cover the page.
  lists: { notification: [] },
});

test.each([
  [360, '/HomeFr'],
  [800, '/Home'],
])('R-246: at %i pixels nothing shifts on %s when the scripts take over', async (width, path) => {
  const options = { width, height: 9000, expects: /\.woff2/ };
  const { page } = await browser.tab(`${site.url}/robots.txt`, options);
  await gotoDrawn(page, site.url + path);
  await startCarousels(page, ['[data-section="slider"]']);
  await page.locator('.swiper:not(.swiper-initialized)').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Play latest news' }).click();
  await page.locator('.news-track[data-state="playing"]').waitFor();
  expect(await shiftsOf(page, 'scripts')).toEqual([]);
  // The next slide peeks in.
  const next = await page.locator('[data-view="gallery"] .swiper-slide-next').boundingBox();
  expect(next?.x).toBeLessThan(width - 30);
});
