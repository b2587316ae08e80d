import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** How many files a run of many lists by their duration. */
const SLOWEST_FILES = 10;

/** What failed: its project and file (none for an error outside all tests), its name, and how it failed in a line. */
type Failure = { project: string; file: string | null; name: string; message: string };
type TestResults = { passed: number; skipped: number; failures: Failure[] };

/**
 * Ends a run with its failures, a line each, and the line `N passed, N failed`. Writes the same as JSON
 * (`TestResults`) to the file that `TEST_RESULTS` names.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((testModule) => [...testModule.children.allTests()]);
    const count = (wanted: string) => tests.filter((test) => stateOf(test) === wanted).length;
    if (modules.length > SLOWEST_FILES) printSlowest(modules);
    const passed = count('passed');
    const failures = [
      ...modules.flatMap(failuresOf),
      ...[...new Set(errors.map(firstLine))].map(failureOutside),
    ];
    if (failures.length > 0) process.exitCode = 1;
    const skipped = tests.length - passed - count('failed');
    const results: TestResults = { passed, skipped, failures };
    const file = process.env['TEST_RESULTS'] ?? '';
    if (file !== '') writeFileSync(file, JSON.stringify(results));
    for (const { project, name, message } of failures)
      console.log(`failed: [${project}] ${name}: ${message}`);
    console.log(`On Node ${process.version}:`);
    const tail = skipped === 0 ? '' : `, ${skipped} skipped`;
    console.log(`${passed} passed, ${failures.length} failed${tail}`);
  }
}

/** Tests that failed, and a file or a group of tests whose preparation did: each once. */
function failuresOf(testModule: TestModule): Failure[] {
  const file = testModule.relativeModuleId;
  const project = testModule.project.name;
  const { children } = testModule;
  const groups = [testModule, ...children.allSuites()]
    .filter((group) => group.errors().length > 0)
    .map((group) => ({
      name: group.type === 'suite' ? `${file} > ${group.fullName}` : file,
      error: group.errors()[0],
    }));
  const tests = [...children.allTests('failed')].map((test) => ({
    name: `${file} > ${test.fullName}`,
    error: test.result().errors?.[0],
  }));
  return [...groups, ...tests].map(({ name, error }) => ({
    project,
    file,
    name,
    message: firstLine(error),
  }));
}

function failureOutside(message: string): Failure {
  return { project: 'all', file: null, name: 'outside all tests', message };
}

function firstLine(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  return String(hasMessage ? error.message : error).split('\n', 1)[0] ?? '';
}

function stateOf(test: TestCase): string {
  return test.result().state;
}

function printSlowest(modules: readonly TestModule[]): void {
  const seconds = ({ children }: TestModule) =>
    [...children.allTests()].reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0) /
    1_000;
  const slowest = modules.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, SLOWEST_FILES);
  const lines = slowest.map((one) => `${one.relativeModuleId} ${Math.round(seconds(one))} s`);
  console.log(`slowest files: ${lines.join(', ')}`);
}
