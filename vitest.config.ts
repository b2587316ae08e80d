import { defineConfig } from 'vitest/config';
import { hasChromium } from './tests/support/chromium.ts';
import { IS_THOROUGH, PATIENCE, SOON } from './tests/support/effort.ts';
import { BrowserFirst } from './tests/support/browser-first.ts';

// React as it is deployed: its other build takes four times as long for a page.
process.env['NODE_ENV'] = 'production';

const FOLDER = 'tests/support/folder-setup.ts';
const BUILD = 'tests/support/build-setup.ts';

const HAS_CHROMIUM = hasChromium();

/** The file that receives the results as JSON (.ci/results.mjs). */
const RESULTS = process.env['TEST_RESULTS'] ?? '';

/** How long one test of a project, and one hook, may take: for tests that hang, also on a busy machine. */
const CEILINGS = {
  unit: { testSeconds: 20, hookSeconds: 30 },
  site: { testSeconds: 90, hookSeconds: 90 },
  slow: { testSeconds: IS_THOROUGH ? 2_400 : 240, hookSeconds: 240 },
};

type ProjectOptions = { folders: string[]; isolate: boolean; globalSetup: string[] };

/** @param folders of tests/. */
function project(name: keyof typeof CEILINGS, { folders, ...options }: ProjectOptions) {
  const { testSeconds, hookSeconds } = CEILINGS[name];
  const testTimeout = testSeconds * 1_000 * PATIENCE;
  return {
    test: {
      name,
      include: folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`),
      exclude: HAS_CHROMIUM ? [] : ['tests/**/browser/**'],
      testTimeout,
      // With Node's own 16 MiB for young objects a fifteenth of the time goes into collecting them.
      execArgv: ['--max-semi-space-size=64'],
      hookTimeout: hookSeconds * 1_000 * PATIENCE,
      // Below the ceiling, so that a failure names what was expected.
      expect: { poll: { timeout: Math.min(testTimeout * 0.8, SOON.timeout) } },
      ...options,
    },
  };
}

// `isolate: false`: each worker loads the server once, which takes longer than most files of tests.
const unit = project('unit', { folders: ['unit'], isolate: false, globalSetup: [FOLDER] });
// One project, as each has workers of its own, which would load the server again.
const site = project('site', {
  folders: ['http', 'browser'],
  isolate: false,
  globalSetup: [FOLDER, BUILD],
});
const slow = project('slow', { folders: ['slow'], isolate: true, globalSetup: [FOLDER, BUILD] });

export default defineConfig({
  test: {
    reporters: ['default', ...(RESULTS === '' ? [] : ['json'])],
    outputFile: { json: RESULTS },
    maxWorkers: 2,
    // So that a failure shows what a page's console held.
    chaiConfig: { truncateThreshold: 600 },
    sequence: { sequencer: BrowserFirst },
    projects: [unit, site, slow],
  },
});
