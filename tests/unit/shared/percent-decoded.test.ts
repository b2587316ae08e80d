import { expect, test } from 'vitest';
import { percentDecoded } from '../../../shared/percent-decoded.ts';

test('a part of an address is decoded, null when malformed', () => {
  expect(['a%20b', '%E0%A4%96', '', '%', '%E0%A4'].map(percentDecoded)).toEqual([
    'a b',
    'ख',
    '',
    null,
    null,
  ]);
});
