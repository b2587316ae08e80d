import { beforeAll, expect, test } from 'vitest';
import { VIEWS } from '../../support/carousel.ts';
import { sharedVisit, siteInBrowser } from '../../support/site-in-browser.ts';
import { untilSearchable } from '../../support/until-searchable.ts';

const { browser, site } = siteInBrowser({ isSample: true, hasLists: true });
beforeAll(() => untilSearchable(site));
const visit = sharedVisit(browser, { javaScript: false });

/** How many of these parts stand side by side, or how their {property} is, on a phone and at a desk. */
const LOOKS: [path: string, looks: string][] = [
  ['/', '.campus-card: 1 2; .campus-card-summary: 0 2; .campus-title, .app-link: 1 2'],
  ['/', '.first-steps li: 2 4; .first-step > .icon: 0 4; .registration > *: 4 4'],
  [
    '/',
    '[data-day-part] > .first-step .quiet {white-space}: nowrap nowrap; .event .clamped {-webkit-line-clamp}: 3 3',
  ],
  ['/', '.notices-list {overflow-x}: auto visible; .notice > .picture: 0 2; .touch > div: 1 2'],
  ['/', '.about-text > .prose, .about-picture: 1 2; .about-ways > *: 2 2; .week, .news > div: 1 2'],
  [
    '/',
    '.leaders-list .card-link: 1 4; .leaders-list li:first-child > *: 2 2; .tiles-list li: 1 1',
  ],
  ['/', '.campus-card .picture, .campus-card-text: 2 2; .message-button, #message-panel: 1 2'],
  ['/', '.news-window {overflow-y}: auto auto; .app-link .quiet: 0 1'],
  ['/', '.week-list li:first-child > *: 2 2'],
  ['/', '.birthday-list: 1 2; .birthday-photo {border-radius}: 50% 50%; .partners-list li: 3 6'],
  ['/', '.album .picture {aspect-ratio}: 16/9 1/1; .slide-picture, .slide-text: 3 6'],
  ['/Mission', '.mission .card: 1 3; main li::before {content}: counter(mission) counter(mission)'],
  ['/Vision', '.statement > *: 1 2; .with-related > *: 1 2; .feature:first-child > *: 1 2'],
  ['/Sports', '.game: 1 4; .game:first-child > *: 1 1; .game > .figure: 1 4; .game p: 1 4'],
  ['/ErpSoftware', '.popups-grid .card: 1 3; .erp-app {position}: static sticky'],
  ['/MandatoryDisclosure', '.disclosure-nav li: 1 4; .disclosure > *: 1 1; caption .repeated: 0 0'],
  ['/MandatoryDisclosure', '#table-4 tr + tr > *: 2 6; #table-1 tr + tr > *: 3 3'],
  ['/MandatoryDisclosure', '#table-4 td + td::before {content}: "Studentspassed:" none'],
  ['/Documents/fee-structure', '.document-ways a: 2 2; .pdf-frame {height}: 765px 765px'],
  ['/Documents', '.document-list li: 1 3'],
  ['/', '.leaders-list .picture {aspect-ratio}: 1/1 1/1'],
  ['/', '.album-title {-webkit-line-clamp}: 2 2; .event > .picture {flex-grow}: 9 9'],
  ['/ErpSoftware', '.popups-grid .picture {aspect-ratio}: 3/2 3/2'],
  [
    '/ChairmanMessage',
    '.leader-author .picture {aspect-ratio}: 4/5 4/5; .leader-author :is(img, figcaption): 2 1',
  ],
  ['/Contact', '.contact, .touch form: 1 2; .contact-list li:first-child > *: 2 2'],
  ['/Tc', '.certificate > *: 1 2; .certificate iframe {height}: 500px 500px'],
  ['/ChairmanMessage', '.leader-message > *: 1 2; .leader-author {position}: static sticky'],
  ['/LifeatGis', '.feature-pictured:first-child > :not(h2): 1 2'],
  ['/Search?q=day', '.search-form > *: 2 2; .search-facts span::after {content}: "·" "·"'],
  ['/NoSuchPage', '.error-page h1, .error-page .picture: 1 2'],
  ['/Career', '.field: 1 3; .field:last-child, .field:nth-child(5): 1 1'],
];

/** What of a part is written in `LOOKS`. Runs in the page. */
function lookOf([selector = '', property = '']: readonly (string | undefined)[]): string {
  const [part = '', pseudo] = selector.split(/(?=::)/);
  const parts = [...document.querySelectorAll(part)];
  const [first = document.body] = parts;
  if (property !== '')
    return getComputedStyle(first, pseudo).getPropertyValue(property).replaceAll(' ', '');
  const shown = parts.filter((each) => each.checkVisibility({ visibilityProperty: true }));
  const boxes = shown.map((each) => each.getBoundingClientRect());
  const { top = 0, bottom = 0 } = boxes[0] ?? {};
  return String(boxes.filter((box) => box.top < bottom - 1 && box.bottom > top + 1).length);
}

test.each(LOOKS)('%s has on a phone and at a desk: %s', async (path, looks) => {
  await visit.page.goto(site.url + path);
  for (const [at, width] of [360, 1440].entries()) {
    await visit.page.setViewportSize({ width, height: 900 });
    for (const look of looks.split('; ')) {
      const [, part, property, ...values] = /^(.+?)(?: \{(.+)\})?: (\S+) (\S+)$/.exec(look) ?? [];
      const found = await visit.page.evaluate(lookOf, [part, property]);
      expect([width, part, property, found]).toEqual([width, part, property, values[at]]);
    }
  }
});

test.each(VIEWS)('%s: %s has slides of %s without a script', async (_row, path, view, counts) => {
  const { page } = visit;
  await page.goto(site.url + path);
  const shown: Record<string, number> = {};
  for (const width of Object.keys(counts)) {
    await page.setViewportSize({ width: Number(width), height: 800 });
    shown[width] = await page
      .locator(`[data-view="${view}"] .swiper`)
      .first()
      .evaluate((box) => {
        const { paddingRight } = getComputedStyle(box);
        const slide = box.querySelector('.swiper-slide')?.getBoundingClientRect();
        return Math.round((box.clientWidth - parseFloat(paddingRight)) / (slide?.width ?? 1));
      });
  }
  expect(shown).toEqual(counts);
});

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
    const { page, context } = await browser.visit(site.url + path, { javaScript: false });
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
