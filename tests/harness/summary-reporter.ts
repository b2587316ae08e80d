import { appendFileSync, readdirSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { REQUIREMENT_ROWS, rowsNamedIn } from './requirement-rows.ts';

/**
 * Ends a run with one plain line, for whoever reads only the last: `N passed, N failed`. A run of all files
 * fails when a row of the specification is in the title of no test that has passed. The file that `TEST_COUNTS`
 * names gets the three figures, for whoever sums several runs.
 */
export default class SummaryReporter implements Reporter {
  #isFiltered = false;

  onInit({ config }: Vitest): void {
    this.#isFiltered = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((testModule) => [...testModule.children.allTests()]);
    const count = (wanted: string) => tests.filter((test) => stateOf(test) === wanted).length;
    // A file that could not be loaded has no tests to count.
    const unloaded = modules.filter(
      (testModule) =>
        testModule.state() === 'failed' && [...testModule.children.allTests()].length === 0,
    ).length;
    const failed = count('failed') + unloaded + errors.length;
    if (!this.#isFiltered && modules.length === allFiles()) {
      printSlowest(modules);
      checkRows(tests);
    }
    const skipped = tests.length - count('passed') - count('failed');
    const tail = skipped === 0 ? '' : `, ${skipped} skipped`;
    const counts = process.env['TEST_COUNTS'] ?? '';
    if (counts !== '') appendFileSync(counts, `${count('passed')} ${failed} ${skipped}\n`);
    console.log(`On Node ${process.version}:`);
    console.log(`${count('passed')} passed, ${failed} failed${tail}`);
  }
}

function stateOf(test: TestCase): string {
  return test.result().state;
}

function allFiles(): number {
  return readdirSync('tests').filter((file) => /\.test\.tsx?$/.test(file)).length;
}

/** The files that a whole run waits for, by the seconds that they took. */
function printSlowest(modules: readonly TestModule[]): void {
  const seconds = ({ children }: TestModule) =>
    [...children.allTests()].reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0) /
    1_000;
  const slowest = modules.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, 10);
  const lines = slowest.map((one) => `${one.relativeModuleId} ${Math.round(seconds(one))} s`);
  console.log(`slowest files: ${lines.join(', ')}`);
}

function checkRows(tests: readonly TestCase[]): void {
  const shown = new Set(
    tests
      .filter((test) => stateOf(test) === 'passed')
      .flatMap(({ fullName }) => rowsNamedIn(fullName)),
  );
  const missing = REQUIREMENT_ROWS.filter((id) => !shown.has(id));
  if (missing.length === 0) return console.log('every requirement row is shown by a test that ran');
  console.error(`Rows that no test of this run has shown: ${missing.join(' ')}`);
  process.exitCode = 1;
}
