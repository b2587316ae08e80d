// Sums the test runs of .ci/run: `node .ci/results.mjs FOLDER`. Each run has written Vitest's JSON report to
// NAME.json and its output NAME.log there, and NAME.failed if it ended with an error.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Longest text of a failure, in characters. */
const MAX_FAILURE = 600;

const [, , folder = '.'] = process.argv;
const totals = { passed: 0, failed: 0, skipped: 0 };
for (const name of new Set(readdirSync(folder).map((file) => basename(file).split('.')[0]))) {
  const report = join(folder, `${name}.json`);
  const { testResults = [] } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  const log = join(folder, `${name}.log`);
  const output = existsSync(log) ? stripVTControlCharacters(readFileSync(log, 'utf8')) : '';
  const failures = testResults.flatMap((result) => failuresOf(result, output));
  // A run that ended without results, or with an error outside its tests, counts as one failure.
  const ending = join(folder, `${name}.failed`);
  if (existsSync(ending) && failures.length === 0)
    failures.push(`${readFileSync(ending, 'utf8')} ${/Unhandled [^]*/.exec(output)?.[0] ?? ''}`);
  for (const failure of failures)
    console.log(`failed: [${name}] ${failure.replaceAll(/\s+/g, ' ').slice(0, MAX_FAILURE)}`);
  const count = (...states) =>
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => states.includes(status)).length;
  totals.passed += count('passed');
  totals.failed += failures.length;
  totals.skipped += count('pending', 'skipped', 'todo');
}
const { passed, failed, skipped } = totals;
console.log(`${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`);
process.exitCode = failed === 0 ? 0 : 1;

/** Of a file: its tests that failed, or the file itself where a hook did: of those, only the output may have the error. */
function failuresOf({ name, status, message, assertionResults }, output) {
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) => `${name} > ${fullName}: ${failureMessages[0]}`);
  if (failures.length > 0 || status !== 'failed') return failures;
  const file = relative(process.cwd(), name);
  const [, ...blocks] = output.split('\n FAIL ');
  return [`${name}: ${message || blocks.find((block) => block.includes(file)) || 'no message'}`];
}
