import { foldedWords } from './words.ts';
import type { Site } from '../../../shared/content.ts';

/** Turns a search into what it means, by the longest words in it that have a meaning; null where none have. */
export function createAliases({
  searchAliases = [],
}: Pick<Site, 'searchAliases'>): (query: string) => string | null {
  const aliases = searchAliases
    .flatMap(({ words, means }) => words.map((typed) => [inWords(typed), inWords(means)] as const))
    .toSorted(([one], [other]) => other.length - one.length);
  return (query) => {
    const text = inWords(query);
    const found = aliases.find(([typed, means]) => text.includes(typed) && !text.includes(means));
    return found === undefined ? null : text.replace(...found).trim();
  };
}

/** Each word between spaces, so that none is found inside another. */
function inWords(text: string): string {
  return ` ${foldedWords(text).join(' ')} `;
}
