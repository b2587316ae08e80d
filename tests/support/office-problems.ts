import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOffice } from '../../server/content/office/read-office.ts';
import { formatProblem } from '../../server/content/problem.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Files = Readonly<Record<string, string | Buffer>>;

/** What a folder with these tables has. */
export async function officeOf(files: Files) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'hi'));
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  return readOffice(folder);
}

/** What is wrong with tables, beside a disclosure that is missing. */
export async function officeProblems(files: Files): Promise<string[]> {
  const { problems } = await officeOf(files);
  return problems.map(formatProblem).filter((line) => line !== 'disclosure.csv: is missing');
}
