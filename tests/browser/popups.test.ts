import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { blockStorage, untilModuleRan } from '../support/browser.ts';
import { holdRequest } from '../support/moments.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

/** How long a list may be served before it is fetched anew, and a little more, in milliseconds. */
const STALE_MS = 61_000;

let clock = Date.now();

const fee = { _id: 'fee', title: 'Fees', description: 'Due on the 5th.', image: [] };
const bus = { ...fee, _id: 'bus', title: 'Buses', description: 'Our new bus starts early.' };
const poster = { ...fee, _id: 'poster', title: 'Poster', image: ['drawings/poster.jpg'] };

const { browser, site } = siteInBrowser({
  now: () => new Date(clock),
  providerHas: 'nothing',
  lists: { notification: [fee] },
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Notices', exact: true });

async function closeDialog(page: Page): Promise<void> {
  await dialogOf(page).waitFor();
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
}

/** A page whose pop-ups have been thought about: their module has run, and nothing has opened. */
async function expectNone(page: Page): Promise<void> {
  await untilModuleRan(page, 'popups');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  expect(await page.locator('dialog.popup').count()).toBe(0);
}

const blur = (page: Page) =>
  page.locator(':focus').evaluateAll(([focus]) => {
    if (focus instanceof HTMLElement) focus.blur();
  });

async function homeHas(text: string): Promise<boolean> {
  return (await (await fetch(`${site.url}/HomeFr`)).text()).includes(text);
}

let published: readonly object[] = [fee];

/** Publishes these notices unless the last test has, and waits until the home page shows them. */
async function publish(notices: readonly object[], marker: string): Promise<void> {
  if (JSON.stringify(notices) === JSON.stringify(published)) return;
  published = notices;
  site.provider.setList('notification', notices);
  clock += STALE_MS;
  // Has the list fetched anew: a home page is not rendered until that has ended.
  await homeHas(marker);
  await site.settled();
  await expect.poll(() => homeHas(marker)).toBe(true);
}

const publishFee = () => publish([fee], fee.description);

async function leaveHome(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Quick Links' }).getByRole('link').first().click();
  await page.waitForURL('**/SafetySecurity');
}

const toHome = (page: Page, path: string) => page.locator(`header .strip a[href="${path}"]`);

async function returnByLink(page: Page): Promise<void> {
  await leaveHome(page);
  await toHome(page, '/HomeFr').click();
  await page.waitForURL('**/HomeFr');
}

/** The home page's link to itself: a return without another page between. */
async function followBrand(page: Page): Promise<void> {
  const again = page.waitForEvent('load');
  await page.locator('header .brand').click();
  await again;
}

test('R-070: it opens on a first visit, reload, new tab, typed address and the other campus, not on a return by link or back', async () => {
  await publishFee();
  const { page, context } = await browser.tab(`${site.url}/HomeFr`);
  await closeDialog(page);
  await page.reload();
  await closeDialog(page);

  await followBrand(page);
  await expectNone(page);
  await returnByLink(page);
  await expectNone(page);

  // A page with such a listener is not kept for "back": it is loaded again.
  await page.evaluate(() => {
    addEventListener('unload', () => undefined);
    Object.assign(window, { isOld: true });
  });
  await leaveHome(page);
  await page.goBack();
  expect(await page.evaluate(() => 'isOld' in window)).toBe(false);
  await expectNone(page);

  await toHome(page, '/Home').click();
  await closeDialog(page);
  await toHome(page, '/HomeFr').click();
  await page.waitForURL('**/HomeFr');
  await expectNone(page);
  await page.goto(`${site.url}/HomeFr`);
  await closeDialog(page);

  // A link opened in a new tab sends a referrer too. Playwright loses some tabs that Chromium opens by itself.
  const tab = await context.newPage();
  await tab.goto(`${site.url}/HomeFr`, { referer: page.url() });
  await closeDialog(tab);
});

test('R-259: in small windows the dialog scrolls to its text and its buttons', async () => {
  await publishFee();
  const [first, second] = [
    { width: 341, height: 192 },
    { width: 320, height: 256 },
  ];
  const { page } = await browser.tab(`${site.url}/HomeFr`, first);
  const dialog = dialogOf(page);
  const parts = [dialog.getByText(fee.description), dialog.getByRole('button', { name: 'Close' })];
  for (const size of [first, second]) {
    await page.setViewportSize(size);
    for (const part of parts) {
      await part.scrollIntoViewIfNeeded();
      const box = await part.boundingBox();
      expect(box !== null && box.y >= 0 && box.y + box.height <= size.height).toBe(true);
    }
  }
});

/** What a visitor is in the middle of, and the end of it. */
const GESTURES: [string, (page: Page) => Promise<unknown>, (page: Page) => Promise<unknown>][] = [
  [
    'typing',
    (page) => page.locator('[data-section="get-in-touch"] [name="name"]').pressSequentially('A'),
    blur,
  ],
  [
    'a gesture',
    async (page) => {
      await page.mouse.move(5, 300);
      await page.mouse.down();
    },
    (page) => page.mouse.up(),
  ],
  [
    'a scroll',
    (page) =>
      page.evaluate(() => {
        const timer = setInterval(() => dispatchEvent(new Event('scroll')), 100);
        Object.assign(globalThis, { timer });
      }),
    (page) => page.evaluate('clearInterval(timer)'),
  ],
  [
    'the menu',
    async (page) => {
      await page.getByRole('button', { name: 'LOGIN' }).click();
      await page.locator('#login:is([open], :popover-open)').waitFor();
    },
    (page) => page.keyboard.press('Escape'),
  ],
];

test('R-070: none opens in the middle of typing, a gesture, a scroll or the menu, and one after it', async () => {
  await publishFee();
  const { page } = await browser.tab(`${site.url}/robots.txt`, { hasClock: true });
  // The test lets its time pass once the dialogs' module has run after `begin`.
  for (const [name, begin, end] of GESTURES) {
    const module = await holdRequest(page, '**/assets/popups-*');
    const arrived = page.waitForResponse('**/assets/popups-*');
    await page.goto(`${site.url}/HomeFr`, { waitUntil: 'domcontentloaded' });
    await begin(page);
    await module.release();
    const url = (await arrived).url();
    await page.evaluate(`import(${JSON.stringify(url)}).then(() => document.fonts.ready)`);
    await page.clock.runFor(5_000);
    expect([name, await page.locator('dialog.popup').count()]).toEqual([name, 0]);
    await end(page);
    await page.clock.runFor(2_000);
    await closeDialog(page);
    await page.unrouteAll();
  }
});

test('R-070: it opens where storage is blocked', async () => {
  await publishFee();
  const { page } = await browser.tab(`${site.url}/robots.txt`);
  await blockStorage(page, 'sessionStorage');
  await page.goto(`${site.url}/HomeFr`);
  await closeDialog(page);
  await toHome(page, '/Home').click();
  await closeDialog(page);
  expect(await dialogOf(page).count()).toBe(0);
});

test('R-070: within a visit it opens again when an item is new, or has another text, picture or link under the same id', async () => {
  await publishFee();
  const { page } = await browser.tab(`${site.url}/HomeFr`);
  await closeDialog(page);
  await publish([fee, bus], 'Our new bus');
  await followBrand(page);
  await closeDialog(page);
  const late = { ...fee, description: 'Due on the 9th.' };
  const linked = { ...late, url: 'https://example.org/fee' };
  for (const [marker, changed] of [
    [late.description, late],
    ['uploads/fee.jpg', { ...late, image: ['uploads/fee.jpg'] }],
    [linked.url, linked],
  ] as const) {
    await publish([changed, bus], marker);
    await followBrand(page);
    await closeDialog(page);
  }
  await publish([linked], linked.url);
  await expect.poll(() => homeHas('Our new bus')).toBe(false);
  await followBrand(page);
  await expectNone(page);
});

test('R-070: it opens with its first picture, once that is there', async () => {
  const first = { ...poster, _id: 'first', title: 'First' };
  await publish([first], 'First');
  const { page } = await browser.tab(`${site.url}/robots.txt`, { hasClock: true });
  const picture = await holdRequest(page, '**/*poster.jpg*');
  await page.goto(`${site.url}/HomeFr`, { waitUntil: 'domcontentloaded' });
  await picture.reached;
  await page.clock.runFor(5_000);
  expect(await page.locator('dialog.popup').count()).toBe(0);
  await picture.release();
  await dialogOf(page).waitFor();
  const image = dialogOf(page).locator('.is-current img');
  const isShown = (shown: HTMLImageElement) => shown.complete && shown.naturalWidth > 0;
  expect(await image.evaluate(isShown)).toBe(true);
});

/** The dialog's poster, on which its visitor has pressed; its viewer comes when the test releases it. */
async function pressPoster() {
  await publish([poster], 'Poster');
  const { page } = await browser.tab(`${site.url}/HomeFr`, { width: 360, height: 740 });
  const picture = dialogOf(page).locator('img');
  await picture.waitFor();
  const look = await picture.evaluate((image) => {
    const { objectFit } = getComputedStyle(image);
    return { objectFit, isHalf: image.clientHeight <= innerHeight / 2 };
  });
  const viewer = await holdRequest(page, (request) => /photoswipe|lightbox/.test(request.url()));
  await picture.click();
  await viewer.reached;
  return { page, picture, look, viewer };
}

test('R-072: a poster is shown whole, at most half as high as the window, and two taps open it large once, over the dialog', async () => {
  const { page, picture, look, viewer } = await pressPoster();
  expect(look).toEqual({ objectFit: 'contain', isHalf: true });
  // Its viewer is still loading.
  await picture.click();
  await viewer.release();
  await page.locator('dialog.popup .pswp--ui-visible').waitFor();
  expect(await page.locator('.pswp').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.locator('.pswp').waitFor({ state: 'detached' });
  expect(await dialogOf(page).count()).toBe(1);
  expect(new URL(page.url()).pathname).toBe('/HomeFr');
});

test('a poster whose viewer is still loading when the dialog is closed opens nothing', async () => {
  const { page, viewer } = await pressPoster();
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await viewer.release();
  await untilModuleRan(page, 'lightbox');
  expect(await page.locator('.pswp').count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/HomeFr');
});

test('R-072: the complete text of a notice is in the dialog, its beginning and the way to its page in the page', async () => {
  const words = Array.from({ length: 600 }, (_, index) => `word${index}`);
  await publish([{ ...fee, description: words.join(' ') }], 'word599');
  const { page } = await browser.tab(`${site.url}/HomeFr`);
  const shown = async (root: Locator) => (await root.innerText()).match(/word\d+/g);
  await dialogOf(page).waitFor();
  expect(await shown(dialogOf(page))).toEqual(words);
  await closeDialog(page);
  const notice = page.locator('[data-section="notices"] .notice');
  expect((await shown(notice))?.length).toBeLessThan(60);
  await notice.getByRole('link').click();
  expect(await shown(page.locator('.record-text'))).toEqual(words);
});

test('R-070 R-072: admissions come first, without a focus ring; a short slide is no longer than it is; Tab goes on in the page', async () => {
  const long = { ...fee, description: 'A line of a long notice.\n'.repeat(200) };
  const admissions = { ...fee, _id: 'adm', title: 'Admissions open' };
  await publish([long, bus, { ...admissions, _id: 'hi', title: 'प्रवेश आरंभ' }, admissions], 'प्रवेश');
  const { page } = await browser.tab(`${site.url}/HomeFr`, { width: 360, height: 780 });
  const dialog = dialogOf(page);
  await dialog.waitFor();
  expect(await dialog.locator('.is-current h3').textContent()).toBe('प्रवेश आरंभ');
  const titles = await dialog.locator('h3').allTextContents();
  expect(titles.join()).toBe('प्रवेश आरंभ,Admissions open,Fees,Buses');
  const focused = dialog.locator(':focus');
  expect(await focused.textContent()).toBe('Notices');
  expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none');
  const box = await dialog.getByRole('button', { name: 'Close' }).boundingBox();
  // In the lower half of the screen, where a thumb is.
  expect(box?.y).toBeGreaterThan(390);
  for (const [shown, isScrolled] of [
    ['Admissions open', false],
    ['Fees', true],
    ['Buses', false],
  ] as const) {
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.locator('.is-current h3', { hasText: shown }).waitFor();
    const isLonger = (it: Element) => it.scrollHeight > it.clientHeight;
    expect(await dialog.locator('.popup-slides').evaluate(isLonger)).toBe(isScrolled);
  }

  // The ground behind it.
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await page.keyboard.press('Tab');
  expect(await page.locator('main :focus').count()).toBe(1);
});

test('R-070 R-072: the dialog fetches no picture where the visitor saves data or the connection is slow', async () => {
  await publish(
    [{ ...fee, _id: 'p', title: 'Sports Day', image: ['uploads/p.jpg'] }],
    'Sports Day',
  );
  const { page } = await browser.tab(`${site.url}/robots.txt`, { width: 360, height: 740 });
  for (const effectiveType of ['', '2g', 'slow-2g', '4g']) {
    const value = { effectiveType, saveData: effectiveType === '' };
    await page.addInitScript(
      (connection) => void Object.defineProperty(navigator, 'connection', connection),
      { value, configurable: true },
    );
    await page.goto(`${site.url}/HomeFr`);
    await dialogOf(page).waitFor();
    const pictures = dialogOf(page).locator('img');
    const button = dialogOf(page).getByRole('button', { name: 'Show the picture' });
    const isSpared = effectiveType !== '4g';
    expect([await pictures.count(), await button.count()]).toEqual(isSpared ? [0, 1] : [1, 0]);
    if (isSpared) await button.click();
    await pictures.first().waitFor();
    expect(await pictures.first().getAttribute('sizes')).toContain('39rem');
    const hasFocus = () => pictures.first().evaluate((picture) => picture.matches(':focus > *'));
    await expect.poll(hasFocus).toBe(isSpared);
  }
});
