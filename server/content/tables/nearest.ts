/** How much of a name may differ for it to be meant. */
const MAX_DIFFERENCE = 0.5;

/** The name that is most like the written one; null where none is like it. */
export function nearest(written: string, names: readonly string[]): string | null {
  const ranked = names
    .map((name) => ({ name, difference: difference(written.toLowerCase(), name.toLowerCase()) }))
    .toSorted((one, other) => one.difference - other.difference);
  const [best] = ranked;
  return best !== undefined && best.difference <= MAX_DIFFERENCE ? best.name : null;
}

/** The name that the written one begins with, or has as words: `fees` of `Fee Structure 2026`. */
export function nameWithin(written: string, names: readonly string[]): string | null {
  const text = written.toLowerCase();
  const words = wordsOf(text);
  const isWithin = (name: string) => text.startsWith(name) || words.includes(wordsOf(name));
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  return longestFirst.find(isWithin) ?? null;
}

/** Words in the singular, as far as that takes away an ending: both names are changed alike. */
function wordsOf(name: string): string {
  const words = name.match(/[a-z]+/g) ?? [];
  return ` ${words.map((word) => word.replace(/ies$/, 'y').replace(/(?:ses|s)$/, '')).join(' ')} `;
}

/** Edits from one to the other (Levenshtein), as a part of the longer one. */
function difference(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of one.split('').entries()) {
    const current = [row + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return (previous.at(-1) ?? 0) / Math.max(one.length, other.length, 1);
}
