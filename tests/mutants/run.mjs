// Breaks the site once for each row of the specification, and sees whether a test that names the row
// fails: `npm run test:mutants`, or `ROWS=R-010,R-020..R-042 npm run test:mutants`. CONTRIBUTING.md says more.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createVitest } from 'vitest/node';

/** What is already known, so that an interrupted run goes on where it was. */
const RESULTS = join(process.cwd(), 'coverage/mutants.json');

/** The same for people: of the last complete run it is in tests/mutants/results.csv. */
const TABLE = join(process.cwd(), 'coverage/mutants.csv');

/** A broken site never does what some tests wait for: they wait less than in a run that shall pass. */
const SHORTER_WAIT = ['tests/harness/soon.ts', '120_000', '30_000'];

/** How long a worker may take to end after a failure, in milliseconds. */
const GRACE_MS = 2_000;

const ORDER = ['fast', 'browser', 'long'];

const mutants = readMutants();
const known = readKnown();
const scratch = copyCheckout();
const removeScratch = () => rmSync(scratch, { recursive: true, force: true });
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
process.once('exit', removeScratch);
process.chdir(scratch);

/**
 * Of the run that is under way: its failure, and what ends its worker some time after it.
 *
 * @type {{ failure: { name: string, message: string, isLoaded: boolean } | null, timer: NodeJS.Timeout | undefined }}
 */
const current = { failure: null, timer: undefined };

const vitest = await createVitest('test', {
  config: join(scratch, 'tests/vitest.config.ts'),
  root: scratch,
  watch: false,
  reporters: [{ onTestCaseResult: (test) => noteFailure(test) }],
  silent: true,
  maxWorkers: 1,
});
const { rowsNamedIn, rowsNamedInCode } = await vitest.import(
  join(scratch, 'tests/harness/requirement-rows.ts'),
);
const testFiles = readTestFiles();

const chosen = mutants.filter(({ row }) => isAsked(row));
const due = chosen
  .filter((mutant) => {
    const { key, result } = known[mutant.row] ?? {};
    return key !== keyOf(mutant) || result === 'error';
  })
  .toSorted((a, b) => rankOf(filesOf(a)[0]) - rankOf(filesOf(b)[0]));
if (due.length > 0) await runAll(due);
await vitest.close();
printTable();

/** Each mutant alone, after the same tests have passed on the sound site. */
async function runAll(chosenNow) {
  const failing = await sound(chosenNow);
  for (const mutant of chosenNow) {
    const started = performance.now();
    const result = failing.has(mutant.row)
      ? { result: 'error', test: 'fails on the sound site too' }
      : await tryMutant(mutant);
    const seconds = Math.round((performance.now() - started) / 1_000);
    known[mutant.row] = { key: keyOf(mutant), ...result, seconds };
    mkdirSync(dirname(RESULTS), { recursive: true });
    // Another run may have added to it.
    const all = { ...readKnown(), [mutant.row]: known[mutant.row] };
    writeFileSync(RESULTS, JSON.stringify(all, null, 1));
    const detail = [result.test, result.message].filter(Boolean).join(' | ');
    console.log(`${mutant.row} ${result.result} (${seconds} s) ${detail}`);
  }
}

/** Rows whose tests fail, or of which none has run, before anything is broken. */
async function sound(all) {
  build();
  const failing = new Set();
  const files = [...new Set(all.flatMap((mutant) => filesOf(mutant)))];
  const tests = await run(files, new RegExp(all.map((mutant) => patternOf(mutant)).join('|')), 0);
  for (const { row } of all) {
    const own = tests.filter(({ name }) => rowsNamedIn(name).includes(row));
    const isSound = own.length > 0 && own.every(({ state }) => state !== 'failed');
    if (!isSound || own.every(({ state }) => state === 'skipped')) failing.add(row);
  }
  for (const { name, state, message } of tests)
    if (state === 'failed') console.error(`fails on the sound site: ${name}: ${message}`);
  return failing;
}

async function tryMutant(mutant) {
  const path = join(scratch, mutant.file);
  const source = readFileSync(path, 'utf8');
  if (source.split(mutant.find).length !== 2)
    return { result: 'error', test: `its text is not once in ${mutant.file}` };
  try {
    writeFileSync(
      path,
      source.replace(mutant.find, () => mutant.replace),
    );
    vitest.invalidateFile(path);
    let isBuilt = false;
    for (const file of filesOf(mutant)) {
      try {
        if (!isBuilt && needsBuild(mutant, file)) build();
        isBuilt ||= needsBuild(mutant, file);
      } catch (error) {
        return { result: 'error', test: 'does not build', message: firstLine(error) };
      }
      current.failure = null;
      const tests = await run([file], new RegExp(patternOf(mutant)), 1).finally(() =>
        clearTimeout(current.timer),
      );
      const killer = failureNow() ?? tests.find(({ state }) => state === 'failed');
      if (killer !== undefined)
        return {
          result: killer.isLoaded ? 'killed' : 'error',
          test: `${file.slice('tests/'.length)}: ${killer.name}`,
          message: killer.message,
        };
    }
    return { result: 'alive' };
  } finally {
    writeFileSync(path, source);
    vitest.invalidateFile(path);
  }
}

function failureNow() {
  return current.failure;
}

/** A failure is all that a mutant needs: sites and browsers that are slow to close are not waited for. */
function noteFailure(test) {
  if (test.result().state !== 'failed' || current.failure !== null) return;
  const message = firstLine(test.result().errors?.[0]);
  current.failure = { name: test.fullName, message, isLoaded: true };
  if (vitest.config.bail === 0) return;
  // A second time within a run it ends the worker.
  current.timer = setTimeout(() => void vitest.cancelCurrentRun('test-failure'), GRACE_MS);
}

/** Runs the tests of some files whose titles fit, and says how each ended. */
async function run(files, pattern, bail) {
  vitest.setGlobalTestNamePattern(pattern);
  for (const { config } of [vitest, ...vitest.projects]) config.bail = bail;
  const specifications = await vitest.globTestSpecifications(files);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // Modules of earlier runs are among them.
  const own = testModules.filter(({ moduleId }) => files.includes(relative(scratch, moduleId)));
  const tests = own.flatMap((testModule) => [
    ...[...testModule.children.allTests()].map((test) => ({
      name: test.fullName,
      state: test.result().state,
      isLoaded: true,
      message: firstLine(test.result().errors?.[0]),
    })),
    // What its file or a group does before its tests.
    ...[testModule, ...testModule.children.allSuites()].flatMap((place) =>
      place.errors().map((error) => ({
        name: place.type === 'module' ? 'loading it' : place.fullName,
        state: 'failed',
        isLoaded: place.type !== 'module',
        message: firstLine(error),
      })),
    ),
  ]);
  for (const error of unhandledErrors) console.error(firstLine(error));
  return tests;
}

/** Quick tests run the sources themselves; of the build they have pictures and names of assets. */
function needsBuild({ file }, test) {
  return rankOf(test) > 0 || !/^(?:server|shared)\/|^package\.json$/.test(file);
}

function build() {
  execFileSync(process.execPath, ['build.mjs'], { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** The files whose tests may name a row; those that are quick first. */
function filesOf({ row, test }) {
  if (test !== undefined) return [test];
  return testFiles.filter(({ rows }) => rows.has(row)).map(({ file }) => file);
}

/** What titles say that name a row, by itself or within a range. */
function patternOf({ row }) {
  const ranges = testFiles.flatMap(({ ranges: own }) => own);
  return [row, ...ranges.filter((range) => rowsNamedIn(range).includes(row))].join('|');
}

function readTestFiles() {
  return readdirSync('tests')
    .filter((file) => /\.test\.tsx?$/.test(file) && file !== 'requirements.test.ts')
    .map((name) => {
      const file = `tests/${name}`;
      const text = readFileSync(file, 'utf8');
      const ranges = text.match(/R-\d{3}(?: to |\.\.)R-\d{3}/g) ?? [];
      return { file, rows: new Set(rowsNamedInCode(text)), ranges, rank: rankOf(file) };
    })
    .toSorted((a, b) => a.rank - b.rank);
}

function rankOf(file) {
  const path = join(scratch, file);
  const matches = ({ name }) =>
    vitest.projects.find((project) => project.name === name)?.matchesTestGlob(path) === true;
  const rank = ORDER.findIndex((name) => matches({ name }));
  return rank === -1 ? ORDER.length : rank;
}

/** Changes with all that a result depends on: the mutant, what it breaks, and its tests. */
function keyOf(mutant) {
  const hash = createHash('sha256').update(JSON.stringify(mutant));
  for (const file of [mutant.file, ...filesOf(mutant)]) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function readMutants() {
  return readdirSync('tests/mutants')
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .flatMap((file) => JSON.parse(readFileSync(join('tests/mutants', file), 'utf8')));
}

function readKnown() {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/** What git knows or would add, as it is in the checkout now; the packages are shared. */
function copyCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'gis-mutants-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate']);
  for (const file of listed.toString().trim().split('\n')) {
    cpSync(file, join(folder, file), { force: true, recursive: true, errorOnExist: false });
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const [file, from, to] = SHORTER_WAIT;
  const text = readFileSync(join(folder, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has another limit than ${from}`);
  writeFileSync(join(folder, file), text.replace(from, to));
  return folder;
}

/** `ROWS` is a list of rows and ranges; without it all are asked for. */
function isAsked(row) {
  const parts = (process.env.ROWS ?? '').split(',').filter(Boolean);
  return (
    parts.length === 0 ||
    parts.some((part) => {
      const [from, to = from] = part.split('..');
      return row >= from && row <= to;
    })
  );
}

function printTable() {
  const lines = chosen.map((mutant) => {
    const { result = 'not run', test = '' } = known[mutant.row] ?? {};
    return [mutant.row, mutant.fault, mutant.file, test, result];
  });
  const table = [['row', 'fault', 'file', 'test that killed it', 'result'], ...lines];
  const quoted = (cell) => `"${cell.replaceAll('"', '""')}"`;
  mkdirSync(dirname(TABLE), { recursive: true });
  writeFileSync(TABLE, table.map((cells) => `${cells.map(quoted).join(',')}\n`).join(''));
  console.log(`\n${TABLE} has the table.`);
  const count = (wanted) =>
    chosen.filter(({ row }) => (known[row]?.result ?? 'not run') === wanted).length;
  const results = ['killed', 'alive', 'error', 'not run'];
  console.log(`\n${results.map((name) => `${count(name)} ${name}`).join(', ')}`);
  process.exitCode = count('killed') === chosen.length ? 0 : 1;
}

function firstLine(error) {
  const text = error?.stderr?.toString() || error?.message || '';
  return text
    .split('\n')[0]
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 200);
}
