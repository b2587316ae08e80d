// First visits of pages on a slow phone, beside their HTML alone; `BENCH_BASE=URL` adds another server, in turns.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { openBrowser } from './audit/states.mjs';
import { median, startSite } from './processes.mjs';
import { SLOW_PHONE, slowDown } from './slow-phone.mjs';
import { observe, TIMEOUT_MS, untilQuiet } from './visits.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const OTHER = process.env.BENCH_BASE;

const PATHS = ['/', '/HomeFr', '/Events', '/News', '/Mission', '/hi/HomeFr', '/nekhpur/Home'];
/** The second page, of the same language and campus. */
const SECOND = 'Vision';

export async function benchFirstVisits() {
  // Its fetches would not be slowed down.
  const site = await startSite({ SERVICE_WORKER: 'off' }, '0,1');
  const url = `http://localhost:${site.port}`;
  const floor = await startFloor(url);
  const browser = await openBrowser();
  const servers = [
    ...(OTHER === undefined ? [] : [{ name: 'other', base: OTHER }]),
    { name: 'this', base: url },
    { name: 'HTML alone', base: floor.url },
  ];
  try {
    console.log(
      `\n## First visits at 360 px, ${SLOW_PHONE}; medians of ${ROUNDS}\n\n` +
        '| page | server | first paint, ms | of HTML alone | largest paint, ms | kB | layout shift | second page: first paint, ms |\n|---|---|---|---|---|---|---|---|',
    );
    for (const path of PATHS) await measure(path);
  } finally {
    await browser.close();
    await floor.close();
    await site.stop();
  }

  async function measure(path) {
    const rounds = servers.map(() => []);
    // The round before the first makes the pictures in this phone's sizes.
    for (let round = -1; round < ROUNDS; round += 1) {
      const turns = [...servers.entries()];
      for (const [index, { base }] of round % 2 === 0 ? turns : turns.toReversed()) {
        const found = await visitTwice(base, path);
        if (round >= 0) rounds[index].push(found);
      }
    }
    const least = median(rounds.at(-1).map(({ firstPaint }) => firstPaint));
    for (const [index, { name }] of servers.entries()) {
      const middle = (pick) => median(rounds[index].map(pick));
      const firstPaint = middle((found) => found.firstPaint);
      const figures = [
        firstPaint.toFixed(0),
        (firstPaint / least).toFixed(2),
        middle(({ largest }) => largest).toFixed(0),
        middle(({ bytes }) => bytes / 1_000).toFixed(0),
        middle(({ shift }) => shift).toFixed(3),
        middle(({ second }) => second).toFixed(0),
      ];
      console.log(`| ${path} | ${name} | ${figures.join(' | ')} |`);
    }
  }

  async function visitTwice(base, path) {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    });
    await context.addInitScript(observe);
    try {
      const found = await visit(context, base + path);
      const { firstPaint } = await visit(context, base + path.replace(/[^/]*$/, SECOND));
      return { ...found, second: firstPaint };
    } finally {
      await context.close();
    }
  }
}

async function visit(context, address) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await slowDown(session);
  let bytes = 0;
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(address, { waitUntil: 'load', timeout: TIMEOUT_MS });
  await untilQuiet(page);
  const found = await page.evaluate(() => globalThis.found);
  await page.close();
  return { ...found, bytes };
}

/** Pages of a site without styles, scripts and pictures. */
async function startFloor(base) {
  const server = createServer((request, response) => void sendAlone(base, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${server.address().port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function sendAlone(base, request, response) {
  const page = await fetch(base + request.url);
  const html = (await page.text())
    .replaceAll(/<style>[^]*?<\/style>|<script\b[^]*?<\/script>|<link\b[^>]*>/g, '')
    .replaceAll(/\s(?:src|srcset)="[^"]*"/gi, '');
  response.writeHead(page.status, { 'content-type': 'text/html', 'content-encoding': 'br' });
  response.end(brotliCompressSync(html));
}
