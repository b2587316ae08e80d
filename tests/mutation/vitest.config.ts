import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** The tests of each folder: those that need no browser, and import what they test. */
const TESTS = JSON.parse(readFileSync('tests/mutation/folders.json', 'utf8')) as Record<
  string,
  readonly string[]
>;

export default defineConfig({
  test: {
    include: (TESTS[process.env['MUTATED_FOLDER'] ?? 'shared'] ?? []).map(
      (name) => `tests/${name}.test.ts`,
    ),
    // Loading the server costs more than most files.
    isolate: false,
    // The same values each time, and half of them.
    env: { PROPERTY_FACTOR: '0.5' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
