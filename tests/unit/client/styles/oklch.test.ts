import { expect, test } from 'vitest';
import { contrast, layOver, onWhite, toHex, toOklch } from '../../../../client/styles/oklch.ts';

test('colours are mixed as a browser mixes them, in sRGB', () => {
  expect(layOver('#2b2a6c', 0.2, '#fbf8f1')).toBe('#d1cfd6');
  expect(onWhite('#ff000080')).toBe('#ff7f7f');
  expect(toHex(toOklch('#f4a61d'))).toBe('#f4a61d');
  expect(contrast('#ffffff', '#000000')).toBe(21);
});
