// The longest task of the page's main thread while somebody types in a list of 2,000 events on a slow phone.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import { median, startSite } from './processes.mjs';

const ITEMS = 2_000;
const TEXT = 'day 1';
/** How much slower than this machine the page's processor is made. */
const SLOWDOWN = 4;
/** Pause between two keys of a quick typist, in milliseconds. */
const KEY_DELAY_MS = 120;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);

export async function benchTyping() {
  const provider = createServer((request, response) => {
    const rows = request.url.startsWith('/api/events/All/') ? events() : [];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows));
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const site = await startSite({ PROVIDER_URL: `http://127.0.0.1:${provider.address().port}` });
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(`http://127.0.0.1:${site.port}/Events?year=All`);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.getByPlaceholder('Search Here..').focus();
    const rounds = [];
    // The first round hydrates and compiles.
    await typeAndErase(page);
    while (rounds.length < ROUNDS)
      rounds.push(await longestTask(session, () => typeAndErase(page)));
    console.log(`\n## Typing in a list of ${ITEMS} events, processor slowed ${SLOWDOWN} times\n`);
    console.log(
      `longest task of the main thread in each round, ms of its own processor time: ${rounds.map(Math.round).join(', ')}; median ${Math.round(median(rounds))}\n`,
    );
  } finally {
    await browser.close();
    await site.stop();
    provider.close();
  }
}

function events() {
  const titles = ['Annual Day', 'Sports Day', 'Science Fair', 'Parent Meeting'];
  return Array.from({ length: ITEMS }, (_, index) => ({
    _id: `e${index}`,
    school: 'FARRUKHABAD',
    title: `${titles[index % titles.length]} ${index}`,
    description: 'Children show what they have learnt this year, with music and games for all.',
    date: `${2026 - (index % 6)}-${String(1 + (index % 12)).padStart(2, '0')}-05`,
    time: '9:00 AM',
    venue: 'Assembly ground',
  }));
}

/** Types a text letter by letter until the list has followed, and erases it in the same way. */
async function typeAndErase(page) {
  await page.keyboard.type(TEXT, { delay: KEY_DELAY_MS });
  await settled(page);
  for (const _letter of TEXT) await page.keyboard.press('Backspace', { delay: KEY_DELAY_MS });
  await settled(page);
}

/** Waits, inside the page, until the list has not changed for half a second. */
function settled(page) {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let timer = setTimeout(resolve, 500);
        new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, 500);
        }).observe(document.querySelector('main'), {
          subtree: true,
          childList: true,
          characterData: true,
        });
      }),
  );
}

async function longestTask(session, run) {
  const trace = [];
  const collect = ({ value }) => trace.push(...value);
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
  const mains = new Set(
    trace
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const tasks = trace.filter(
    ({ name, ph, pid, tid }) =>
      name.endsWith('RunTask') && ph === 'X' && mains.has(`${pid}:${tid}`),
  );
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}
