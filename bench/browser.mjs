// Lighthouse (mobile, simulated throttling) for four kinds of page; the package is fetched by npx when first used.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, startSite } from './processes.mjs';

/** The last line of Lighthouse that runs on Node 20. */
const LIGHTHOUSE = 'lighthouse@12';
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const PATHS = ['/Vision', '/HomeFr', '/Events', '/Career'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

export async function benchBrowser() {
  const site = await startSite();
  try {
    console.log(`\n## Lighthouse, mobile, simulated; medians of ${ROUNDS} runs\n`);
    console.log(
      `| page | ${CATEGORIES.join(' | ')} | LCP, ms | layout shift | blocking, ms | bytes |`,
    );
    console.log('|---|---|---|---|---|---|---|---|---|');
    for (const path of PATHS) {
      const runs = Array.from({ length: ROUNDS }, () =>
        runLighthouse(`http://127.0.0.1:${site.port}${path}`, site.dataDir),
      );
      const middle = (pick) => median(runs.map(pick));
      const scores = CATEGORIES.map((name) =>
        Math.round(middle(({ categories }) => categories[name].score) * 100),
      );
      const value = (name, digits) =>
        middle(({ audits }) => audits[name].numericValue).toFixed(digits);
      console.log(
        `| ${path} | ${scores.join(' | ')} | ${value('largest-contentful-paint', 0)} | ${value('cumulative-layout-shift', 3)} | ${value('total-blocking-time', 0)} | ${value('total-byte-weight', 0)} |`,
      );
    }
    console.log('');
  } finally {
    await site.stop();
  }
}

/** Lighthouse's browser fails to start now and then; that is no figure of ours. */
const ATTEMPTS = 3;

function runLighthouse(url, folder, attempts = ATTEMPTS) {
  const output = join(folder, 'lighthouse.json');
  try {
    execFileSync('npx', lighthouseArguments(url, output), {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...process.env, CHROME_PATH: process.env.CHROME_PATH ?? '/usr/bin/chromium' },
    });
  } catch (error) {
    if (attempts === 1) throw error;
    return runLighthouse(url, folder, attempts - 1);
  }
  return JSON.parse(readFileSync(output, 'utf8'));
}

function lighthouseArguments(url, output) {
  return [
    '--yes',
    LIGHTHOUSE,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${output}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking',
  ];
}
