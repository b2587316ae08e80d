import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTables } from '../../server/content/tables/read-tables.ts';
import { contentCommand } from '../../server/content/tables/templates.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const LIBRE_OFFICE = '/usr/bin/soffice';

async function rowsIn(folder: string) {
  const { tables, problems } = await readTables(folder);
  expect(problems).toEqual([]);
  return Object.values({ ...tables, hindi: null }).map((rows) =>
    rows?.map(({ values, own }) => ({ values, own })),
  );
}

test('LibreOffice saves a template as another workbook with the same rows', async ({ skip }) => {
  skip(
    !existsSync(LIBRE_OFFICE),
    'LibreOffice is missing (Debian: apt-get install libreoffice-calc-nogui)',
  );
  const [folder, saved] = [temporaryFolder(), temporaryFolder()];
  expect(await contentCommand(['templates', folder])).toMatchObject({ code: 0 });
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.xlsx'))
    .map((file) => join(folder, file));
  const profile = `-env:UserInstallation=file://${temporaryFolder()}`;
  const convert = ['--headless', '--convert-to', 'xlsx:Calc MS Excel 2007 XML'];
  execFileSync(LIBRE_OFFICE, [profile, ...convert, '--outdir', saved, ...files], {
    stdio: 'ignore',
  });
  expect(await rowsIn(saved)).toEqual(await rowsIn(folder));
});
