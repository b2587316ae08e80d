import SearchableMap from 'minisearch/SearchableMap';
import { distinctWords, isHindi, soundOf } from './words.ts';

/** Shortest words that may stand for the beginning of another, have two letters changed about, or any error. */
const MIN_PREFIX = 2;
const MIN_SWAPPED = 3;
const MIN_WITH_ERROR = 4;

/** How far a word of a text is from the one that was typed; the sums rank the results. */
const IN_TITLE = 0;
const OTHER_FORM = 1;
const IN_TEXT = 2;
const WITH_ERROR = 4;

/** Where a word stands in texts, by their numbers: IN_TITLE, or IN_TEXT. */
type Places = Map<number, number>;

/** What was found: how far each text is from the words, and how those are spelled there. */
export type Found = {
  distances: ReadonlyMap<number, number>;
  spellings: ReadonlySet<string>;
  /** No text has all the words; these have most of them. */
  hasSomeWords: boolean;
};

type Spelling = { word: string; places: Places; distance: number };

/**
 * Which texts have which words. Words are found by themselves, by their beginning, with one typing error,
 * and in the other of the two scripts. The tree of words is minisearch's; all that is done for a query is
 * bounded by its words (docs/decisions/0015-search.md).
 */
export class WordIndex {
  readonly #places = new SearchableMap<Places>();
  /** Words by `soundOf`, those in Hindi apart. */
  readonly #sounds = {
    hindi: new Map<string, Set<string>>(),
    latin: new Map<string, Set<string>>(),
  };

  /** Number of different words. */
  get size(): number {
    return this.#places.size;
  }

  add(text: number, title: string, more: string): void {
    for (const word of distinctWords(more)) this.#placesOf(word).set(text, IN_TEXT);
    for (const word of distinctWords(title)) this.#placesOf(word).set(text, IN_TITLE);
  }

  /** @param title as it was added; likewise `more`. */
  remove(text: number, title: string, more: string): void {
    for (const word of distinctWords(`${title} ${more}`)) {
      const places = this.#places.get(word);
      places?.delete(text);
      if (places?.size === 0) this.#forget(word);
    }
  }

  /** The texts that have all of these words, or, if there are none, those with most of them. */
  find(words: readonly string[]): Found {
    const spellings = words.map((word) => this.#spellings(word));
    const all = withAll(spellings);
    const isPartial = all.size === 0 && words.length > 1;
    return {
      distances: isPartial ? withMost(spellings) : all,
      spellings: new Set(spellings.flat().map(({ word }) => word)),
      hasSomeWords: isPartial,
    };
  }

  /** The words of texts that a word of a query may stand for, nearest first. */
  #spellings(word: string): Spelling[] {
    const found = new Map<string, Spelling>();
    const add = (other: string, distance: number) => {
      const places = found.has(other) ? undefined : this.#places.get(other);
      if (places !== undefined) found.set(other, { word: other, places, distance });
    };
    add(word, 0);
    if (word.length >= MIN_PREFIX)
      for (const other of this.#places.atPrefix(word).keys()) add(other, OTHER_FORM);
    const sounds = isHindi(word) ? this.#sounds.latin : this.#sounds.hindi;
    for (const other of sounds.get(soundOf(word)) ?? []) add(other, OTHER_FORM);
    if (/\d/.test(word)) return [...found.values()];
    if (word.length >= MIN_SWAPPED) for (const other of swapped(word)) add(other, WITH_ERROR);
    if (word.length >= MIN_WITH_ERROR)
      for (const other of this.#places.fuzzyGet(word, 1).keys()) add(other, WITH_ERROR);
    return [...found.values()];
  }

  #placesOf(word: string): Places {
    const known = this.#places.get(word);
    if (known !== undefined) return known;
    const places: Places = new Map();
    this.#places.set(word, places);
    const sound = soundOf(word);
    if (sound.length > 1) {
      const sounds = this.#soundsOf(word);
      sounds.set(sound, (sounds.get(sound) ?? new Set()).add(word));
    }
    return places;
  }

  #forget(word: string): void {
    this.#places.delete(word);
    const sounds = this.#soundsOf(word);
    const alike = sounds.get(soundOf(word));
    alike?.delete(word);
    if (alike?.size === 0) sounds.delete(soundOf(word));
  }

  #soundsOf(word: string): Map<string, Set<string>> {
    return isHindi(word) ? this.#sounds.hindi : this.#sounds.latin;
  }
}

/** The word with each two neighbours changed about, the commonest error of all. */
function swapped(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );
}

/** The texts that have each word in one of its spellings, with the sum of their distances. */
function withAll(words: readonly Spelling[][]): Map<number, number> {
  // The rarest word first: the others are looked up in what it leaves.
  const [first = [], ...others] = words.toSorted((a, b) => placesIn(a) - placesIn(b));
  let found = nearest(first, null);
  for (const word of others) {
    const next = nearest(word, found);
    for (const [text, distance] of next) next.set(text, distance + (found.get(text) ?? 0));
    found = next;
  }
  return found;
}

/** The texts that have the most of the words, with the sum of their distances. */
function withMost(words: readonly Spelling[][]): Map<number, number> {
  const counted = new Map<number, { words: number; distance: number }>();
  for (const word of words)
    for (const [text, distance] of nearest(word, null)) {
      const sum = counted.get(text) ?? { words: 0, distance: 0 };
      counted.set(text, { words: sum.words + 1, distance: sum.distance + distance });
    }
  const most = Math.max(0, ...new Set([...counted.values()].map((sum) => sum.words)));
  return new Map(
    [...counted].filter(([, sum]) => sum.words === most).map(([text, sum]) => [text, sum.distance]),
  );
}

/** The nearest spelling of one word in each text, or in each of `within`. */
function nearest(
  spellings: readonly Spelling[],
  within: ReadonlyMap<number, number> | null,
): Map<number, number> {
  const found = new Map<number, number>();
  for (const { places, distance } of spellings) {
    const keep = (text: number, place: number) => {
      const sum = place + distance;
      if (sum < (found.get(text) ?? Infinity)) found.set(text, sum);
    };
    if (within !== null && within.size < places.size) {
      for (const text of within.keys()) {
        const place = places.get(text);
        if (place !== undefined) keep(text, place);
      }
    } else {
      for (const [text, place] of places) if (within?.has(text) ?? true) keep(text, place);
    }
  }
  return found;
}

function placesIn(spellings: readonly Spelling[]): number {
  return spellings.reduce((sum, { places }) => sum + places.size, 0);
}
