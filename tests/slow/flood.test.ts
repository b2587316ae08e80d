import { setTimeout } from 'node:timers/promises';
import { Client } from 'undici';
import { expect, test } from 'vitest';
import { PATIENCE } from '../support/effort.ts';
import { startProcess } from '../support/process.ts';

const CONNECTIONS = 50;
/** A busy machine delays some of few. */
const PROBES = 60;
const REJECTED_PAUSE_MS = 20;

/** Requests one page after the other until `isOver`, on a connection of its own. */
async function flood(url: string, isOver: () => boolean, pathOf: () => string): Promise<void> {
  const client = new Client(url);
  while (!isOver()) {
    const { statusCode, body } = await client.request({ method: 'GET', path: pathOf() });
    await body.dump();
    // This process also measures.
    if (statusCode === 503) await setTimeout(REJECTED_PAUSE_MS);
  }
  await client.close();
}

let random = 0;

test.each([
  ['searches', () => `/Search?q=fee${(random += 1)}`],
  ['addresses without a page', () => `/nothing-${(random += 1)}`],
  ['filtered lists', () => `/Events?q=day${(random += 1)}`],
])('P3: cached pages and health take less than 100 ms in a flood of %s', async (_what, pathOf) => {
  const site = await startProcess();
  const prewarmed = () => site.lines.filter(({ event }) => event === 'pages-prewarmed');
  await expect.poll(() => prewarmed().length).toBe(2);
  let isOver = false;
  const floods = Array.from({ length: CONNECTIONS }, () => flood(site.url, () => isOver, pathOf));
  const durations: number[] = [];
  while (durations.length < PROBES) {
    for (const path of ['/healthz', '/HomeFr']) {
      const sentAt = performance.now();
      const response = await fetch(site.url + path);
      await response.arrayBuffer();
      durations.push(performance.now() - sentAt);
    }
    await setTimeout(20);
  }
  isOver = true;
  await Promise.all(floods);
  durations.sort((a, b) => a - b);
  // The slowest tenth is noise of the machine.
  expect(durations[Math.floor(durations.length * 0.9)]).toBeLessThan(100 * PATIENCE);
});
