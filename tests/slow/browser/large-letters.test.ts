import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { closePopups } from '../../support/browser.ts';
import { sidewaysScroll } from '../../support/sideways-scroll.ts';
import { siteInBrowser } from '../../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({ sharesPictures: true });

/** A visitor whose browser shows letters of this size, in pixels. */
async function openWithLetters(path: string, size: number) {
  const visit = await browser.visit('about:blank', { width: 360, height: 780 });
  const session = await visit.context.newCDPSession(visit.page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: size } });
  await visit.page.goto(site.url + path);
  return visit;
}

/** Texts and controls of the header that are cut at the screen's edge, or that another one covers. Runs in the page. */
function headerErrors(): string[] {
  const parts = [
    ...document.querySelectorAll(
      '.brand img, .brand-name, .login, .menu-button, .strip a, .strip button',
    ),
  ].filter((part) => part.closest('.ticker-window, [popover]') === null && part.checkVisibility());
  return parts.flatMap((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const name = part.textContent.trim() || part.outerHTML.slice(0, 60);
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isCovered = seen === null || !(part.contains(seen) || seen.contains(part));
    return [
      ...(left < 0 || right > innerWidth ? [`${name} is cut`] : []),
      ...(isCovered ? [`${name} is covered by ${seen?.outerHTML.slice(0, 60)}`] : []),
    ];
  });
}

/** Headings with a word broken over two lines. Runs in the page. */
function brokenWords(selector: string): string[] {
  const range = document.createRange();
  const walker = (root: Node) => document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  return [...document.querySelectorAll(selector)].flatMap((element) => {
    const found: string[] = [];
    const texts = walker(element);
    while (texts.nextNode()) {
      for (const match of (texts.currentNode.textContent ?? '').matchAll(/[^\s-]+/g)) {
        range.setStart(texts.currentNode, match.index);
        range.setEnd(texts.currentNode, match.index + match[0].length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
          found.push(match[0]);
      }
    }
    return found;
  });
}

async function expectReadable(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await page.evaluate(headerErrors)).toEqual([]);
  expect(await page.evaluate(brokenWords, 'h1')).toEqual([]);
}

test.each([24, 32])(
  'R-259: with letters of %i px nothing of the header is covered or cut on a phone',
  async (size) => {
    for (const path of ['/Admission', '/Events', '/nekhpur/Infrastructure', '/hi/Contact']) {
      const { page, close } = await openWithLetters(path, size);
      await expectReadable(page);
      await close();
    }
    const { page, close } = await openWithLetters('/', size);
    const dialog = page.locator('dialog.popup');
    await dialog.waitFor();
    for (const button of await dialog.locator('.popup-controls button').all()) {
      const box = await button.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(780);
    }
    await closePopups(page);
    await expectReadable(page);
    await close();
  },
);

test('no name of a campus breaks inside a word from 700 to 1100 px', async () => {
  for (const path of ['/', '/Campus']) {
    const { page, close } = await browser.visit(site.url + path, { reducedMotion: true });
    for (let width = 700; width <= 1_100; width += 20) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(brokenWords, '.campus-card-name'), `${path} at ${width}`).toEqual(
        [],
      );
    }
    await close();
  }
});
