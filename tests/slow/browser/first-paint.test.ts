import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdRequest, openUnstyled } from '../../support/moments.ts';
import { siteInBrowser } from '../../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({ isSample: true, hasLists: true });

const LOOKS = (
  'display position color background border font margin padding gap grid-area inset visibility opacity transform ' +
  'overflow text-align content flex list-style z-index box-shadow'
).split(' ');

test.each([
  { path: '/HomeFr', width: 360, dark: false },
  { path: '/Events', width: 360, dark: true },
  { path: '/Career', width: 1440, dark: false },
  { path: '/hi/HomeFr', width: 1440, dark: true },
])(
  'no element of $path changes when the stylesheet arrives, $width px, dark $dark',
  async ({ path, width, dark }) => {
    const options = { width, dark, javaScript: false };
    const { page } = await browser.tab(`${site.url}/robots.txt`, options);
    // They would change the widths of texts.
    await holdRequest(page, '**/*.woff2');
    const release = await openUnstyled(page, site.url + path);
    const before = await page.evaluate(computedStyles, LOOKS);
    expect(before.length).toBeGreaterThan(200);
    expect(await countSheets(page)).toBe(1);
    await release();
    await expect.poll(() => countSheets(page)).toBe(2);
    const after = await page.evaluate(computedStyles, LOOKS);
    expect(after.filter((style, index) => style !== before[index])).toEqual([]);
  },
);

function countSheets(page: Page): Promise<number> {
  return page.evaluate(() => document.styleSheets.length);
}

/** What each element looks like. Runs in the page. */
function computedStyles(names: readonly string[]): string[] {
  return [...document.querySelectorAll('body, body *:not(link)')].map((element) => {
    const looks = ['', '::before', '::after'].map((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      if (pseudo !== '' && style.content === 'none') return '';
      return names.map((name) => style.getPropertyValue(name)).join(' ');
    });
    return `${element.outerHTML.slice(0, 80)} ${looks.join(' ')}`;
  });
}
