import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser.ts';
import { pagesOf, pathOf, startMessyWorld, type World } from '../../support/world.ts';
import { SCHOOLS } from '../../support/providers/expected.ts';

/** Width of the narrowest screen that has to do (WCAG 2.2, 1.4.10), in CSS pixels. */
const NARROW = 320;
/** Pages that print what a provider sends. */
const RECORD_PAGES = /^\/(?:Home|HomeFr)?$|Events|News|Gallery|Message/;

/** What sticks out at the right and cannot be scrolled to in a box of its own. Runs in the page. */
function sticksOut(): string[] {
  const found: string[] = [];
  const width = document.documentElement.clientWidth;
  // What is off the screen has its full width only when it is laid out.
  for (const element of document.querySelectorAll('*')) {
    if (element instanceof HTMLElement && getComputedStyle(element).contentVisibility === 'auto')
      element.style.contentVisibility = 'visible';
  }
  const scrollers = [document.documentElement, ...document.querySelectorAll('dialog[open], main')];
  for (const box of scrollers) {
    if (box.scrollWidth <= box.clientWidth) continue;
    const widest = [...box.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .slice(0, 3)
      .map((element) => `${element.tagName}.${element.className}`);
    found.push(`${box.tagName} is ${box.scrollWidth} px wide: ${widest.join(', ')}`);
  }
  return found;
}

describe('with a messy provider', () => {
  let world: World;
  let browser: TestBrowser;

  beforeAll(async () => {
    [world, browser] = await Promise.all([startMessyWorld(), openBrowser()]);
  });

  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  test.each(SCHOOLS)(
    'R-259: no page of %s is wider than a screen of 320 px, runs what a record brings, or logs an error',
    async (school) => {
      const [album] = world.provider
        .expected('gallery', school)
        .records.filter(({ texts }) => texts.some((text) => /\S{300}/.test(text)))
        .concat(world.provider.expected('gallery', school).records);
      const pages = [
        ...pagesOf(school).filter((path) => RECORD_PAGES.test(path)),
        `${pathOf(school, 'SubGallery')}?id=${encodeURIComponent(album?.albumId ?? '')}`,
      ];
      const problems: string[] = [];
      for (const path of pages) {
        const visit = await browser.visit(world.site.url + path, { width: NARROW, height: 640 });
        for (const problem of await visit.page.evaluate(sticksOut)) {
          problems.push(`${path}: ${problem}`);
        }
        const title = await visit.page.title();
        if (title === 'owned') problems.push(`${path}: a record's script ran`);
        problems.push(...visit.errors.slice(0, 3).map((error) => `${path}: ${error}`));
        await visit.close();
      }
      expect(problems).toEqual([]);
    },
  );
});
