/** No vowel pairs that spell words, and none of 0 O 1 I L U, which the telephone confuses. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
/** Bytes from here on would favour the first letters of the alphabet. */
const FAIR_BELOW = 256 - (256 % ALPHABET.length);

export type RandomBytes = (count: number) => Uint8Array;

/** A number that a parent can quote on the telephone: "GIS-7K3M-92QX", about 39 bits. */
export function createReference(random: RandomBytes): string {
  let letters = '';
  while (letters.length < LENGTH) {
    for (const byte of random(LENGTH)) {
      if (byte < FAIR_BELOW && letters.length < LENGTH)
        letters += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return `GIS-${letters.slice(0, 4)}-${letters.slice(4)}`;
}
