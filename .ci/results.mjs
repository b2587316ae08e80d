// What several runs of the tests say together. `TestResults` in tests/support/summary-reporter.ts is what each wrote.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The runs, in their order; each has a file `NAME.json`, and `NAME-again.json` of what ran once more. */
const RUNS = ['node', 'node24'];
/** So many files of a run may be late at once; more of them are a fault. */
const MAX_FILES_RUN_AGAIN = 3;

const [command, folder, askedRun] = process.argv.slice(2);
if (command === 'again') console.log(filesToRunAgain(read(askedRun)).join('\n'));
if (command === 'sum') process.exitCode = sum() === 0 ? 0 : 1;

/** The run's results; one that ended without them, or with a fault outside them, has failed by that. */
function read(run) {
  const file = join(folder, `${run}.json`);
  const results = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, skipped: 0, failures: [] };
  if (existsSync(join(folder, `${run}.failed`)) && results.failures.length === 0)
    results.failures = [{ project: '', file: null, name: run, message: 'ended with a fault' }];
  return results;
}

/** Files whose failures may be lateness on a machine that does much else; none when there was a fault outside the tests. */
function filesToRunAgain({ failures }) {
  const files = [...new Set(failures.map(({ file }) => file))];
  return files.length <= MAX_FILES_RUN_AGAIN && !files.includes(null) ? files : [];
}

/** Prints what failed, what failed beside others only, and one line for all runs; returns how many tests failed. */
function sum() {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const name of RUNS) {
    const first = read(name);
    const failures =
      filesToRunAgain(first).length === 0 ? first.failures : read(`${name}-again`).failures;
    const failedNames = new Set(failures.map((failure) => failure.name));
    const late = first.failures.filter((failure) => !failedNames.has(failure.name));
    for (const failure of late) console.log(`passed alone only: ${lineOf(name, failure)}`);
    for (const failure of failures) console.log(`failed: ${lineOf(name, failure)}`);
    totals.passed += first.passed + late.length;
    totals.failed += failures.length;
    totals.skipped += first.skipped;
  }
  const { passed, failed, skipped } = totals;
  console.log(`${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`);
  return failed;
}

function lineOf(name, { project, name: test, message }) {
  return `[${name}, ${project}] ${test}: ${message}`;
}
