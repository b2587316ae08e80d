// What several runs of the tests say together. `TestResults` in tests/harness/summary-reporter.ts is what each wrote.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs in their order; the second is of files that failed in the first. */
const RUNS = ['1-node', '2-again', '3-node24'];
/** Whose tests wait for processes and browsers, and may be late on a machine that does much else. */
const PROJECTS_RUN_AGAIN = new Set(['long', 'browser']);
/** So many files may be late at once; more of them are a fault. */
const MAX_FILES_RUN_AGAIN = 3;

const [command, folder] = process.argv.slice(2);
if (command === 'again') console.log(filesToRunAgain(read(RUNS[0])).join('\n'));
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

/** Files all of whose failures may be lateness; none when anything else failed too. */
function filesToRunAgain({ failures }) {
  const files = [...new Set(failures.map(({ file }) => file))];
  const mayBeLate = failures.every(
    ({ project, file }) => file !== null && PROJECTS_RUN_AGAIN.has(project),
  );
  return mayBeLate && files.length <= MAX_FILES_RUN_AGAIN ? files : [];
}

/** Prints what failed, what failed beside others only, and one line for all runs; returns how many tests failed. */
function sum() {
  const [first, again, ...others] = RUNS.map(read);
  const ranAgain = new Set(filesToRunAgain(first));
  const stillFailed = [
    ...first.failures.filter(({ file }) => !ranAgain.has(file)),
    ...again.failures,
  ];
  const failedNames = new Set(stillFailed.map(({ name }) => name));
  const late = first.failures.filter(({ name }) => !failedNames.has(name));
  const failures = [...stillFailed, ...others.flatMap((results) => results.failures)];
  for (const failure of late) console.log(`passed alone only: ${lineOf(failure)}`);
  for (const failure of failures) console.log(`failed: ${lineOf(failure)}`);
  const total = (key) => others.reduce((amount, results) => amount + results[key], first[key]);
  const skipped = total('skipped');
  console.log(
    `${total('passed') + late.length} passed, ${failures.length} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`,
  );
  return failures.length;
}

function lineOf({ project, name, message }) {
  return `[${project}] ${name}: ${message}`;
}
