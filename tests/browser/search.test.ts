import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { keysLeft, untilModuleRan } from '../support/browser.ts';
import { holdRequest } from '../support/moments.ts';
import { SOON } from '../support/effort.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { untilSearchable } from '../support/until-searchable.ts';

const DAYS = Array.from({ length: 24 }, (_, index) => ({
  _id: `e${index}`,
  school: index % 2 === 0 ? 'FARRUKHABAD' : 'NEKPUR',
  title: `Zemmiball Day ${index}`,
  description: 'Races, a march past and a zigzag on the big ground',
  date: `${2020 + (index % 6)}-11-2${index % 10}`,
}));
const NEWS = {
  _id: 'n1',
  school: 'FARRUKHABAD',
  category: 'News',
  title: 'Zemmiball pavilion is open',
  description: '',
  fromDate: '2025-02-01',
};

const { browser, site } = siteInBrowser({
  lists: { events: [], news: [], eventsAll: DAYS, newsAll: [NEWS] },
});

beforeAll(() => untilSearchable(site), 4 * SOON.timeout);

const titles = (page: Page): Promise<string[]> => page.locator('.search-hits h2').allTextContents();

const field = (page: Page) => page.getByRole('searchbox');

test('without JavaScript a text is typed, narrowed, and its result opened by the keyboard alone', async () => {
  const { page } = await browser.tab(`${site.url}/Search`, { javaScript: false, width: 360 });
  await field(page).focus();
  await page.keyboard.type('zemmiball');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/Search?q=zemmiball');
  expect(await page.getByRole('status').first().textContent()).toMatch(
    /^25 results for “zemmiball”/,
  );

  await page.getByText('Narrow the results', { exact: true }).press('Enter');
  const choices = page.getByRole('navigation', { name: 'Narrow' });
  await choices.getByRole('link', { name: 'News' }).press('Enter');
  await page.waitForURL('**/Search?q=zemmiball&kind=news');
  expect(await titles(page)).toEqual([NEWS.title]);
  expect(await page.locator('main summary').textContent()).toBe('Narrow the results: News');

  await page.getByRole('link', { name: NEWS.title }).press('Enter');
  await page.waitForURL('**/News/n1/**');
});

test('the first result stands on the first screen of a phone, and no line of facts begins with a dot', async () => {
  const { page } = await browser.tab(`${site.url}/Search?q=zemmiball`, {
    width: 360,
    height: 640,
    isPhone: true,
  });
  const box = await page.locator('.search-hits h2').first().boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(640);
  const before = await page
    .locator('.search-facts > *')
    .evaluateAll((facts) => facts.map((fact) => getComputedStyle(fact, '::before').content));
  expect([...new Set(before)]).toEqual(['none']);
});

test('"Show more" appends to the results in view and focuses the first new one', async () => {
  const { page } = await browser.tab(`${site.url}/Search?q=zemmiball`);
  await untilModuleRan(page, 'search');
  const before = await titles(page);
  const mark = () => page.evaluate(() => (document.body.dataset.kept = 'yes'));
  const more = page.getByRole('link', { name: 'Show more' });
  // What cannot be fetched is opened as any link is.
  await page.route('**/*page=2', (route) =>
    route.request().resourceType() === 'fetch' ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await mark();
  await more.click();
  await page.waitForFunction(() => document.body.dataset.kept === undefined);
  await page.unroute('**/*page=2');
  await page.goto(`${site.url}/Search?q=zemmiball`);
  await untilModuleRan(page, 'search');
  await mark();
  expect(await keysLeft(more)).toBe('ctrlKey metaKey shiftKey');
  await more.click();
  await page.waitForURL('**/Search?q=zemmiball&page=2#result-21');
  await page.locator('#result-25').waitFor();
  expect((await titles(page)).slice(0, before.length)).toEqual(before);
  await page.locator('#result-21 :focus').waitFor();
  expect(await page.evaluate(() => document.body.dataset.kept)).toBe('yes');
});

describe('results follow what is typed', () => {
  test('as the server shows them, with address, title and caret; one request follows a pause, and an earlier one is aborted', async () => {
    const { page } = await browser.tab(`${site.url}/Search?q=zemmiball`, { width: 360 });
    const before = await page.evaluate(() => history.length);
    await field(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.type(' pavilion');
    await page.getByText('One result for “zemmiball pavilion”').waitFor(SOON);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await page.waitForURL('**/Search?q=zemmiball+pavilon');
    expect(await titles(page)).toEqual([NEWS.title]);
    expect(await page.title()).toContain('zemmiball pavilon | Search');
    expect(
      await field(page).evaluate((input: HTMLInputElement) => [
        document.activeElement === input,
        input.selectionStart,
      ]),
    ).toEqual([true, 'zemmiball pavil'.length]);
    expect(await page.evaluate(() => history.length)).toBe(before);

    const followed = await page.locator('[data-search-part]').allInnerTexts();
    await page.reload();
    expect(await page.locator('[data-search-part]').allInnerTexts()).toEqual(followed);

    const queries: string[] = [];
    // Scripts and pictures of the page may be requested late.
    page.on('request', (request) =>
      queries.push(...new URL(request.url()).searchParams.getAll('q')),
    );
    const { release } = await holdRequest(page, '**/Search?q=ground');
    const first = page.waitForRequest('**/Search?q=ground');
    const aborted = page.waitForEvent('requestfailed');
    await field(page).evaluate((input: HTMLInputElement) => {
      for (const text of ['g', 'grou', 'ground']) {
        input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    await first;
    const busy = () =>
      page.locator('[data-search-part]').evaluateAll((parts) => parts.map((part) => part.ariaBusy));
    expect(new Set(await busy())).toEqual(new Set(['true']));
    await field(page).fill('zigzag');
    expect((await aborted).url()).toContain('q=ground');
    await release();
    await page.getByText('24 results for “zigzag”').waitFor(SOON);
    expect(queries).toEqual(['ground', 'zigzag']);
    await expect.poll(async () => new Set(await busy())).toEqual(new Set(['false']));
  });

  test('the summary stays the same live region, also for what was typed before the script came', async () => {
    const { page } = await browser.tab(`${site.url}/robots.txt`);
    const { release } = await holdRequest(page, '**/assets/search-*');
    await page.goto(`${site.url}/Search`, { waitUntil: 'domcontentloaded' });
    const status = await page.locator('output.search-summary').elementHandle();
    await field(page).pressSequentially('zigzag');
    await release();
    await page.getByText('24 results for “zigzag”').waitFor(SOON);
    expect(await status.evaluate((output) => [output.isConnected, output.textContent])).toEqual([
      true,
      '24 results for “zigzag”',
    ]);
    await field(page).fill('');
    await page.waitForURL('**/Search');
    expect(await page.getByRole('navigation', { name: 'Other pages to try' }).count()).toBe(1);
  });

  test('Enter opens the page at once; a visitor who saves data has only that', async () => {
    const connection = { saveData: true };
    const { page } = await browser.tab(`${site.url}/Search`, { connection });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.resourceType()} ${request.url()}`));
    await field(page).pressSequentially('zigzag');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/Search?q=zigzag');
    expect(requests.filter((request) => request.includes('/Search'))).toEqual([
      `document ${site.url}/Search?q=zigzag`,
    ]);
  });

  test('the focus stays in the results or goes to the field; without a network results go, and the same words are tried again', async () => {
    // The map of the footer is not loaded either.
    const { page, context } = await browser.tab(`${site.url}/Search?q=zemmiball`, {
      expects: /\/assets\/|dynamically imported/,
    });
    await untilModuleRan(page, 'search');
    const link = (name: string) => page.locator('.search-hits a', { hasText: name });
    for (const [text, name, next] of [
      ['zemmiball pavilion', NEWS.title, NEWS.title],
      ['zigzag', NEWS.title, ''],
    ] as const) {
      const { release } = await holdRequest(page, '**/Search?q=*');
      const requested = page.waitForRequest('**/Search?q=*');
      await field(page).fill(text);
      await requested;
      await link(name).focus();
      await release();
      await page.waitForURL(`**/Search?${new URLSearchParams({ q: text }).toString()}`);
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      await expect.poll(focused).toBe(next);
      expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
      await page.unrouteAll();
    }

    await context.setOffline(true);
    await field(page).fill('zemmiball pavilion');
    await page.getByText('The results could not be loaded. Please try again.').waitFor();
    expect(await titles(page)).toEqual([]);
    await context.setOffline(false);
    await field(page).fill('zigzag');
    await page.getByText('24 results for “zigzag”').waitFor(SOON);
  });
});
