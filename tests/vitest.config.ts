import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { mayHaveChromium } from './harness/chromium.ts';

/** Tests that open a browser import its harness; nothing else decides which project a file is in. */
const browserTests = readdirSync('tests')
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => readFileSync(`tests/${file}`, 'utf8').includes('/harness/browser'))
  .map((file) => `tests/${file}`);

const shared = {
  // One generous limit: a busy machine is slow, not wrong.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  // A small CI machine stalls now and then; what is broken fails each time.
  retry: process.env['CI'] ? 2 : 0,
};

const fast = {
  test: {
    ...shared,
    name: 'fast',
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: browserTests,
    globalSetup: ['tests/harness/build-setup.ts'],
  },
};

const browser = {
  test: {
    ...shared,
    name: 'browser',
    include: browserTests,
    globalSetup: ['tests/harness/build-setup.ts', 'tests/harness/browser-setup.ts'],
  },
};

export default defineConfig({
  test: {
    reporters: ['default', './tests/harness/summary-reporter.ts'],
    maxWorkers: 2,
    projects: mayHaveChromium() ? [fast, browser] : [fast],
  },
});
