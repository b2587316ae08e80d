import { expect, test } from 'vitest';
import { fillText } from '../../../shared/fill-text.ts';

test('numbers in a text have the digits of its language; words and unknown names stay', () => {
  const values = { count: 12, title: 'Class 5' };
  const text = '{count} photos of {title}, {other}';
  expect(fillText(text, values)).toBe('12 photos of Class 5, {other}');
  expect(fillText(text, values, '०१२३४५६७८९')).toBe('१२ photos of Class 5, {other}');
});
