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

/** What finding one text in the places of a word costs, against reading one of them in their order. */
const LOOK_UP_COST = 8;

/** Above every distance of one word. */
const NOT_FOUND = 255;

/**
 * The texts that have a word, smallest number first: twice the number of the text, and one more where the
 * word is not in the title. A common word has thousands, and these are read for each search: half the
 * memory of a Map, and a tenth of the time.
 */
type Places = number[];

/** What was found: texts by their numbers, how far each is from the words, and how those are spelled there. */
export type Found = {
  texts: readonly number[];
  /** Of each of the texts, in their order. */
  distances: readonly number[];
  spellings: ReadonlySet<string>;
  /** No text has all the words; these have most of them. */
  hasSomeWords: boolean;
};

type Spelling = { word: string; places: Places; distance: number };

type Distances = Pick<Found, 'texts' | 'distances'>;

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

  /** One more than the largest number of a text. */
  #limit = 0;

  /** Number of different words. */
  get size(): number {
    return this.#places.size;
  }

  /** @param text a number of its own: the next one, or that of a text which was removed. */
  add(text: number, title: string, more: string): void {
    this.#limit = Math.max(this.#limit, text + 1);
    const inTitle = distinctWords(title);
    for (const word of inTitle) insert(this.#placesOf(word), text * 2);
    for (const word of distinctWords(more))
      if (!inTitle.has(word)) insert(this.#placesOf(word), text * 2 + 1);
  }

  /** @param title as it was added; likewise `more`. */
  remove(text: number, title: string, more: string): void {
    for (const word of distinctWords(`${title} ${more}`)) {
      const places = this.#places.get(word);
      if (places === undefined) continue;
      const at = firstFrom(places, text * 2);
      if (textAt(places, at) === text) places.splice(at, 1);
      if (places.length === 0) this.#forget(word);
    }
  }

  /** The texts that have all of these words, or, if there are none, those with most of them. */
  find(words: readonly string[]): Found {
    const spellings = words.map((word) => this.#spellings(word));
    const all = withAll(spellings, this.#limit);
    const isPartial = all.texts.length === 0 && words.length > 1;
    return {
      ...(isPartial ? withMost(spellings, this.#limit) : all),
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
    const places: Places = [];
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
function withAll(words: readonly Spelling[][], limit: number): Distances {
  // The rarest word first: the others are looked up in what it leaves.
  const [first = [], ...others] = words.toSorted((a, b) => placesIn(a) - placesIn(b));
  const nearest = nearestIn(first, limit);
  let texts = textsIn(nearest);
  let distances = texts.map((text) => nearest[text] ?? 0);
  for (const word of others) {
    const next = nearestIn(word, limit, texts);
    distances = distances.flatMap((sum, index) => {
      const distance = next[texts[index] ?? 0] ?? NOT_FOUND;
      return distance === NOT_FOUND ? [] : [sum + distance];
    });
    texts = texts.filter((text) => next[text] !== NOT_FOUND);
  }
  return { texts, distances };
}

/** The texts that have the most of the words, with the sum of their distances. */
function withMost(words: readonly Spelling[][], limit: number): Distances {
  const counts = new Uint8Array(limit);
  const sums = new Uint8Array(limit);
  let most = 1;
  for (const word of words) {
    const nearest = nearestIn(word, limit);
    for (let text = 0; text < limit; text += 1) {
      const distance = nearest[text] ?? NOT_FOUND;
      if (distance === NOT_FOUND) continue;
      sums[text] = (sums[text] ?? 0) + distance;
      const count = (counts[text] ?? 0) + 1;
      counts[text] = count;
      most = Math.max(most, count);
    }
  }
  const texts: number[] = [];
  for (let text = 0; text < limit; text += 1) if (counts[text] === most) texts.push(text);
  return { texts, distances: texts.map((text) => sums[text] ?? 0) };
}

/** How near one word is in each text, by their numbers, looked for in all of them or in some. */
function nearestIn(
  spellings: readonly Spelling[],
  limit: number,
  within?: readonly number[],
): Uint8Array {
  const nearest = new Uint8Array(limit).fill(NOT_FOUND);
  for (const { places, distance } of spellings) {
    const keep = (place: number) => {
      const sum = distance + (place % 2 === 0 ? IN_TITLE : IN_TEXT);
      const text = place >>> 1;
      if (sum < (nearest[text] ?? 0)) nearest[text] = sum;
    };
    if (within === undefined || within.length * LOOK_UP_COST > places.length) {
      for (const place of places) keep(place);
    } else {
      for (const text of within) {
        const at = firstFrom(places, text * 2);
        if (textAt(places, at) === text) keep(places[at] ?? 0);
      }
    }
  }
  return nearest;
}

function textsIn(nearest: Uint8Array): number[] {
  const texts: number[] = [];
  for (let text = 0; text < nearest.length; text += 1)
    if (nearest[text] !== NOT_FOUND) texts.push(text);
  return texts;
}

function insert(places: Places, place: number): void {
  const last = places.at(-1);
  if (last === undefined || last < place) places.push(place);
  else places.splice(firstFrom(places, place), 0, place);
}

/** Where the first place is that is not below another one. */
function firstFrom(places: Places, place: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function textAt(places: Places, at: number): number | undefined {
  const place = places[at];
  return place === undefined ? undefined : place >>> 1;
}

function placesIn(spellings: readonly Spelling[]): number {
  return spellings.reduce((sum, { places }) => sum + places.length, 0);
}
