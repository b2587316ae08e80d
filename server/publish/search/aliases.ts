import { isSameWord, subjectWords } from './words.ts';
import type { Site } from '../../../shared/content.ts';

export type Meaning = {
  /** The search with it in place of what was typed. */
  query: string;
  subject: string;
};

/** Turns a search into what it means, by the longest words in it that have a meaning; null where none have. */
export function createAliases({
  searchAliases = [],
}: Pick<Site, 'searchAliases'>): (query: string) => Meaning | null {
  const aliases = searchAliases
    .flatMap(({ words, means }) =>
      words.map((typed) => ({ typed: subjectWords(typed), means: subjectWords(means) })),
    )
    .toSorted((one, other) => other.typed.length - one.typed.length);
  return (query) => {
    const words = subjectWords(query);
    for (const { typed, means } of aliases) {
      const at = findWords(words, typed);
      if (at < 0) continue;
      const others = words.toSpliced(at, typed.length);
      if (findWords(others, means) < 0)
        return { query: [...means, ...others].join(' '), subject: means.join(' ') };
    }
    return null;
  };
}

/** Where some words stand in others, one after the other; -1 where they do not. */
function findWords(words: readonly string[], part: readonly string[]): number {
  return words.findIndex((_, at) =>
    part.every((word, index) => isSameWord(words[at + index] ?? '', word)),
  );
}
