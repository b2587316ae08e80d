import { fail, ok, type Check } from './check.ts';
import { checkContent } from '../../content/check-content.ts';

const DOCUMENT = /content\/files/;

/** content/, and the documents that it names. */
export async function* checkContentFolder(folder: string): AsyncGenerator<Check> {
  const faults = await checkContent(folder);
  yield* checksOf('content', 'content/ is complete', {
    faults: faults.filter((fault) => !DOCUMENT.test(fault)),
    remedy: 'correct the file, then `npm run build` and start again',
  });
  yield* checksOf('documents', 'every document that content/ names is there', {
    faults: faults.filter((fault) => DOCUMENT.test(fault)),
    remedy: 'put the PDF into content/files, or name another one',
  });
}

function* checksOf(
  id: string,
  allWell: string,
  { faults, remedy }: { faults: readonly string[]; remedy: string },
): Generator<Check> {
  if (faults.length === 0) yield ok(id, allWell);
  for (const fault of faults) yield fail(id, fault, remedy);
}
