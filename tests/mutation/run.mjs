// Mutants of the areas of areas.json against the tests named there: `npm run test:mutation`, or
// `npm run test:mutation -- shared forms`. CONTRIBUTING.md says more.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const STRYKER = 'tests/mutation/node_modules/@stryker-mutator/core/bin/stryker.js';

const known = Object.keys(JSON.parse(readFileSync('tests/mutation/areas.json', 'utf8')));
const asked = process.argv.slice(2);
const unknown = asked.filter((area) => !known.includes(area));
if (unknown.length > 0) throw new Error(`not in areas.json: ${unknown.join(', ')}`);

execFileSync('npm', ['ci', '--prefix', 'tests/mutation'], { stdio: 'inherit' });
// The tests of a site serve what is not mutated: the sandbox copies dist/.
execFileSync(process.execPath, ['build.mjs'], { stdio: 'inherit' });

for (const area of asked.length > 0 ? asked : known) {
  console.log(`\n${area}`);
  forgetAlive(`coverage/mutation/${area}.json`);
  const { status } = spawnSync(
    process.execPath,
    [STRYKER, 'run', 'tests/mutation/stryker.config.mjs'],
    { stdio: 'inherit', env: { ...process.env, MUTATED_AREA: area } },
  );
  if (status !== 0) process.exitCode = 1;
}

/**
 * Mutants that were alive are tried again: the tester sees neither that a table beside a test has grown, nor
 * that a new test reaches what runs when a module is loaded.
 */
function forgetAlive(file) {
  if (!existsSync(file)) return;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  for (const source of Object.values(report.files))
    source.mutants = source.mutants.filter(
      ({ status }) => status !== 'NoCoverage' && status !== 'Survived',
    );
  writeFileSync(file, JSON.stringify(report));
}
