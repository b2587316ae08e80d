import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one plain line, for whoever reads only the last: `N passed, N failed`. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    let skipped = 0;
    for (const testModule of modules) {
      // A file that could not be loaded has no tests to count.
      if (testModule.state() === 'failed' && [...testModule.children.allTests()].length === 0)
        failed += 1;
      for (const test of testModule.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'failed') failed += 1;
        else skipped += 1;
      }
    }
    console.log(`${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`);
  }
}
