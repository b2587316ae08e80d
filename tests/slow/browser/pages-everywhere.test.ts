import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations } from '../../support/axe-violations.ts';
import { sidewaysScroll } from '../../support/sideways-scroll.ts';
import { closePopups, type Visit } from '../../support/browser.ts';
import { SAMPLE_RECORDS, SAMPLE_SEARCH } from '../../support/sample-records.ts';
import { PAGE_ADDRESSES } from '../../../client/addresses.ts';
import { siteInBrowser } from '../../support/site-in-browser.ts';

const ALBUMS = ['/SubGallery?id=alb-f-01', '/nekhpur/SubGallery?id=alb-n-01'];
const DOCUMENTS = ['/Documents/fee-structure', '/nekhpur/Documents/prospectus'];
const PATHS = [
  ...PAGE_ADDRESSES.filter(({ page }) => page.subject === null).map(({ path }) => path),
  ...ALBUMS,
  ...SAMPLE_RECORDS,
  ...DOCUMENTS,
];
/** Pages that tell a visitor what there is not. */
const WITHOUT_RESULTS = ['/Search?q=xqzx', '/NoSuchPage'];

const { browser, site } = siteInBrowser({ prewarm: true, sharesPictures: true });

const PHONE = 360;
const NO_SCROLL = { plain: 0, spaced: 0 };

/** Pages of Nekpur have the shapes of their twins: at a wide screen's width they are left out. */
const WALKS = [
  { width: PHONE, dark: false, paths: [...PATHS, SAMPLE_SEARCH, ...WITHOUT_RESULTS] },
  {
    width: 1440,
    dark: true,
    paths: [...PATHS.filter((path) => !path.startsWith('/nekhpur/')), SAMPLE_SEARCH],
  },
  // Where the header and the cards change their layout.
  ...[768, 1024, 1200].map((width) => ({
    width,
    dark: false,
    paths: ['/Campus', '/Home', '/nekhpur/Vision', '/nekhpur/Contact'],
  })),
];

describe.each(WALKS)('at $width px, dark $dark', ({ width, dark, paths }) => {
  let visit: Visit;

  // One visitor walks through all pages: a new one for each would double the time.
  beforeAll(async () => {
    visit = await browser.visit(`${site.url}/Vision`, {
      width,
      dark,
      reducedMotion: true,
    });
  });
  afterAll(() => visit.close());

  test.each(paths)(
    'R-259, R-263: %s has no console message, no sideways scroll and no axe violation; on a phone it does not scroll sideways at 320 px, nor with the text spacing of WCAG 1.4.12',
    async (path) => {
      const { page, errors } = visit;
      await page.goto(site.url + path);
      await closePopups(page);
      for (const folded of await page.locator('.search-choices summary').all())
        await folded.click();
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
      const narrow = width === PHONE ? await sidewaysScrollAt320(page) : NO_SCROLL;
      expect(narrow).toEqual(NO_SCROLL);
      // The browser reports the address that does not exist.
      expect(errors.splice(0).filter((error) => !error.includes('status of 404'))).toEqual([]);
    },
  );
});

/** How far a page scrolls sideways at 320 px: as it is, and with the text spacing of WCAG 1.4.12. */
async function sidewaysScrollAt320(page: Page): Promise<{ plain: number; spaced: number }> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 568 });
  const plain = await sidewaysScroll(page);
  await page.evaluate(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets.push(spacing);
  });
  const spaced = await sidewaysScroll(page);
  if (before !== null) await page.setViewportSize(before);
  return { plain, spaced };
}

test.each(PATHS)('%s is valid HTML with one h1 and no id twice', async (path) => {
  const body = await (await fetch(site.url + path)).text();
  expect(body.match(/<h1[\s>]/g)).toHaveLength(1);
  const validator = new HtmlValidate({
    extends: ['html-validate:standard'],
    rules: {
      // React's way to write them; both are valid HTML.
      'void-style': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'doctype-style': 'off',
      'long-title': 'off',
      'no-trailing-whitespace': 'off',
    },
  });
  const { results } = await validator.validateString(body);
  const messages = results.flatMap(({ messages: found }) =>
    found.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
  );
  expect(messages).toEqual([]);
});

/** Addresses of this site that a page links to, with what it links to within itself and does not have. */
function linksOf(body: string, address: string): { targets: string[]; missing: string[] } {
  const here = new URL(address, site.url);
  const targets: string[] = [];
  const missing: string[] = [];
  for (const [, target = ''] of body.matchAll(
    /<(?:a|link|script|iframe)\b[^>]*?(?:href|src)="([^"]+)"/g,
  )) {
    const url = new URL(target.replaceAll('&amp;', '&'), here);
    if (url.origin !== here.origin) continue;
    targets.push(url.pathname + url.search);
    const isInside = url.hash !== '' && url.pathname === here.pathname;
    if (isInside && !body.includes(`id="${url.hash.slice(1)}"`)) missing.push(address + url.hash);
  }
  return { targets, missing };
}

test('a crawl from / reaches every page and finds no dead link', async () => {
  const seen = new Set<string>();
  const waiting = ['/'];
  const dead: string[] = [];
  let drawings = 0;
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (seen.has(address)) continue;
    seen.add(address);
    // Albums link to hundreds of drawings, and each is drawn on request.
    if (address.startsWith('/api/image/drawings/')) {
      drawings += 1;
      if (drawings > 20) continue;
    }
    const response = await fetch(site.url + address);
    if (response.status !== 200) dead.push(`${address}: ${response.status}`);
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      const { targets, missing } = linksOf(await response.text(), address);
      waiting.push(...targets);
      dead.push(...missing);
    } else {
      await response.body?.cancel();
    }
  }
  expect(dead).toEqual([]);
  const reached = new Set([...seen].map((address) => address.toLowerCase()));
  // The chooser is on / itself, and no link leads to the offline page.
  const unreached = PATHS.filter(
    (path) => !/^\/Campus$|\/Offline$/.test(path) && !reached.has(path.toLowerCase()),
  );
  expect(unreached).toEqual([]);
});
