import { createHmac, randomInt } from 'node:crypto';

/** No vowel pairs that spell words, and none of 0 O 1 I L U, which the telephone confuses. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A number that a parent can quote on the telephone: "GIS-7K3M-92QX", about 39 bits. */
export function createReference(): string {
  return referenceFrom(Array.from({ length: 8 }, () => randomInt(ALPHABET.length)));
}

/** The reference for an idempotency key: the same each time; keyed by `secret`, so that no client can choose it. */
export function referenceOf(idempotencyKey: string, secret: string): string {
  const hash = createHmac('sha256', secret).update(`outbox reference\n${idempotencyKey}`).digest();
  // Four bytes for each letter leave no letter more likely than another by more than 1 in 10^8.
  return referenceFrom(Array.from({ length: 8 }, (_, at) => hash.readUInt32BE(at * 4)));
}

function referenceFrom(numbers: readonly number[]): string {
  const letters = numbers.map((number) => ALPHABET.charAt(number % ALPHABET.length));
  return `GIS-${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}
