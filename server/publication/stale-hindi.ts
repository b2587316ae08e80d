import type { Problem } from '../content/problem.ts';
import type { Sources } from './published.ts';

const PAGE = /^pages\/(.+)\.(?:md|docx)$/i;

/** Hindi pages that stay as they are while their English changes. */
export function staleHindi(before: Sources, after: Sources): Problem[] {
  return Object.keys(after).flatMap((page): Problem[] => {
    const name = PAGE.exec(page)?.[1];
    if (name === undefined || before[page] === undefined || before[page] === after[page]) return [];
    const hindi = ['md', 'docx'].map((kind) => `hi/pages/${name}.${kind}`);
    return hindi
      .filter((file) => after[file] !== undefined && after[file] === before[file])
      .map((file) => ({
        file,
        text: 'is as before, but {page} has changed: change it too where the meaning is another',
        values: { page },
        level: 'warning',
      }));
  });
}
