import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { closePopups, isHydrated, startIsland } from '../support/browser.ts';
import type { VisitOptions } from '../support/browser-tabs.ts';
import { fill } from '../support/form-page.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

/** What a page says about a day, when it is looked at on another one. */

const EVENING = Date.parse('2026-11-27T22:00:00+05:30');
const MORNING = Date.parse('2026-11-28T07:00:00+05:30');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** After so many responses of the same day no minute asks again. */
const MOST_LOOKS = 15;

let now = EVENING;

const event = (title: string, date: string) => ({ _id: title, school: 'NEKPUR', title, date });
const EVENTS = [event('Sports day', '2026-11-27'), event('Book fair', '2026-11-28')];

const { browser, site } = siteInBrowser({
  now: () => new Date(now),
  providerHas: 'nothing',
  lists: { events: EVENTS, eventsAll: EVENTS },
});

async function open(path: string, { deviceAt = EVENING, ...options }: Options = {}): Promise<Page> {
  now = EVENING;
  const { page } = await browser.tab(`${site.url}/robots.txt`, {
    hasClock: true,
    expects: /net::ERR_|Failed to fetch/,
    ...options,
  });
  await page.clock.install({ time: deviceAt });
  // The clock of a test hides what has loaded.
  const module = page.waitForResponse('**/assets/today-*');
  await page.goto(site.url + path);
  await module;
  await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
  return page;
}

type Options = VisitOptions & { deviceAt?: number };

/** Midnight passes; the visitor comes back to the tab, or has it in sight. */
async function passNight(page: Page, isInSight = false, morning = MORNING): Promise<void> {
  now = morning;
  await page.clock.setSystemTime(morning);
  if (isInSight) await page.clock.fastForward(MINUTE);
  else
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
}

const dayOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.day);
const groups = (page: Page) =>
  page.locator('.card-group-title:visible, .card-title').allTextContents();

test('the parts of a day are those of the next one, the rest of the page stays: when the tab is seen again, and in sight', async () => {
  const page = await open('/Home');
  await closePopups(page);
  const birthdays = page.locator('.birthdays-date');
  expect(await birthdays.getAttribute('datetime')).toBe('2026-11-27');
  await startIsland(page, 'form.form');
  await fill(page, { message: 'Half a text' });
  for (const [isInSight, morning, day, past] of [
    [false, MORNING, '2026-11-28', 'Sports day'],
    [true, MORNING + DAY, '2026-11-29', 'Book fair'],
  ] as const) {
    const week = page.locator('.week-list', { hasText: past });
    expect(await week.count()).toBe(1);
    await passNight(page, isInSight, morning);
    await expect.poll(() => birthdays.getAttribute('datetime')).toBe(day);
    expect(await week.count()).toBe(0);
    expect(await page.locator('[name=message]').inputValue()).toBe('Half a text');
    const focused = page.locator('[name=message]:focus');
    expect(await focused.count()).toBe(1);
    expect(await page.evaluate(() => 'isOld' in globalThis)).toBe(true);
  }
});

test('the focus stays on a link of a part that is replaced', async () => {
  const page = await open('/Home');
  await closePopups(page);
  const link = page.locator('.week-list a', { hasText: 'Book fair' });
  await link.focus();
  const old = await link.elementHandle();
  await passNight(page);
  await expect.poll(() => old.evaluate((element) => element.isConnected)).toBe(false);
  expect(await page.locator('.week-list a:focus').textContent()).toBe('Book fair');
});

test.each([
  ['untouched', false],
  ['filtered', true],
])('a list of events that is %s has the day that it is looked at on', async (_name, isFiltered) => {
  const page = await open('/nekhpur/Events');
  if (isFiltered) {
    await startIsland(page, 'form.filters');
    await page.locator('[name=q]').fill('a');
  }
  expect(await groups(page)).toEqual(['Today', 'Sports day', 'Coming up', 'Book fair']);
  await passNight(page, true);
  const next = ['Today', 'Book fair', 'Past events', 'Sports day'];
  await expect.poll(() => groups(page)).toEqual(next);
  expect(await page.locator('[name=q]').inputValue()).toBe(isFiltered ? 'a' : '');
  expect(await page.evaluate(isHydrated, 'form.filters')).toBe(true);
});

test('without a network the page speaks of no day as today; with one it does again', async () => {
  const page = await open('/nekhpur/Events');
  await page.context().setOffline(true);
  await passNight(page);
  await expect.poll(() => groups(page)).not.toContain('Today');
  await page.context().setOffline(false);
  await expect.poll(() => dayOf(page)).toBe('2026-11-28');
  await expect.poll(async () => (await groups(page)).slice(0, 2)).toEqual(['Today', 'Book fair']);
});

test('a page that was kept from yesterday is renewed when it opens', async () => {
  now = MORNING;
  const page = await open('/nekhpur/Events/Calendar', { deviceAt: MORNING });
  // The site was a day behind until now, as a page that the browser restores is.
  expect(await dayOf(page)).toBe('2026-11-27');
  now = MORNING;
  const shown = async () => {
    // Its first look may still wait for a response of yesterday.
    await page.clock.fastForward(MINUTE);
    return page.locator('#today time').getAttribute('datetime');
  };
  await expect.poll(shown).toBe('2026-11-28');
});

test('a device whose clock is a day ahead shows the day of the site, and asks a few times', async () => {
  const page = await open('/nekhpur/Events/Calendar', { deviceAt: MORNING });
  let asked = 0;
  page.on('request', (request) => void (request.url().endsWith('/Calendar') && (asked += 1)));
  /** One look at a time. */
  const look = async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')));
    return asked;
  };
  await expect.poll(look).toBeGreaterThan(MOST_LOOKS);
  const before = asked;
  for (let minute = 0; minute < 20; minute += 1) await page.clock.fastForward(MINUTE);
  await page.evaluate(() => fetch('/healthz'));
  expect(asked).toBe(before);
  const tag = page.locator('#today .tag');
  await expect.poll(async () => ((await look()) > before ? tag.isVisible() : false)).toBe(true);
  expect(await page.locator('#today time').getAttribute('datetime')).toBe('2026-11-27');
});
