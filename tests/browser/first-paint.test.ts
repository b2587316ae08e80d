import { expect, test } from 'vitest';
import { openUnstyled } from '../support/moments.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({ isSample: true, hasLists: true });

test('a page is seen and used while its stylesheet is late, and scripts add to it only after that', async () => {
  const { page } = await browser.tab(`${site.url}/robots.txt`, { width: 360 });
  const release = await openUnstyled(page, `${site.url}/HomeFr`);
  await expect.poll(() => page.evaluate(paintedAt)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.locator('#menu:popover-open').waitFor();
  expect(await page.evaluate(loadedScripts)).toEqual([expect.stringMatching(/^entry-/)]);
  await release();
  await expect
    .poll(() => page.evaluate(loadedScripts))
    .toContainEqual(expect.stringMatching(/^popovers-/));
});

/** Runs in the page. */
function paintedAt(): number {
  return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
}

/** File names. Runs in the page. */
function loadedScripts(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => /\/assets\/([^/]+\.js)$/.exec(name)?.[1] ?? '')
    .filter(Boolean);
}
