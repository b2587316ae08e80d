import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { closePopups } from '../../support/browser.ts';
import { sidewaysScroll } from '../../support/page-checks.ts';
import { recordsWith } from '../../support/records-with.ts';
import { sharedVisit, siteInBrowser } from '../../support/site-in-browser.ts';
import { PAGE_ADDRESSES } from '../../../client/addresses.ts';
import { LIST_NAMES } from '../../../shared/records/provider-lists.ts';

/** Texts of 300 characters without any place to break. */
const LATIN = 'Wxyzmkq'.repeat(43).slice(0, 300);
const DEVANAGARI = 'कखगघचछजझटठ'.repeat(30);

/** Where dialogs open by themselves. */
const HOMES = ['/', '/HomeFr', '/Home'];

/** A text in messages, addresses and names of files. */
const aroundText = (text: string) => ({
  message: `<h2>${text}</h2><p>${text}</p><ul><li>${text}</li></ul><table><tr><th>${text}</th><td>${text}</td></tr></table><pre><code>${text}</code></pre><blockquote>${text}</blockquote><a href="https://example.org/${text}">${text}</a>`,
  url: `https://example.org/${text}`,
  images: [`${text}.jpg`],
  image: [`${text}.jpg`],
  attachments: [`${text}.pdf`],
});

/**
 * Texts that stand outside the screen, or outside the box that cuts them off, as far as that box is not
 * one that a visitor scrolls or that moves. Runs in the page.
 */
function textsOutside(): string[] {
  const found: string[] = [];
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (
      element === null ||
      node.textContent?.trim() === '' ||
      element.closest(
        'script, option, thead, .visually-hidden, .skip-link, .form-trap, .ticker-window',
      ) !== null ||
      !element.checkVisibility({ visibilityProperty: true })
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // A slide stands where its carousel has moved it, a notice where its row is scrolled to; what counts is that
    // its texts are inside it.
    const slide = element.closest(
      '.swiper-slide, .popup-slides, .notices-list > li, .registrations > li',
    );
    let box = slide;
    for (
      let outer: Element | null = element;
      outer !== null && outer !== slide;
      outer = outer.parentElement
    )
      if (box === slide && getComputedStyle(outer).overflowX !== 'visible') box = outer;
    // The link leads to the whole text.
    if (box !== null && getComputedStyle(box).textOverflow === 'ellipsis') continue;
    const limit = box?.getBoundingClientRect() ?? { left: 0, right: clientWidth };
    for (const { left, right, width } of range.getClientRects())
      if (width > 1 && (left < limit.left - 1 || right > limit.right + 1)) {
        found.push(
          `${element.localName}.${element.className} from ${Math.round(left)} to ${Math.round(right)}, its box to ${Math.round(limit.right)}`,
        );
        break;
      }
  }
  return found;
}

/** Paths with their beginnings for titles. */
const named = (paths: readonly string[]) =>
  paths.map((path) => ({ path, name: path.slice(0, 45) }));

describe('with long texts', () => {
  const { browser, site } = siteInBrowser({
    hasLists: true,
    prepare({ setList }) {
      for (const name of LIST_NAMES)
        setList(name, recordsWith(name, [LATIN, DEVANAGARI], aroundText));
    },
  });
  const paths = [
    // Every page has the list of the frame.
    ...PAGE_ADDRESSES.filter(({ page }) => page.lists.length > 1 && page.subject === null)
      .map(({ path }) => path)
      // Pages of Nekpur have the shapes of their twins.
      .filter((path) => !path.startsWith('/nekhpur/')),
    '/SubGallery?id=FARRUKHABAD-0-PhotoGallery',
    `/Events?q=${LATIN.slice(0, 80)}`,
  ];

  describe.each([
    { javaScript: true, paths },
    { javaScript: false, paths: HOMES },
  ])('JavaScript $javaScript', ({ javaScript, paths: walked }) => {
    const visit = sharedVisit(browser, { javaScript, width: 360, height: 740 });

    test.each(named(walked))('R-005, R-259: $name keeps them inside a phone', async ({ path }) => {
      const { page } = visit;
      await page.goto(site.url + path, { waitUntil: 'load' });
      if (javaScript && HOMES.includes(path)) await page.locator('dialog.popup[open]').waitFor();
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 740 });
        expect(await page.evaluate(textsOutside), `${width} px`).toEqual([]);
      }
    });
  });
});

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

/** Words that are broken over two lines. Runs in the page. */
function brokenWords(selector: string): string[] {
  const range = document.createRange();
  return [...document.querySelectorAll(selector)].flatMap((element) => {
    const found: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      for (const match of (texts.currentNode.textContent ?? '').matchAll(/[^\s-]+/g)) {
        range.setStart(texts.currentNode, match.index);
        range.setEnd(texts.currentNode, match.index + match[0].length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
          found.push(match[0]);
      }
    return found;
  });
}

/** What has room for its words, amounts among them, on the narrowest phone. */
const WHOLE_WORDS = 'h1, .disclosure-nav a, .stack > .disclosure-table td';

/** Pages whose grids and tables have the least room for large letters, and others. */
const LARGE_PATHS = (
  '/Admission /Events /nekhpur/Infrastructure /hi/Contact /ErpSoftware /MandatoryDisclosure /Events/Calendar ' +
  '/Mission /Fees'
).split(' ');

describe('with large letters', () => {
  const { browser, site } = siteInBrowser();

  async function expectReadable(page: Page): Promise<void> {
    await page.evaluate(() => document.fonts.ready);
    for (const width of [280, 360]) {
      await page.setViewportSize({ width, height: 780 });
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await page.evaluate(headerErrors)).toEqual([]);
      expect(await page.evaluate(brokenWords, WHOLE_WORDS)).toEqual([]);
    }
  }

  test.each([24, 32])('R-259: letters of %i px leave the header of a phone whole', async (size) => {
    const { page, context } = await browser.visit('about:blank', { width: 360, height: 780 });
    const session = await context.newCDPSession(page);
    await session.send('Page.enable');
    await session.send('Page.setFontSizes', { fontSizes: { standard: size } });
    for (const path of LARGE_PATHS) {
      await page.goto(site.url + path);
      await expectReadable(page);
    }
    await page.goto(site.url);
    const dialog = page.locator('dialog.popup');
    await dialog.waitFor();
    for (const button of await dialog.locator('.popup-controls button').all()) {
      const inside = await button.evaluate((element) => {
        // Where the window is low for such letters, the dialog scrolls.
        element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        const { left, right, bottom } = element.getBoundingClientRect();
        return [left >= 0, right <= innerWidth, bottom <= innerHeight];
      });
      expect(inside).toEqual([true, true, true]);
    }
    await closePopups(page);
    await expectReadable(page);
  });

  test('no name of a campus breaks inside a word from 700 to 1100 px', async () => {
    for (const path of ['/', '/Campus']) {
      const { page } = await browser.visit(site.url + path);
      for (let width = 700; width <= 1_100; width += 20) {
        await page.setViewportSize({ width, height: 800 });
        const found = await page.evaluate(brokenWords, '.campus-card-name');
        expect(found, `${path} at ${width}`).toEqual([]);
      }
    }
  });
});
