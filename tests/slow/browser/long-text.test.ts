import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Visit } from '../../support/browser.ts';
import { PAGE_ADDRESSES } from '../../../client/addresses.ts';
import { CAMPUSES } from '../../../shared/campuses.ts';
import { dayInIndia } from '../../../shared/dates.ts';
import { LIST_NAMES, type ListName } from '../../../shared/records/provider-lists.ts';
import { siteInBrowser } from '../../support/site-in-browser.ts';

/** Texts of 300 characters without any place to break. */
const LATIN = 'Wxyzmkq'.repeat(43).slice(0, 300);
const DEVANAGARI = 'कखगघचछजझटठ'.repeat(30);

const WIDTHS = [320, 360];

/** Where dialogs open by themselves. */
const HOMES = new Set(['/', '/HomeFr', '/Home']);

/** Every list of the provider, with such a text in every text field of every record, on both campuses. */
function longRecords(name: ListName): object[] {
  const day = dayInIndia(new Date());
  return CAMPUSES.flatMap((school) =>
    [LATIN, DEVANAGARI].flatMap((text, index) =>
      categoriesOf(name).map((category) => ({
        _id: `${school}-${index}-${category}`,
        school,
        category,
        title: text,
        description: text,
        name: text,
        class: text,
        designation: text,
        message: `<h2>${text}</h2><p>${text}</p><ul><li>${text}</li></ul><table><tr><th>${text}</th><td>${text}</td></tr></table><pre><code>${text}</code></pre><blockquote>${text}</blockquote><a href="https://example.org/${text}">${text}</a>`,
        venue: text,
        time: text,
        url: `https://example.org/${text}`,
        date: day,
        fromDate: day,
        images: [`${text}.jpg`],
        image: [`${text}.jpg`],
        attachments: [`${text}.pdf`],
      })),
    ),
  );
}

function categoriesOf(name: ListName): readonly string[] {
  if (name === 'birthdays') return ['Teacher', 'Student'];
  if (name === 'principalMessage') return ['Chairman', 'Vice Principal', 'Manager', 'Principal'];
  return name.startsWith('gallery') || name === 'subGallery' ? ['PhotoGallery'] : ['News'];
}

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
    const slide = element.closest('.swiper-slide, .popup-slides, .notices-list > li');
    let box = slide;
    for (
      let outer: Element | null = element;
      outer !== null && outer !== slide;
      outer = outer.parentElement
    )
      if (box === slide && getComputedStyle(outer).overflowX !== 'visible') box = outer;
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

const { browser, site } = siteInBrowser({
  prewarm: true,
  prepare({ setList }) {
    for (const name of LIST_NAMES) setList(name, longRecords(name));
  },
});

const PATHS = [
  ...PAGE_ADDRESSES.map(({ path }) => path),
  '/SubGallery?id=FARRUKHABAD-0-PhotoGallery',
  '/nekhpur/SubGallery?id=NEKPUR-1-PhotoGallery',
  `/Events?q=${LATIN.slice(0, 80)}`,
  '/NoSuchPage',
];

describe.each([true, false])('with JavaScript: %s', (javaScript) => {
  let visit: Visit;

  beforeAll(async () => {
    visit = await browser.visit('about:blank', { javaScript, width: 360, height: 740 });
  });
  afterAll(() => visit.close());

  test.each(PATHS)(
    'R-005, R-259: %s keeps texts of 300 characters inside the screen at 320 and 360 px',
    async (path) => {
      const { page } = visit;
      await page.goto(site.url + path, { waitUntil: 'load' });
      if (javaScript && HOMES.has(path)) await page.locator('dialog.popup[open]').waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 740 });
        expect(await page.evaluate(textsOutside), `${width} px`).toEqual([]);
      }
    },
  );
});
