import { isSameWord, subjectWords } from './words.ts';
import type { Site } from '../../../shared/content.ts';

export type Meaning = {
  /** The search with it in place of what was typed. */
  query: string;
  subject: string;
  /** It replaces more words than it leaves. */
  isMost: boolean;
};

/** Turns a search into what it means, by the longest words in it that have a meaning; null where none have. */
export function createAliases({
  searchAliases = [],
}: Pick<Site, 'searchAliases'>): (query: string) => Meaning | null {
  const aliases = searchAliases
    .flatMap(({ words, means }) =>
      words
        .map(subjectWords)
        .flatMap(withJoined)
        .map((typed) => ({ typed, means: subjectWords(means) })),
    )
    .toSorted((one, other) => other.typed.length - one.typed.length);
  return (query) => {
    const spellings = withJoined(subjectWords(query));
    for (const { typed, means } of aliases)
      for (const words of spellings) {
        const others = withoutWords(words, typed);
        if (others === null) continue;
        return {
          query: [...means, ...others].join(' '),
          subject: means.join(' '),
          isMost: typed.length > others.length,
        };
      }
    return null;
  };
}

/** Some words, and with each two neighbours as one: `book list` is also typed `booklist`. */
function withJoined(words: string[]): string[][] {
  const joined = words.slice(1).map((word, at) => words.toSpliced(at, 2, `${words[at]}${word}`));
  return [words, ...joined];
}

/** The words that are left without some; null where these are not all there. */
function withoutWords(words: readonly string[], some: readonly string[]): string[] | null {
  const left = words.filter((word) => !some.some((each) => isSameWord(word, each)));
  return some.every((each) => words.some((word) => isSameWord(word, each))) ? left : null;
}
