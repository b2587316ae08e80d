import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../support/child-process.ts';
import { copySources } from '../support/copy-sources.ts';
import { startProcess } from '../support/process.ts';
import { scripts } from '../../package.json' with { type: 'json' };

const folder = copySources();
cpSync('tsconfig.json', join(folder, 'tsconfig.json'));
// Through the link to the modules, names of files differ by some bytes.
const budgets = join(folder, 'client/budgets.json');
writeFileSync(
  budgets,
  readFileSync(budgets, 'utf8').replace(
    /: (\d+)/g,
    (_all, bytes: string) => `: ${2 * Number(bytes)}`,
  ),
);

const [, ...prestart] = scripts.prestart.split(' ');

function build(...args: readonly string[]) {
  return runCommand(folder, [process.execPath, 'build.mjs', ...args], {});
}

test(
  'npm start with errors in the folder serves what was published before; without a publication it exits',
  { timeout: 600_000 },
  async () => {
    expect(prestart).toEqual(['build.mjs', '--start']);
    writeFileSync(join(folder, 'content/pages/vision.md'), '');
    const first = await build('--start');
    expect([first.code, first.errors]).toEqual([1, expect.stringContaining('pages/vision.md: ')]);
    writeFileSync(join(folder, 'content/pages/vision.md'), '# Vision\n\nPublished before.\n');
    expect((await build('--start')).code).toBe(0);
    writeFileSync(join(folder, 'content/pages/vision.md'), '');
    const { code, errors } = await build('--start');
    expect(errors).toContain('pages/vision.md: ');
    expect(errors).toContain('the site starts with what was published before: ');
    expect(code).toBe(0);
    expect((await build()).code).toBe(1);
    const site = await startProcess({}, { folder });
    expect(await (await fetch(`${site.url}/Vision`)).text()).toContain('Published before.');
  },
);
