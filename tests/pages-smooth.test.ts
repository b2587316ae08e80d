import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { startSite, type TestSite } from './harness/site.ts';

const ITEMS = 2_000;
/** Found in every title with a "Day" and a number that begins with 1. */
const TEXT = 'day 1';
const MATCHING = Array.from({ length: ITEMS }, (_, index) => index).filter(
  (index) => index % 4 < 2 && String(index).startsWith('1'),
).length;
/** Longest frame that still feels immediate, in milliseconds. */
const LONGEST_FRAME_MS = 50;
/** How much slower than this machine the page's processor is made: a phone. */
const SLOWDOWN = 4;
/** Pause between two keys of a quick typist, in milliseconds. */
const KEY_DELAY_MS = 120;
/** Other work of this machine lengthens tasks at random; the page itself does so in every round. */
const ROUNDS = 8;

let browser: TestBrowser;
let site: TestSite;

beforeAll(async () => {
  const titles = ['Annual Day', 'Sports Day', 'Science Fair', 'Parent Meeting'];
  const events = Array.from({ length: ITEMS }, (_, index) => ({
    _id: `e${index}`,
    school: 'FARRUKHABAD',
    title: `${titles[index % titles.length]} ${index}`,
    description: 'Children show what they have learnt this year, with music and games for all.',
    date: `${2026 - (index % 6)}-${String(1 + (index % 12)).padStart(2, '0')}-05`,
    time: '9:00 AM',
    venue: 'Assembly ground',
    images: index % 5 === 0 ? [] : [`drawings/assembly-${1 + (index % 16)}.jpg`],
    attachments: index % 3 === 0 ? ['files/circular.pdf'] : [],
    url: '',
  }));
  [browser, site] = await Promise.all([
    openBrowser(),
    startSite({ prepare: ({ setList }) => setList('eventsAll', events) }),
  ]);
});

afterAll(async () => {
  await site.close();
  await browser.close();
});

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  args: Record<string, unknown>;
};

/** The longest task of the page's main thread while `run` runs, in milliseconds of its own processor time. */
async function longestTask(session: CDPSession, run: () => Promise<void>): Promise<number> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] },
  });
  await run();
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const mains = events.filter(
    ({ name, args }) => name === 'thread_name' && args['name'] === 'CrRendererMain',
  );
  const threads = new Set(mains.map(threadOf));
  const tasks = events.filter(
    (event) => event.name.endsWith('RunTask') && event.ph === 'X' && threads.has(threadOf(event)),
  );
  expect(tasks.length).toBeGreaterThan(50);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}

function shown(page: Page): Promise<number> {
  return page.locator('.cards:not([hidden]) > article').count();
}

/** Types a text letter by letter until the list has followed, and erases it in the same way. */
async function typeAndErase(page: Page): Promise<void> {
  await page.keyboard.type(TEXT, { delay: KEY_DELAY_MS });
  await counted(page, MATCHING);
  for (const _letter of TEXT) await page.keyboard.press('Backspace', { delay: KEY_DELAY_MS });
  await counted(page, ITEMS);
}

/** Waits for a count of the list, in the page itself: a locator's queries would be tasks of the page too. */
async function counted(page: Page, count: number): Promise<void> {
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const output = document.querySelector('output.filters-count');
        const look = () => {
          if (output?.textContent.endsWith(` ${wanted}`)) resolve();
        };
        if (output) {
          new MutationObserver(look).observe(output, { subtree: true, characterData: true });
        }
        look();
      }),
    count,
  );
}

test(
  'R-108: typing in a list of 2,000 items makes no frame over 50 ms on a processor four times slower',
  { timeout: 180_000 },
  async ({ annotate }) => {
    const { page, context, faults, close } = await browser.visit(`${site.url}/Events?year=All`);
    expect(await shown(page)).toBe(ITEMS);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.getByPlaceholder('Search Here..').focus();
    await counted(page, ITEMS);
    const rounds: number[] = [];
    while (rounds.length < ROUNDS && !rounds.some((frame) => frame <= LONGEST_FRAME_MS)) {
      rounds.push(await longestTask(session, () => typeAndErase(page)));
    }
    await annotate(`longest task by round, in ms: ${rounds.map(Math.round).join(', ')}`);
    expect(Math.min(...rounds)).toBeLessThanOrEqual(LONGEST_FRAME_MS);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.getByPlaceholder('Search Here..').fill(TEXT);
    await expect.poll(() => shown(page)).toBe(MATCHING);
    await page.getByPlaceholder('Search Here..').fill('');
    await expect.poll(() => shown(page), { timeout: 30_000 }).toBe(ITEMS);
    expect(faults).toEqual([]);
    await close();
  },
);
