import { readFileSync } from 'node:fs';

/** The area of areas.json that is mutated, as run.mjs names it. */
const area = process.env['MUTATED_AREA'] ?? 'shared';
const { mutate } = JSON.parse(readFileSync('tests/mutation/areas.json', 'utf8'))[area];

const output = `coverage/mutation/${area}`;

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // Processes, as threads cannot change their time zone.
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false, pool: 'forks' },
  mutate,
  ignorePatterns: ['coverage', 'data', 'dist-dev'],
  // The sandbox is within the checkout: nothing in tsconfig.json has to be rewritten.
  tsconfigFile: 'none.json',
  concurrency: 1,
  timeoutMS: 15_000,
  thresholds: { high: 95, low: 85, break: 85 },
  incremental: true,
  incrementalFile: `${output}.json`,
  tempDirName: `${output}-sandbox`,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: `${output}-report.json` },
  clearTextReporter: { allowColor: false, logTests: false },
};
