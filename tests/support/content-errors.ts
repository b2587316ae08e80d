import { checkContent } from '../../server/content/check-content.ts';
import { formatProblem } from '../../server/content/problem.ts';

/** The lines that the check prints. */
export async function contentErrors(folder: string): Promise<string[]> {
  return (await checkContent(folder)).map(formatProblem);
}
