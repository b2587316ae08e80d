import { expect, test } from 'vitest';
import { fillText } from '../../../shared/fill-text.ts';

test('numbers and words are filled in; unknown names stay', () => {
  const values = { count: 12, title: 'Class 5' };
  const text = '{count} photos of {title}, {other}';
  expect(fillText(text, values)).toBe('12 photos of Class 5, {other}');
});
