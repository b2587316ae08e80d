import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser.ts';
import { viewsOf, VIEWS } from '../../support/carousel.ts';
import { startSite, type TestSite } from '../../support/site.ts';

let browser: TestBrowser;
let site: TestSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([
    openBrowser(),
    // Dialogs have tests of their own, and would stand in front of the carousels.
    startSite({
      prewarm: true,
      sharesPictures: true,
      prepare: ({ setList }) => setList('notification', []),
    }),
  ]);
});

afterAll(async () => {
  await site.close();
  await browser.close();
});

test.each(VIEWS.filter(([row]) => row !== 'R-249'))(
  '%s: %s with its carousel of %s shows the same number of slides with a script and without',
  async (...row) => {
    expect(await viewsOf(browser, site.url, row)).toEqual(row[3]);
  },
);
