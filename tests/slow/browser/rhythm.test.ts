import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../support/browser.ts';
import { startSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let empty: TestSite;
let browser: TestBrowser;

beforeAll(async () => {
  [site, empty, browser] = await Promise.all([
    startSite({
      prewarm: true,
      sharesPictures: true,
      prepare: ({ setList }) => setList('notification', []),
    }),
    startSite({
      prewarm: true,
      prepare: ({ setList }) => {
        for (const list of ['notification', 'events', 'news', 'birthdays', 'gallery'] as const)
          setList(list, []);
      },
    }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([site.close(), empty.close()]);
});

const PHONE = { width: 360, height: 640 };
const HOMES = ['/HomeFr', '/Home'];

describe.each([
  { width: 360, most: 6_500 },
  { width: 1_440, most: 5_500 },
])('at $width px', ({ width, most }) => {
  let sample: TestSite;

  beforeAll(async () => {
    // With its notices too.
    sample = await startSite({ prewarm: true, sharesPictures: true });
  });
  afterAll(() => sample.close());

  test.each(HOMES.flatMap((path) => [path, `/hi${path}`]))(
    `%s with all of the sample is at most ${most} px high, in either colour scheme`,
    async (path) => {
      const { page, close } = await browser.visit(sample.url + path, { width, javaScript: false });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        expect(height, colorScheme).toBeLessThan(most);
      }
      await close();
    },
  );
});

test.each([
  ['/HomeFr', ''],
  ['/Home', '/nekhpur'],
])(
  'the first screen of a phone on %s calls, shows the fees, the next event and the admission',
  async (path, prefix) => {
    const { page, close } = await browser.visit(site.url + path, { ...PHONE, javaScript: false });
    const steps = page.getByRole('navigation', { name: 'First steps' }).getByRole('link');
    const found = await steps.evaluateAll((links) =>
      links.map((link) => {
        const { bottom, height } = link.getBoundingClientRect();
        return { href: link.getAttribute('href') ?? '', bottom, isLarge: height >= 44 };
      }),
    );
    const [call, fees, event, admission] = found.map(({ href }) => href);
    expect(found).toHaveLength(4);
    expect(call).toMatch(/^tel:\+91/);
    expect(fees).toBe('/files/fee-structure.pdf');
    expect(event?.startsWith(`${prefix}/Events/`)).toBe(true);
    expect(admission).toBe(`${prefix}/Admission`);
    for (const { bottom, isLarge } of found) {
      expect(bottom).toBeLessThanOrEqual(PHONE.height);
      expect(isLarge).toBe(true);
    }
    await close();
  },
);

test('a section without anything to show takes a line, not a screen', async () => {
  const { page, close } = await browser.visit(`${empty.url}/HomeFr`, {
    width: 1_440,
    javaScript: false,
  });
  const heights = await page
    .locator('.empty')
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().height));
  // Events, teachers, students, albums.
  expect(heights).toHaveLength(4);
  for (const height of heights) expect(height).toBeLessThan(60);
  await close();
});

test.each(['/Events', '/nekhpur/Gallery', '/Admission', '/nekhpur/Career', '/Tc'])(
  'the head of %s leaves the first screen to what one came for',
  async (path) => {
    for (const width of [360, 1_440]) {
      const { page, close } = await browser.visit(site.url + path, { width, javaScript: false });
      const head = await page.locator('.page-header').boundingBox();
      expect(head?.height, `at ${width}`).toBeLessThan(190);
      await close();
    }
  },
);

/** Where a slide of the gallery begins, from the left edge of the window. */
function leftOf(page: Page, slide: string): Promise<number> {
  return page
    .locator(`[data-view="gallery"] ${slide}`)
    .evaluate((element) => element.getBoundingClientRect().left);
}

test('on a phone the next slide of a carousel peeks in, with a script and without', async () => {
  const plain = await browser.visit(`${site.url}/HomeFr`, { ...PHONE, javaScript: false });
  expect(await leftOf(plain.page, '.swiper-slide:nth-child(2)')).toBeLessThan(PHONE.width - 30);
  await plain.close();
  const { page, close } = await browser.visit(`${site.url}/HomeFr`, {
    ...PHONE,
    reducedMotion: true,
  });
  await page.locator('[data-section="gallery"]').scrollIntoViewIfNeeded();
  await page.locator('[data-view="gallery"] .swiper-initialized').waitFor();
  await expect.poll(() => leftOf(page, '.swiper-slide-next')).toBeLessThan(PHONE.width - 30);
  await close();
});

test('R-247: the place of a carousel is shown, and turns it by keys and fingers, without arrows', async () => {
  const { page, errors, close } = await browser.visit(`${site.url}/HomeFr`, {
    ...PHONE,
    reducedMotion: true,
  });
  await page.locator('[data-section="gallery"]').scrollIntoViewIfNeeded();
  await page.locator('[data-view="gallery"] .swiper-initialized').waitFor();
  const gallery = page.locator('[data-view="gallery"]');
  const place = gallery.getByRole('slider', { name: 'Slide of Photo Gallery' });
  const count = Number(await place.getAttribute('max'));
  const titles = await gallery.locator('.album-title').allTextContents();
  expect(count).toBe(titles.length);
  await place.focus();
  // To the last one and back to the first, as the next one is always there to peek in.
  for (const number of [...titles.keys()].map((index) => index + 1)) {
    await expect.poll(() => place.getAttribute('aria-valuetext')).toBe(`${number} of ${count}`);
    await expect
      .poll(() => gallery.locator('.swiper-slide-active .album-title').textContent())
      .toBe(titles[number - 1]);
    if (number < count) await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Home');
  await expect.poll(() => gallery.getByText(`1 / ${count}`).isVisible()).toBe(true);
  expect(errors).toEqual([]);
  await close();
});

test('what is wrong with a form is seen below the bar that stays at the top', async () => {
  for (const path of ['/HomeFr', '/Admission', '/nekhpur/Career']) {
    const { page, close } = await browser.visit(site.url + path, PHONE);
    const form = page.locator('main form.form');
    await form.getByRole('button').last().click();
    const field = form.locator('[aria-invalid="true"]').first();
    await field.waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid'));
    const isInSight = async () => {
      const bar = await page.locator('.bar').boundingBox();
      const label = await form.locator('.field-wrong label').first().boundingBox();
      const error = await form.locator('.field-error').first().boundingBox();
      const isBelowBar = (label?.y ?? 0) >= (bar?.y ?? 0) + (bar?.height ?? 0);
      return isBelowBar && (error?.y ?? 0) + (error?.height ?? 0) <= PHONE.height;
    };
    await expect.poll(isInSight, { message: path }).toBe(true);
    await close();
  }
});

test('every control has a label, a target of 44 px, and fits at 320 px', async () => {
  for (const path of ['/Home', '/Career', '/Admission', '/Tc']) {
    const visit = await browser.visit(`${site.url}${path}`, { width: 320, height: 640 });
    const facts = await visit.page.locator('form.form').evaluate((form) => {
      const fields = [
        ...form.querySelectorAll('input:not([type=hidden]), select, textarea, button'),
      ].filter((field) => field.closest('.form-trap') === null);
      return fields.map((field) => {
        const box = field.getBoundingClientRect();
        const labels =
          field instanceof HTMLButtonElement
            ? 1
            : 'labels' in field && field.labels instanceof NodeList
              ? field.labels.length
              : 0;
        return {
          name: field.getAttribute('name'),
          high: Math.round(box.height),
          right: box.right <= 320,
          labels,
        };
      });
    });
    for (const fact of facts)
      expect([path, fact, fact.high >= 44]).toEqual([
        path,
        { ...fact, right: true, labels: 1 },
        true,
      ]);
    await visit.close();
  }
});
