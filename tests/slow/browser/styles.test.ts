import { expect, test } from 'vitest';
import { axeViolations } from '../../support/axe-violations.ts';
import { closePopups } from '../../support/browser.ts';
import { hiddenFocus, sidewaysScroll, smallTargets } from '../../support/page-checks.ts';
import { sharedVisit, siteInBrowser } from '../../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({ isSample: true, sharesPictures: true, prewarm: true });

const PHONE = { width: 360, height: 740 };

/** Where one page of each shape is. */
const PATHS = (
  '/HomeFr|/Campus|/Events?year=All|/News?year=All|/SubGallery?id=alb-f-01|/Events/Calendar|/Contact|' +
  '/MandatoryDisclosure|/LifeatGis|/Search?q=examination|/Admission'
).split('|');

/** What only a screen has use for. */
const UNPRINTED =
  '.menu, .menu-button, .login, .strip, .skip-link, .breadcrumb, .app-links, .footer nav, .first-steps, .share, ' +
  '.back-link, .neighbours, .record-back, .search-choices, .pdf-frame, .footer-end a, .app-link, .filters-field, ' +
  '.search-form, .form-end, .pause-button, .slider-controls, .movement-switch, .button, .subscribe, .related, iframe';

const visit = sharedVisit(browser, { reducedMotion: true });

test.each(PATHS)(
  'R-259: the parts of %s have the sizes, contrast and focus that they need, and paper has none that only a screen has use for',
  async (path) => {
    const { page } = visit;
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await page.setViewportSize(PHONE);
    await page.goto(site.url + path);
    await closePopups(page);
    expect([await sidewaysScroll(page), await page.evaluate(smallTargets)]).toEqual([0, []]);
    // From here on the focus is the keyboard's.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(hiddenFocus)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 800 });
    // Sizes that follow the width come with the next frame.
    await expect.poll(() => sidewaysScroll(page)).toBe(0);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeViolations(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator(UNPRINTED).filter({ visible: true }).count()).toBe(0);
  },
);

test('on a phone without JavaScript the next slide of a carousel peeks in', async () => {
  const { page } = await browser.visit(`${site.url}/HomeFr`, { ...PHONE, javaScript: false });
  const next = page.locator('[data-view="gallery"] .swiper-slide:nth-child(2)');
  expect((await next.boundingBox())?.x).toBeLessThan(PHONE.width - 30);
});
