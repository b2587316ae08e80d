import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { mayHaveChromium } from './harness/chromium.ts';
import { SOON } from './harness/soon.ts';
import { WaitingFirst } from './harness/waiting-first.ts';

const testFiles = readdirSync('tests').filter((file) => /\.test\.tsx?$/.test(file));

/** Tests that open a browser import its harness; nothing else decides that they are in `browser`. */
const browserTests = testFiles
  .filter((file) => readFileSync(`tests/${file}`, 'utf8').includes('/harness/browser'))
  .map((file) => `tests/${file}`);

/** Long by design: processes that start and are killed, real deadlines, thousands of requests, all pages of a world. */
const longTests = [
  'cache-folder',
  'database',
  'database-crash',
  'deploy-crash',
  'deploy-nginx',
  'deploy-rolling-restart',
  'deploy-systemd',
  'disk-errors',
  'doctor-machine',
  'forms-uploads',
  'full-disk',
  'http-limits',
  'it-team',
  'memory-cap',
  'node-version',
  'outbox-alerts-database',
  'outbox-crash',
  'outbox-properties',
  'outbox-stores',
  'power-cut',
  'page-faults',
  'process',
  'provider-contract',
  'published-files',
  'random-urls',
  'record-scale',
  'reliability',
  'reliability-process',
  'slow-uploads',
  'standstill',
  'worlds',
  'worlds-forms',
  'worlds-long',
].map((name) => `tests/${name}.test.ts`);

const shared = {
  sequence: { groupOrder: 2 },
  // One limit for all, for what hangs: a busy machine is slow, not wrong. What a test waits for ends before.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: SOON },
  globalSetup: ['tests/harness/build-setup.ts'],
};

const fast = {
  test: {
    ...shared,
    name: 'fast',
    include: ['tests/*.test.{ts,tsx}'],
    exclude: [...browserTests, ...longTests],
    // Loading the server costs more than most files: each process does it once.
    isolate: false,
  },
};

// Ahead of all others. Four at a time end sooner, but what they say of time was wrong once in two runs.
const long = {
  test: {
    ...shared,
    name: 'long',
    include: longTests,
    sequence: { groupOrder: 1 },
  },
};

const browser = {
  test: {
    ...shared,
    name: 'browser',
    include: browserTests,
    globalSetup: [...shared.globalSetup, 'tests/harness/browser-setup.ts'],
    isolate: false,
  },
};

export default defineConfig({
  test: {
    reporters: ['default', './tests/harness/summary-reporter.ts'],
    maxWorkers: 2,
    sequence: { sequencer: WaitingFirst },
    projects: mayHaveChromium() ? [fast, long, browser] : [fast, long],
  },
});
