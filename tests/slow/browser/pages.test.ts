import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeViolations } from '../../support/axe-violations.ts';
import { closePopups } from '../../support/browser.ts';
import {
  hiddenFocus,
  scrollThrough,
  shiftsOf,
  sidewaysScroll,
  smallTargets,
} from '../../support/page-checks.ts';
import { portOfTest } from '../../support/port-of-test.ts';
import { SAMPLE_PATHS, SAMPLE_SEARCH } from '../../support/sample-records.ts';
import { sharedVisit, siteInBrowser } from '../../support/site-in-browser.ts';

/** Pages of Nekpur have the shapes of their twins: each of two is seen at one size. */
const WITHOUT_TWINS = SAMPLE_PATHS.filter((path) => !path.startsWith('/nekhpur/'));
const OTHER_TWINS = SAMPLE_PATHS.filter((path) => !SAMPLE_PATHS.includes(`/nekhpur${path}`));
/** Pages that tell a visitor what there is not. */
const WITHOUT_RESULTS = ['/Search?q=xqzx', '/NoSuchPage'];

const PHONE = { width: 360, height: 740 };

const WALKS = [
  { ...PHONE, dark: false, paths: [...WITHOUT_TWINS, SAMPLE_SEARCH, ...WITHOUT_RESULTS] },
  { width: 1440, height: 800, dark: true, paths: [...OTHER_TWINS, SAMPLE_SEARCH] },
  // Where the header and the cards change their layout.
  ...[768, 1024, 1200].map((width) => ({
    width,
    height: 800,
    dark: false,
    paths: ['/Campus', '/Home', '/nekhpur/Vision', '/nekhpur/Contact'],
  })),
];

/** What only a screen has use for. */
const UNPRINTED =
  '.menu, .menu-button, .login, .strip, .skip-link, .breadcrumb, .app-links, .footer nav, .first-steps, .share, ' +
  '.back-link, .neighbours, .record-back, .search-choices, .pdf-frame, .footer-end a, .app-link, .filters-field, ' +
  '.search-form, .form-end, .pause-button, .slider-controls, .movement-switch, .button:not([target]), .subscribe, .related, iframe';

/** A font or a streamed part that a busy machine shows after the first paint may move the rest; web.dev calls 0.1 good. */
const MAX_SHIFT = 0.1;

const { browser, site } = siteInBrowser({ hasLists: true });

/** Opens a page and sees all of it. Returns what has moved that the visitor has not moved, if it is much. */
async function openAndSee(page: Page, url: string): Promise<string[]> {
  await page.emulateMedia({ media: 'screen', reducedMotion: 'no-preference' });
  await page.goto(url);
  await page.evaluate(() => document.fonts.ready);
  await closePopups(page);
  await scrollThrough(page);
  const shifts = await shiftsOf(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  return sum > MAX_SHIFT ? shifts.map(({ text }) => text) : [];
}

/** What takes so much of the screen that what one came for is below it. Runs in the page. */
function tallParts(): string[] {
  const isPhone = innerWidth < 600;
  const limits = {
    '.empty': 60,
    'body:has(main form.form) .page-header': 220,
    // Between a phone and a desk, cards have half of the width.
    'html:has([data-section]):not(:has(.chooser))': isPhone
      ? 6_600
      : innerWidth < 1_440
        ? 7_500
        : 5_500,
  };
  const found = Object.entries(limits).flatMap(([selector, most]) =>
    [...document.querySelectorAll(selector)]
      .map((element) => element.getBoundingClientRect().height)
      .filter((height) => height > most)
      .map((height) => `${selector} is ${height} px high`),
  );
  const steps = document
    .querySelector('body:not(:has(.chooser)) .first-steps')
    ?.getBoundingClientRect();
  const isBelow = isPhone && steps !== undefined && steps.bottom + scrollY > 640;
  return isBelow ? [...found, 'the first steps are below the first screen'] : found;
}

/** Paths with names for titles: that of a record ends with its id. */
const named = (paths: readonly string[]) =>
  paths.map((path) => ({ path, name: path.split('/', 3).join('/') }));

describe.each(WALKS)('at $width px, dark $dark', ({ width, height, dark, paths }) => {
  const visit = sharedVisit(browser, { width, height, dark });

  test.each(named(paths))(
    'R-259, R-263: $name is stable, accessible, logs nothing and fits',
    async ({ path }) => {
      const { page, errors } = visit;
      expect(await openAndSee(page, site.url + path)).toEqual([]);
      for (const folded of await page.locator('.search-choices summary').all())
        await folded.click();
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await page.evaluate(tallParts)).toEqual([]);
      expect(await axeViolations(page)).toEqual([]);
      if (width === PHONE.width) await expectFitForPhones(page);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator(UNPRINTED).filter({ visible: true }).count()).toBe(0);
      // The browser reports the address that does not exist.
      expect(errors.splice(0).filter((error) => !error.includes('status of 404'))).toEqual([]);
    },
  );
});

async function expectFitForPhones(page: Page): Promise<void> {
  expect(await page.evaluate(smallTargets)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await sidewaysScroll(page)).toBe(0);
  await page.evaluate(() => {
    // Text spacing of WCAG 1.4.12.
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets.push(spacing);
  });
  expect(await sidewaysScroll(page), 'with text spacing').toBe(0);
  await page.setViewportSize(PHONE);
}

describe('in Hindi, dark, without JavaScript', () => {
  const visit = sharedVisit(browser, { ...PHONE, dark: true, javaScript: false });

  // WCAG 2.2: 2.4.7, 2.4.11, 2.5.8.
  test.each(named([...WITHOUT_TWINS, '/nekhpur/Contact', SAMPLE_SEARCH, ...WITHOUT_RESULTS]))(
    'R-259: targets of $name are large or apart, the focus is seen',
    async ({ path }) => {
      const { page } = visit;
      await page.goto(`${site.url}/hi${path}`);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await page.evaluate(tallParts)).toEqual([]);
      expect(await page.evaluate(smallTargets)).toEqual([]);
      // From here on the focus is the keyboard's.
      await page.keyboard.press('Tab');
      expect(await page.evaluate(hiddenFocus)).toEqual([]);
    },
  );
});

test.each([
  [360, '/'],
  [360, '/Events'],
  [360, '/CareerForm'],
  [1280, '/LifeatGis'],
  [1280, '/Infrastructure'],
  [1280, '/ErpSoftware'],
])(
  'R-259: on a link that brings a page in small pieces, at %i px what %s has shown stays while the rest comes',
  async (width, path) => {
    const slow = createServer(
      (incoming, response) => void sendSlowly(site.url + incoming.url, response),
    );
    const port = await portOfTest(slow);
    const { page } = await browser.visit('about:blank', { width, height: 740 });
    expect(await openAndSee(page, `http://127.0.0.1:${port}${path}`)).toEqual([]);
  },
);

/** As a link of 50 kB/s, which brings a page a few tags at a time. */
async function sendSlowly(address: string, response: ServerResponse): Promise<void> {
  const sent = await fetch(address);
  const body = Buffer.from(await sent.arrayBuffer());
  const type = sent.headers.get('content-type') ?? '';
  response.writeHead(sent.status, { 'content-type': type });
  if (type.startsWith('text/html'))
    for (const [piece] of body.toString('latin1').matchAll(/[^]{1,200}[^<]*/g)) {
      // Scripts run before these parts have arrived.
      const isLate = /id="message-panel"|class="ticker-line/.test(piece);
      await wait(isLate ? 1_500 : piece.length / 50);
      response.write(piece, 'latin1');
    }
  else response.write(body);
  response.end();
}
