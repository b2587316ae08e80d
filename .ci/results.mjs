// Sums the test runs of .ci/run: `node .ci/results.mjs FOLDER`. Each run has written `TestResults` of
// tests/support/summary-reporter.ts to NAME.json there, and NAME.failed if it ended with an error.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const [, , folder = '.'] = process.argv;
const totals = { passed: 0, failed: 0, skipped: 0 };
for (const name of new Set(readdirSync(folder).map((file) => basename(file).split('.')[0]))) {
  const { passed, skipped, failures } = read(name);
  for (const { project, name: test, message } of failures)
    console.log(`failed: [${name}, ${project}] ${test}: ${message}`);
  totals.passed += passed;
  totals.failed += failures.length;
  totals.skipped += skipped;
}
const { passed, failed, skipped } = totals;
console.log(`${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`);
process.exitCode = failed === 0 ? 0 : 1;

/** A run's results; one that ended without them, or with an error outside its tests, counts as one failure. */
function read(name) {
  const file = join(folder, `${name}.json`);
  const results = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, skipped: 0, failures: [] };
  const ending = join(folder, `${name}.failed`);
  if (existsSync(ending) && results.failures.length === 0)
    results.failures = [{ project: 'all', name, message: readFileSync(ending, 'utf8').trim() }];
  return results;
}
