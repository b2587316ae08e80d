import { expect, test } from 'vitest';
import { holdRequest } from '../../support/moments.ts';
import { shiftsOf } from '../../support/page-checks.ts';
import { siteInBrowser } from '../../support/site-in-browser.ts';

const HINDI_NEWS = { school: 'FARRUKHABAD', category: 'News', title: 'वार्षिक उत्सव', _id: 'hindi' };

const { browser, site } = siteInBrowser({
  hasLists: true,
  lists: { newsAll: [HINDI_NEWS] },
});

test('the Devanagari font comes only where one of its letters is shown', async ({ skip }) => {
  skip(await hasDevanagari(), 'this machine has a Devanagari font');
  const fetchedBy = async (path: string): Promise<number> => {
    const { page } = await browser.visit(site.url + path);
    return page.evaluate(async () => {
      // A font is requested at the layout of a text that needs it.
      document.body.getBoundingClientRect();
      await document.fonts.ready;
      const files = performance.getEntriesByType('resource');
      return files.filter(({ name }) => name.includes('/devanagari-')).length;
    });
  };
  expect(await fetchedBy('/hi/Vision')).toBe(1);
  expect(await fetchedBy('/Vision')).toBe(0);
  expect(await fetchedBy('/News')).toBe(1);
});

test('on a device without Devanagari letters hardly anything moves when the font arrives', async ({
  skip,
}) => {
  skip(await hasDevanagari(), 'this machine has a Devanagari font');
  const { page } = await browser.visit('about:blank', { width: 360, height: 740, isPhone: true });
  for (const path of ['/hi/Mission', '/hi/Contact', '/hi/Fees', '/hi/HomeFr']) {
    // As on a slow link: the Latin fonts first, each after a paint.
    const { release: releaseLatin } = await holdRequest(page, '**/{fraunces,source-sans}-*.woff2');
    const { release: releaseHindi } = await holdRequest(page, '**/devanagari-*.woff2');
    await page.goto(site.url + path, { waitUntil: 'domcontentloaded' });
    for (const release of [releaseLatin, releaseHindi]) {
      expect(await page.evaluate(paintedFonts)).toBe('loading');
      await release();
    }
    await expect.poll(() => page.evaluate(paintedFonts)).toBe('loaded');
    const shifts = await shiftsOf(page);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, `${path}\n${shifts.map(({ text }) => text).join('\n')}`).toBeLessThan(0.02);
  }
});

let hasFont: Promise<boolean> | undefined;

/** Whether this machine has one of the fonts that the styles name before the site's own. */
const hasDevanagari = () => (hasFont ??= findDevanagari());

async function findDevanagari(): Promise<boolean> {
  const { page } = await browser.tab(`${site.url}/hi/Vision`);
  return page.evaluate(async () => {
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    const sources = rules.flatMap((rule) =>
      rule instanceof CSSFontFaceRule && /Noto Sans Devanagari/.test(rule.style.fontFamily)
        ? (rule.style.getPropertyValue('src').match(/local\([^)]*\)/g) ?? [])
        : [],
    );
    const loads = sources.map((source) => new FontFace('own', source).load());
    return (await Promise.allSettled(loads)).some(({ status }) => status === 'fulfilled');
  });
}

/** Whether fonts are loading, after a frame with those that have loaded. Runs in the page. */
async function paintedFonts(): Promise<FontFaceSetLoadStatus> {
  await new Promise((painted) => {
    requestAnimationFrame(() => setTimeout(painted));
  });
  return document.fonts.status;
}
