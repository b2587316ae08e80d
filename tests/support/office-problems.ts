import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOffice } from '../../server/content/office/read-office.ts';
import { formatProblem } from '../../server/content/problem.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What is wrong with tables, beside a disclosure that is missing. */
export async function officeProblems(
  files: Readonly<Record<string, string | Buffer>>,
): Promise<string[]> {
  const folder = temporaryFolder();
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  const { problems } = await readOffice(folder);
  return problems.map(formatProblem).filter((line) => line !== 'disclosure.csv: is missing');
}
