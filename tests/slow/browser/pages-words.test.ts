import { expect, test } from 'vitest';
import { sharedVisit, siteInBrowser } from '../../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({ isSample: true, prewarm: true, sharesPictures: true });
const visit = sharedVisit(browser, { javaScript: false });

/** Sizes of the browser's letters, and widths of the window, in pixels. */
const LETTERS = [16, 24, 32];
const WIDTHS = [360, 1201, 1366];

/** Words that are cut although the card that they stand in is wide enough. Runs in the page. */
function cutWords(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, 4);
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    const element = node.parentElement;
    const card = element?.closest(
      '.card, .birthday, .tile, .registration, .first-step, li, section',
    );
    if (
      !element?.checkVisibility() ||
      !card ||
      element.closest('script, option, .visually-hidden, .swiper ~ *')
    )
      continue;
    const { paddingLeft, paddingRight } = getComputedStyle(card);
    const line = card.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    // A line may end after a hyphen.
    for (const { 0: word, index } of node.data.matchAll(/[^\s-]+-?/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
      const isCut = boxes.some(({ top }) => top > (boxes[0]?.bottom ?? 0) - 1);
      const width = boxes.reduce((sum, box) => sum + box.width, 0);
      if (isCut && width < line * 0.7) found.push(word);
    }
  }
  return [...new Set(found)];
}

test.each(['/HomeFr', '/News', '/Contact'])(
  'no word of %s is cut where it has room',
  async (path) => {
    const { page, context } = visit;
    await page.goto(site.url + path);
    const session = await context.newCDPSession(page);
    for (const standard of LETTERS) {
      await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        // The new sizes hold for a new page.
        await page.goto(site.url + path);
        expect([standard, width, await page.evaluate(cutWords)]).toEqual([standard, width, []]);
      }
    }
  },
);
