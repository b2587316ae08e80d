import { isSameWord, joinedWords, queryWords, subjectWords } from './words.ts';
import type { Site } from '../../../shared/content.ts';

/** The words of a search that the school calls something else, and what it calls them. */
export type Meaning = { typed: readonly string[]; means: readonly string[] };

/** Finds the longest words of a search that have a meaning. */
export function createAliases({
  searchAliases = [],
}: Pick<Site, 'searchAliases'>): (query: string) => Meaning | undefined {
  const aliases = searchAliases
    .flatMap(({ words, means }) =>
      words
        .map(subjectWords)
        .flatMap(withJoined)
        .map((typed) => ({ typed, means: queryWords(means) })),
    )
    .toSorted((one, other) => other.typed.length - one.typed.length);
  return (query) => {
    const spellings = withJoined(subjectWords(query));
    return aliases.find(({ typed }) =>
      spellings.some((words) =>
        typed.every((each) => words.some((word) => isSameWord(word, each))),
      ),
    );
  };
}

/** Some words, and with each two neighbours as one: `book list` is also typed `booklist`. */
function withJoined(words: string[]): string[][] {
  return [words, ...joinedWords(words).map((word, at) => words.toSpliced(at, 2, word))];
}
