import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTables } from '../../server/content/tables/read-tables.ts';
import { contentCommand } from '../../server/content/tables/templates.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

async function rowsOf(from: string) {
  const { tables, problems } = await readTables(from);
  expect(problems).toEqual([]);
  return Object.values({ ...tables, hindi: null }).map((rows) =>
    rows?.map(({ values, own }) => ({ values, own })),
  );
}

test.skipIf(!existsSync('/usr/bin/soffice'))(
  'LibreOffice saves a template as another workbook with the same rows',
  async () => {
    expect(await contentCommand(['templates', folder])).toMatchObject({ code: 0 });
    const saved = temporaryFolder();
    const profile = `-env:UserInstallation=file://${temporaryFolder()}`;
    const files = readdirSync(folder)
      .filter((file) => file.endsWith('.xlsx'))
      .map((file) => join(folder, file));
    execFileSync(
      '/usr/bin/soffice',
      [
        profile,
        '--headless',
        '--convert-to',
        'xlsx:Calc MS Excel 2007 XML',
        '--outdir',
        saved,
        ...files,
      ],
      { stdio: 'ignore' },
    );
    expect(await rowsOf(saved)).toEqual(await rowsOf(folder));
  },
  120_000,
);
