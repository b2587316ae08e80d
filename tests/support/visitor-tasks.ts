import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { campusPath, type Campus } from '../../shared/campuses.ts';
import { dayInIndia, type Day } from '../../shared/dates.ts';

/** A visitor of the sample's site, who counts what it takes to get somewhere. */
type Visitor = {
  page: Page;
  campus: Campus;
  /** The day of the site. */
  now: Date;
};

/** What a task took, and what the visitor had in the end. */
export type Outcome = { taps: number; searches: number; got: string };

/** Filling in the fields of a form is no tap; sending it is one. */
type Steps = Visitor & {
  tap: (target: Locator, options?: { trial: boolean }) => Promise<void>;
  /** Taps what leads to another page, and waits for that. */
  follow: (target: Locator) => Promise<void>;
  /** Opens the search from where the visitor is and has it look for words: one tap, and one search. */
  search: (words: string) => Promise<void>;
};

export type Task = {
  name: string;
  /** Returns what the visitor found; throws where it is not the target. */
  run: (steps: Steps) => Promise<string>;
};

/** Of a list of events or news. */
const CARDS = 'main article';
/** A visitor goes on before the last picture has come. */
const COMMITTED = { waitUntil: 'commit' } as const;
const DAY_MS = 86_400_000;
/** What parents come for; each begins on a page inside the site. */
export const TASKS: readonly Task[] = [
  { name: 'fee document', run: findFeeDocument },
  { name: 'bus document', run: findBusDocument },
  { name: 'next event', run: openNextEvent },
  { name: 'add it to a calendar', run: addNextEvent },
  { name: "last year's annual day photos", run: findAnnualDay },
  { name: 'phone of the office', run: callOffice },
  { name: 'notice of three months ago', run: findOldNotice },
];

/** The page on which every task begins. */
export const startPath = (campus: Campus): string => campusPath(campus, 'Vision');

/** Does a task from where the visitor is, and tells what it took. @throws when its end is not reached. */
export async function perform(task: Task, visitor: Visitor): Promise<Outcome> {
  const { page } = visitor;
  const outcome = { taps: 0, searches: 0 };
  async function tap(target: Locator, options = { trial: false }): Promise<void> {
    outcome.taps += 1;
    await target.tap(options);
  }
  async function follow(target: Locator): Promise<void> {
    const before = page.url();
    await Promise.all([page.waitForURL((url) => url.href !== before, COMMITTED), tap(target)]);
  }
  async function search(words: string): Promise<void> {
    await follow(await shortcut({ page, tap }, 'Search'));
    outcome.searches += 1;
    await page.waitForLoadState('domcontentloaded');
    const box = page.getByRole('main').getByRole('searchbox');
    await box.fill(words);
    // The address alone is no proof: typing may change it before Enter.
    await Promise.all([page.waitForEvent('domcontentloaded'), box.press('Enter')]);
  }
  // A PDF or a message of the task before has opened a tab; Chromium draws no frames of a hidden one.
  await page.bringToFront();
  const got = await task.run({ ...visitor, tap, follow, search });
  return { ...outcome, got };
}

/** On a phone all but the search are in the menu, which is a tap more. */
async function shortcut(
  { page, tap }: Pick<Steps, 'page' | 'tap'>,
  name: string,
): Promise<Locator> {
  const inStrip = page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name });
  if (await inStrip.isVisible()) return inStrip;
  await tap(page.getByRole('button', { name: 'Menu' }));
  return page.locator('.menu-ways').getByRole('link', { name });
}

function assert(isTrue: boolean, what: string): asserts isTrue {
  if (!isTrue) throw new Error(what);
}

async function headingOf(page: Page): Promise<string> {
  return (await page.getByRole('heading', { level: 1 }).innerText()).trim();
}

/** Taps a link to a file that opens in another tab, and reads what it brings there. */
async function openPdf({ page, tap }: Steps, link: Locator): Promise<string> {
  const opened = page
    .context()
    .waitForEvent('request', (request) => request.url().includes('.pdf'));
  await tap(link);
  const url = (await opened).url();
  const { pathname } = new URL(url);
  const response = await page.request.get(url);
  const bytes = await response.body();
  assert(response.ok() && bytes.subarray(0, 5).toString() === '%PDF-', `${pathname} is no PDF`);
  return pathname;
}

async function findFeeDocument(steps: Steps): Promise<string> {
  const { page, tap } = steps;
  await tap(page.getByRole('button', { name: 'Menu' }));
  await tap(page.getByRole('button', { name: 'Mandatory Disclosure' }).first());
  return openPdf(steps, page.getByRole('link', { name: /^Fee Structure/ }).first());
}

async function findBusDocument(steps: Steps): Promise<string> {
  const { page, campus, follow, search } = steps;
  await search('bus route');
  await follow(hits(page, campusPath(campus, 'News/')).filter({ hasText: 'Stops' }).first());
  return openPdf(steps, page.getByRole('link', { name: /^View Attachment/ }));
}

/** Results of the search whose address begins in this way. */
function hits(page: Page, path: string): Locator {
  return page.locator(`.search-hits h2 a[href^="${path}"]`);
}

/** Opens the next event, and returns its name. */
async function openNextEvent({ page, tap, follow, now }: Steps): Promise<string> {
  await follow(await shortcut({ page, tap }, 'Events'));
  const card = page.locator(CARDS).first();
  const name = await card.getByRole('heading').innerText();
  await follow(card.getByRole('heading').getByRole('link'));
  const day = await page.locator('main .record time').first().getAttribute('datetime');
  assert((await headingOf(page)) === name.trim(), `not the page of ${name}`);
  assert(day !== null && day >= dayInIndia(now), `${name} was on ${day}`);
  return name.trim();
}

async function addNextEvent(steps: Steps): Promise<string> {
  const { page, tap } = steps;
  const name = await openNextEvent(steps);
  const download = page.waitForEvent('download');
  await tap(page.getByRole('link', { name: /^Add to calendar/ }));
  const file = await download;
  const calendar = (await text(await file.createReadStream())).replaceAll('\r\n ', '');
  const summary = /^SUMMARY:(.*)\r$/m.exec(calendar)?.[1]?.replaceAll('\\', '');
  assert(summary === name && /^DTSTART/m.test(calendar), `the calendar is of ${summary}`);
  return name;
}

async function findAnnualDay({ page, campus, now, follow, search }: Steps): Promise<string> {
  const lastYear = String(Number(dayInIndia(now).slice(0, 4)) - 1);
  await search('annual day');
  const albums = page.locator('.search-hits li').filter({
    has: page.locator(`h2 a[href^="${campusPath(campus, 'Gallery/')}"]`),
  });
  await follow(albums.filter({ hasText: lastYear }).getByRole('heading').getByRole('link').first());
  const photo = page.locator('main img').first();
  await photo.scrollIntoViewIfNeeded();
  await photo.evaluate((image) => (image as HTMLImageElement).decode());
  const name = await headingOf(page);
  assert(/annual day/i.test(name), `the album is ${name}`);
  return `${name}, ${await page.locator('main a:has(img)').count()} photos`;
}

async function callOffice({ page, tap }: Steps): Promise<string> {
  const call = await shortcut({ page, tap }, 'Call the office');
  const href = await call.getAttribute('href');
  // Without a dialler Chromium shows a dialog that takes all later input.
  await tap(call, { trial: true });
  assert(href !== null && /^tel:\+\d{10,}$/.test(href), `the link leads to ${href}`);
  return href;
}

async function findOldNotice({ page, now, tap, follow }: Steps): Promise<string> {
  await follow(await shortcut({ page, tap }, 'News'));
  let day = await dayOfOldCard(page, now);
  if (day === undefined) {
    await follow(page.getByRole('main').getByRole('link', { name: /^News of \d{4}$/ }));
    day = await dayOfOldCard(page, now);
  }
  assert(day !== undefined, 'no notice is of three months ago');
  const card = page.locator(CARDS).filter({ has: page.locator(`time[datetime="${day}"]`) });
  const name = await card.getByRole('heading').first().innerText();
  await follow(card.getByRole('heading').first().getByRole('link'));
  assert((await headingOf(page)) === name.trim(), `not the page of ${name}`);
  return name;
}

/** The day of a card that is of between eleven and fifteen weeks ago. */
async function dayOfOldCard(page: Page, now: Date): Promise<Day | undefined> {
  // The list may still be loading.
  await page.waitForLoadState('domcontentloaded');
  const daysAgo = (days: number) => dayInIndia(new Date(now.getTime() - days * DAY_MS));
  const days = await page
    .locator(CARDS)
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
  return days.find((day) => day >= daysAgo(105) && day <= daysAgo(75));
}
