// What a visitor waits for on 3G with a slow processor: first and second visit, and without a network.
import { openBrowser } from './audit/states.mjs';
import { median, startSite } from './processes.mjs';
import { startSlowNetwork, THIRD_GENERATION } from './slow-network.mjs';

const SLOWDOWN = 6;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
export const TIMEOUT_MS = 120_000;

const KINDS = [
  { kind: 'home', path: () => '/HomeFr', act: openMenu },
  { kind: 'list', path: () => '/Events', act: typeInFilter },
  { kind: 'form', path: () => '/Career', act: sendTooLittle },
  { kind: 'record', path: newestAlbum, act: openPhoto },
];

export async function benchVisits() {
  const site = await startSite({ SERVICE_WORKER: 'on' });
  const network = await startSlowNetwork(site.port, THIRD_GENERATION);
  const browser = await openBrowser();
  const { roundTripMs, down } = THIRD_GENERATION;
  try {
    console.log(
      `\n## Visits at 360 px, processor slowed ${SLOWDOWN} times, ${roundTripMs} ms and ${(down * 8) / 1e6} Mbit/s; medians of ${ROUNDS}\n`,
    );
    console.log(
      '| page | visit | first paint, ms | largest paint | interaction | layout shift |\n|---|---|---|---|---|---|',
    );
    for (const { kind, path, act } of KINDS) {
      const address = await path(site.port);
      // Makes the pictures in this phone's sizes.
      await visits(address, act, `http://localhost:${site.port}`);
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

  async function visits(path, act, baseURL = network.url) {
    network.restore();
    const context = await browser.newContext({
      baseURL,
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    });
    context.setDefaultTimeout(TIMEOUT_MS);
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

async function visit(context, path, act) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.goto(path, { waitUntil: 'load', timeout: TIMEOUT_MS });
  await untilWorkerReady(page);
  await untilQuiet(page);
  await act(page);
  const found = await page.evaluate(() => globalThis.found);
  await page.close();
  return found;
}

export function observe() {
  const found = { firstPaint: 0, largest: 0, interaction: 0, shift: 0 };
  const watch = (type, take, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') found.firstPaint = startTime;
  });
  watch('largest-contentful-paint', ({ startTime, element }) => {
    // A dialog opens later by design.
    if (!element?.closest('dialog')) found.largest = startTime;
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
  globalThis.found = found;
}

async function untilWorkerReady(page) {
  await page.evaluate(() =>
    Promise.race([
      navigator.serviceWorker.ready,
      new Promise((resolve) => setTimeout(resolve, 10_000)),
    ]),
  );
}

/** Waits until nothing was fetched for a second, also by the service worker. */
export async function untilQuiet(page) {
  await page.evaluate(async () => {
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
  const middle = (pick, digits = 0) => median(visits.map(pick)).toFixed(digits);
  console.log(
    `${start} | ${middle(({ firstPaint }) => firstPaint)} | ${middle(({ largest }) => largest)} | ${middle(({ interaction }) => interaction)} | ${middle(({ shift }) => shift, 3)} |`,
  );
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

async function newestAlbum(port) {
  const html = await (await fetch(`http://127.0.0.1:${port}/Gallery`)).text();
  const path = /(?<=href=")\/SubGallery\?id=[^"]+/.exec(html)?.[0];
  if (path === undefined) throw new Error('the gallery has no album');
  return path;
}
