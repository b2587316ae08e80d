import { expect, test } from 'vitest';
import { viewsOf, VIEWS } from '../../support/carousel.ts';
import { siteInBrowser } from '../../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({
  prewarm: true,
  sharesPictures: true,
  // Dialogs would cover the page.
  prepare: ({ setList }) => setList('notification', []),
});

test.each(VIEWS.filter(([row]) => row !== 'R-249'))(
  '%s: %s with its carousel of %s shows the same number of slides with a script and without',
  async (...row) => {
    expect(await viewsOf(browser, site.url, row)).toEqual(row[3]);
  },
);
