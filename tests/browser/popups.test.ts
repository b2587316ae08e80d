import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdBack, untilModuleRan } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

/** How long a list may be served before it is fetched anew, and a little more, in milliseconds. */
const STALE_MS = 61_000;

let clock = Date.now();

const fee = { _id: 'fee', title: 'Fees', description: 'Due on the 5th.', image: [] };
const bus = { ...fee, _id: 'bus', title: 'Buses', description: 'Our new bus starts early.' };

const { browser, site } = siteInBrowser({
  now: () => new Date(clock),
  sharesPictures: true,
  lists: { notification: [fee], events: [] },
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

/** A home page whose dialogs' module comes with `release`. */
async function visitBeforePopups() {
  const { page } = await browser.visit('about:blank');
  const release = await holdBack(page, '**/assets/popups-*');
  await page.goto(`${site.url}/HomeFr`, { waitUntil: 'domcontentloaded' });
  return { page, release };
}

const blur = (page: Page) =>
  page.locator(':focus').evaluateAll(([focus]) => {
    if (focus instanceof HTMLElement) focus.blur();
  });

async function homeHas(path: string, text: string): Promise<boolean> {
  return (await (await fetch(site.url + path)).text()).includes(text);
}

/** Publishes these notices, and waits until both home pages show them. */
async function publish(notices: readonly object[], marker: string): Promise<void> {
  site.provider.setList('notification', notices);
  clock += STALE_MS;
  for (const path of ['/HomeFr', '/Home'])
    await expect.poll(async () => homeHas(path, marker)).toBe(true);
}

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

test('R-070: it opens on a first visit, a reload, a new tab, a typed address and the other campus, not on a return by link or back', async () => {
  const { page, context } = await browser.visit(`${site.url}/HomeFr`);
  await closeDialog(page);
  await page.reload();
  await closeDialog(page);

  const again = page.waitForEvent('load');
  await page.locator('header .brand').click();
  await again;
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

  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    toHome(page, '/HomeFr').click({ modifiers: ['Control'] }),
  ]);
  await closeDialog(tab);
});

test('R-070: within a visit it opens again when an item is new, or has another text, picture or link under the same id', async () => {
  await publish([fee], 'Due on the 5th.');
  const { page } = await browser.visit(`${site.url}/HomeFr`);
  await closeDialog(page);
  await publish([fee, bus], 'Our new bus');
  await returnByLink(page);
  await closeDialog(page);
  const late = { ...fee, description: 'Due on the 9th.' };
  const linked = { ...late, url: 'https://example.org/fee' };
  for (const [marker, changed] of [
    [late.description, late],
    ['uploads/fee.jpg', { ...late, image: ['uploads/fee.jpg'] }],
    [linked.url, linked],
  ] as const) {
    await publish([changed, bus], marker);
    await returnByLink(page);
    await closeDialog(page);
  }
  await publish([linked], linked.url);
  await expect.poll(async () => homeHas('/HomeFr', 'Our new bus')).toBe(false);
  await returnByLink(page);
  await expectNone(page);
});

test('R-070: it opens where storage is blocked', async () => {
  const { page, context } = await browser.visit('about:blank');
  await context.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  await page.goto(`${site.url}/HomeFr`);
  await closeDialog(page);
  await toHome(page, '/Home').click();
  await closeDialog(page);
  expect(await dialogOf(page).count()).toBe(0);
});

test('R-070: who has begun to type goes on typing, and gets it after leaving the field', async () => {
  const { page, release } = await visitBeforePopups();
  const name = page.locator('[data-section="get-in-touch"] [name="name"]');
  await name.pressSequentially('Asha ');
  release();
  await expectNone(page);
  await page.keyboard.type('Verma');
  expect(await name.inputValue()).toBe('Asha Verma');
  await page.keyboard.press('Tab');
  await page.keyboard.type('asha@example.org');
  expect(await page.locator('dialog.popup').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
  await page.locator('footer').click({ position: { x: 5, y: 5 } });
  await page.evaluate(() => scrollTo(0, 0));
  await closeDialog(page);
  expect(await name.inputValue()).toBe('Asha Verma');
});

test('R-070: who has scrolled reads on, and gets it when back at the top', async () => {
  const { page } = await browser.visit('about:blank', { width: 360, height: 740 });
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => scrollTo(0, 400), { once: true }),
  );
  await page.goto(`${site.url}/HomeFr`);
  await expectNone(page);
  // A second of rest, after which it would open, passes while the visitor reads.
  await page.clock.install();
  await page.evaluate(() => scrollTo(0, 300));
  await page.clock.runFor(1_500);
  expect(await page.locator('dialog.popup').count()).toBe(0);
  await page.evaluate(() => scrollTo(0, 0));
  await closeDialog(page);
});

test('R-070 R-072: the dialog fetches no picture where the visitor saves data or the connection is slow', async () => {
  await publish(
    [{ ...fee, _id: 'p', title: 'Sports Day', image: ['uploads/p.jpg'] }],
    'Sports Day',
  );
  for (const effectiveType of ['', '2g', 'slow-2g', '4g']) {
    const connection = { effectiveType, saveData: effectiveType === '' };
    const phone = { width: 360, height: 740, connection };
    const { page } = await browser.visit(`${site.url}/HomeFr`, phone);
    await dialogOf(page).waitFor();
    const pictures = dialogOf(page).locator('img');
    const button = dialogOf(page).getByRole('button', { name: 'Show the picture' });
    const isSpared = effectiveType !== '4g';
    expect([await pictures.count(), await button.count()]).toEqual(isSpared ? [0, 1] : [1, 0]);
    if (isSpared) await button.click();
    await pictures.first().waitFor();
    expect(await pictures.first().getAttribute('sizes')).toContain('39rem');
    const hasFocus = () => pictures.first().evaluate((picture) => picture.matches(':focus'));
    await expect.poll(hasFocus).toBe(isSpared);
  }
  await publish([fee], 'Due on the 5th.');
});

test('R-182: with the note about the login open it waits, so that there are never two', async () => {
  const { page, release } = await visitBeforePopups();
  await page.getByRole('button', { name: 'LOGIN' }).click();
  await page.locator('#login:popover-open').waitFor();
  // As in Safari, where a click does not focus a button.
  await blur(page);
  release();
  await expectNone(page);
  expect(await page.locator('#login:popover-open').count()).toBe(1);
  await page.keyboard.press('Escape');
  await blur(page);
  await closeDialog(page);
});

test('R-072: the complete text of a notice is in the dialog, and in the page after it is closed', async () => {
  const words = Array.from({ length: 600 }, (_, index) => `word${index}`);
  await publish([{ ...fee, description: words.join(' ') }], 'word599');
  const { page } = await browser.visit(`${site.url}/HomeFr`);
  const shown = async (root: Locator) => (await root.innerText()).match(/word\d+/g);
  await dialogOf(page).waitFor();
  expect(await shown(dialogOf(page).locator('.long-text'))).toEqual(words);
  await closeDialog(page);
  const notice = page.locator('[data-section="notices"] .notice');
  await notice.getByText('Read more').click();
  expect(await shown(notice.locator('.long-text'))).toEqual(words);
});

test('R-070: admissions are the first notice, and no focus ring shows before a key; after the last dialog Tab continues in the page', async () => {
  const admissions = { ...fee, _id: 'adm', title: 'Admissions open' };
  await publish([fee, bus, { ...admissions, _id: 'hi', title: 'प्रवेश आरंभ' }, admissions], 'प्रवेश');
  const { page } = await browser.visit(`${site.url}/HomeFr`, { width: 360, height: 780 });
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

  // The ground behind it.
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await page.keyboard.press('Tab');
  expect(await page.locator('main :focus').count()).toBe(1);
});
