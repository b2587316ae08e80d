import { defineConfig } from 'vitest/config';
import { mayHaveChromium } from './tests/support/chromium.ts';
import { SOON } from './tests/support/soon.ts';
import { BrowserFirst } from './tests/support/browser-first.ts';

const BUILD = 'tests/support/build-setup.ts';
const CHROMIUM = 'tests/support/browser-setup.ts';

/** A project of its folder's name. */
function project(
  name: 'unit' | 'http' | 'browser' | 'slow',
  options: { isolate: boolean; globalSetup: string[]; exclude?: string[] },
) {
  return {
    test: {
      name,
      include: [`tests/${name}/**/*.test.{ts,tsx}`],
      // One limit for all, for what hangs: a busy machine is slow, not wrong. What a test waits for ends before.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: SOON },
      ...options,
    },
  };
}

// Loading the server costs more than most files of tests: each worker does it once, where `isolate` is off.
const unit = project('unit', { isolate: false, globalSetup: [BUILD] });
const http = project('http', { isolate: false, globalSetup: [BUILD] });
const browser = project('browser', { isolate: false, globalSetup: [BUILD, CHROMIUM] });
const slow = project('slow', { isolate: true, globalSetup: [BUILD, CHROMIUM] });
const slowWithoutBrowser = project('slow', {
  isolate: true,
  globalSetup: [BUILD],
  exclude: ['tests/slow/browser/**'],
});

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/summary-reporter.ts'],
    maxWorkers: 2,
    sequence: { sequencer: BrowserFirst },
    projects: mayHaveChromium() ? [unit, http, browser, slow] : [unit, http, slowWithoutBrowser],
  },
});
