import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

type Area = { mutate: readonly string[]; tests: readonly string[] };

/** What is mutated together, and the tests of it: those that need no browser. */
const AREAS = JSON.parse(readFileSync('tests/mutation/areas.json', 'utf8')) as Record<string, Area>;

const { tests } = AREAS[process.env['MUTATED_AREA'] ?? 'shared'] ?? { tests: [] };

export default defineConfig({
  test: {
    include: tests.map((name) => `tests/${name}.test.ts`),
    // Loading the server costs more than most files.
    isolate: false,
    // The same values each time, and half of them.
    env: { PROPERTY_FACTOR: '0.5' },
    // What a mutant keeps from happening is waited for in vain: no longer than an unchanged site may take.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
