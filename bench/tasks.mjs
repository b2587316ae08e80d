// What parents and applicants come for, done by a script on a phone of 360 px: bench/visitor-tasks.ts, in taps and seconds.
import { resolve } from 'node:path';
import esbuild from 'esbuild';
import { chromium } from 'playwright-core';
import { serverOptions } from '../server/build/bundle-server.mjs';
import { startSite } from './processes.mjs';

const OUTPUT = 'dist/bench/visitor-tasks.mjs';
const CAMPUSES = ['FARRUKHABAD', 'NEKPUR'];
/** How much slower than this machine the phone's processor is made. */
const SLOWDOWN = 4;
/** A slow mobile network, as Lighthouse has it: bytes per second and milliseconds. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 768_000 / 8,
};

/** A step that takes longer is not reached. */
const MOST_MS = 120_000;

/** Prints a line for each task; each begins with an empty cache. */
export async function benchTasks() {
  await esbuild.build({
    ...serverOptions(),
    entryPoints: ['bench/visitor-tasks.ts'],
    outfile: OUTPUT,
  });
  const { perform, startPath, TASKS } = await import(resolve(OUTPUT));
  const site = await startSite();
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });

  async function run(task, campus, javaScriptEnabled) {
    const context = await browser.newContext({
      javaScriptEnabled,
      baseURL: `http://127.0.0.1:${site.port}`,
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
    });
    context.setDefaultTimeout(MOST_MS);
    const page = await context.newPage();
    await page.goto(startPath(campus));
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    try {
      return await perform(task, { page, campus, now: new Date() });
    } finally {
      await context.close();
    }
  }

  try {
    console.log(
      `\n## Tasks at 360 px from ${CAMPUSES.map(startPath).join(' and ')}, processor slowed ${SLOWDOWN} times, ${NETWORK.latency} ms and 1.6 Mbit/s\n\nFilling in a field is no tap, sending a form is one; seconds are the site's and the script's, without anybody's reading.\n`,
    );
    console.log('| task | campus | JavaScript | taps | searches | seconds | reached |');
    console.log('|---|---|---|---|---|---|---|');
    for (const task of TASKS)
      for (const campus of CAMPUSES)
        for (const javaScript of [true, false]) {
          const { taps, searches, seconds, got } = await run(task, campus, javaScript);
          console.log(
            `| ${task.name} | ${campus} | ${javaScript ? 'on' : 'off'} | ${taps} | ${searches} | ${seconds.toFixed(1)} | ${got} |`,
          );
        }
  } finally {
    await browser.close();
    await site.stop();
  }
}
