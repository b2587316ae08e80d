// What a visitor waits for on 3G with a slow processor: first and second visit, and without a network.
import { chromium } from 'playwright-core';
import { median, startSite } from './processes.mjs';
import { startSlowNetwork, THIRD_GENERATION } from './slow-network.mjs';

/** How much slower than this machine the phone's processor is made. */
const SLOWDOWN = 6;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** A page that takes longer is not reached, in milliseconds. */
const MOST_MS = 120_000;

/** A page of each kind, and what a visitor does on it. */
const KINDS = [
  { kind: 'home', path: () => '/HomeFr', act: openMenu },
  { kind: 'list', path: () => '/Events', act: typeInFilter },
  { kind: 'form', path: () => '/Career', act: sendTooLittle },
  { kind: 'record', path: newestAlbum, act: openPhoto },
];

/** Prints a line for each kind of page and visit. */
export async function benchVisits() {
  const site = await startSite({ SERVICE_WORKER: 'on' });
  const network = await startSlowNetwork(site.port, THIRD_GENERATION);
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const { roundTripMs, down } = THIRD_GENERATION;
  try {
    console.log(
      `\n## Visits at 360 px, processor slowed ${SLOWDOWN} times, ${roundTripMs} ms and ${(down * 8) / 1e6} Mbit/s; medians of ${ROUNDS}\n`,
    );
    console.log(
      'The floor: one round trip to connect, one for the page, one for its styles or largest picture where they are fetched, and the bytes of these three. The processor takes none of it.\n',
    );
    console.log(
      '| page | visit | floor, ms | first paint | largest paint, ms | / floor | largest is | interaction, ms | layout shift: coming | after the interaction |',
    );
    console.log('|---|---|---|---|---|---|---|---|---|---|');
    for (const { kind, path, act } of KINDS) {
      const address = await path(site.port);
      // Somebody has come before: pictures have been made in this phone's sizes.
      await network.wide(() => visits(address, act));
      const rounds = [];
      while (rounds.length < ROUNDS) rounds.push(await visits(address, act));
      for (const time of ['first', 'second', 'offline'])
        printRow(
          `| ${kind} | ${time}`,
          rounds.map((round) => round[time]),
        );
    }
  } finally {
    await browser.close();
    await network.close();
    await site.stop();
  }

  async function visits(path, act) {
    network.restore();
    const context = await browser.newContext({
      baseURL: network.url,
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    });
    context.setDefaultTimeout(MOST_MS);
    await context.addInitScript(observe);
    try {
      const first = await visit(context, path, act);
      network.restore();
      const second = await visit(context, path, act);
      network.cut();
      const offline = await visit(context, path, act);
      return { first, second, offline };
    } finally {
      await context.close();
    }
  }
}

/** Opens a page in a tab of its own, does what there is to do, and tells what was waited for. */
async function visit(context, path, act) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.goto(path, { waitUntil: 'load', timeout: MOST_MS });
  await untilQuiet(page);
  const paints = await page.evaluate(() => globalThis.seen());
  await act(page);
  const after = await page.evaluate(() => globalThis.seen());
  await page.close();
  return { ...paints, interaction: after.interaction, shiftAfter: after.shift - paints.shift };
}

/** Runs in the page before its own scripts: what the browser tells of itself. */
function observe() {
  const found = { largest: 0, element: '', picture: '', interaction: 0, shift: 0 };
  const watch = (type, take, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    });
  watch('largest-contentful-paint', ({ startTime, element, url }) => {
    // What opens over the page comes later by design.
    if (element?.closest('dialog')) return;
    found.largest = startTime;
    found.element = element?.localName ?? '';
    found.picture = url;
  });
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) found.shift += value;
  });
  watch(
    'event',
    ({ interactionId, duration }) => {
      if (interactionId > 0) found.interaction = Math.max(found.interaction, duration);
    },
    { durationThreshold: 16 },
  );
  globalThis.seen = () => {
    const [page] = performance.getEntriesByType('navigation');
    const fetched = performance
      .getEntriesByType('resource')
      .filter(
        ({ name, initiatorType, transferSize }) =>
          transferSize > 0 &&
          (name === found.picture || (initiatorType === 'link' && name.endsWith('.css'))),
      );
    const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return {
      ...found,
      firstPaint,
      pageBytes: page.transferSize,
      moreBytes: fetched.reduce((sum, { transferSize }) => sum + transferSize, 0),
    };
  };
}

/** Waits until nothing has been fetched for a second: the service worker keeps what it will keep. */
async function untilQuiet(page) {
  await page.evaluate(async () => {
    await Promise.race([
      navigator.serviceWorker.ready,
      new Promise((resolve) => setTimeout(resolve, 10_000)),
    ]);
    await new Promise((resolve) => {
      let timer = setTimeout(resolve, 1_000);
      new PerformanceObserver(() => {
        clearTimeout(timer);
        timer = setTimeout(resolve, 1_000);
      }).observe({ type: 'resource' });
    });
  });
}

function printRow(start, visits) {
  const middle = (pick) => median(visits.map(pick));
  const floor = middle(floorMs);
  const largest = middle(({ largest: at }) => at);
  const ratio = floor === 0 ? '' : (largest / floor).toFixed(2);
  const [{ element }] = visits;
  console.log(
    `${start} | ${Math.round(floor)} | ${Math.round(middle(({ firstPaint }) => firstPaint))} | ${Math.round(largest)} | ${ratio} | ${element} | ${Math.round(middle(({ interaction }) => interaction))} | ${middle(({ shift }) => shift).toFixed(3)} | ${middle(({ shiftAfter }) => shiftAfter).toFixed(3)} |`,
  );
}

function floorMs({ pageBytes, moreBytes }) {
  const { roundTripMs, down } = THIRD_GENERATION;
  if (pageBytes === 0) return 0;
  const roundTrips = moreBytes > 0 ? 3 : 2;
  return roundTrips * roundTripMs + ((pageBytes + moreBytes) / down) * 1_000;
}

async function openMenu(page) {
  const popup = page.locator('dialog.popup[open]');
  while (await popup.isVisible()) await popup.getByRole('button', { name: 'Close' }).tap();
  await page.locator('.menu-button').tap();
  await page.locator('#menu a:visible').first().waitFor();
}

async function typeInFilter(page) {
  const box = page.getByPlaceholder('Search Here..');
  await box.tap();
  await box.pressSequentially('day', { delay: 150 });
  await page.waitForTimeout(1_000);
}

/** Whoever sends a form has filled in something of it. */
async function sendTooLittle(page) {
  const first = page.getByRole('main').getByRole('textbox').first();
  await first.tap();
  await first.pressSequentially('Asha', { delay: 150 });
  await page.locator('main form button[type=submit]').tap();
  await page.locator('[aria-invalid=true]').first().waitFor();
}

async function openPhoto(page) {
  await page.locator('.photos a').first().tap();
  await page.locator('.pswp--open').waitFor();
}

/** The address of the newest album. */
async function newestAlbum(port) {
  const html = await (await fetch(`http://127.0.0.1:${port}/Gallery`)).text();
  const path = /(?<=href=")\/SubGallery\?id=[^"]+/.exec(html)?.[0];
  if (path === undefined) throw new Error('the gallery has no album');
  return path;
}
