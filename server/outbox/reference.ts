import { randomInt } from 'node:crypto';

/** No vowel pairs that spell words, and none of 0 O 1 I L U, which the telephone confuses. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A number that a parent can quote on the telephone: "GIS-7K3M-92QX", about 39 bits. */
export function createReference(): string {
  const letters = Array.from({ length: 8 }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return `GIS-${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}
