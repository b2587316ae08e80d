import { expect, test } from 'vitest';
import { fillText } from '../../../shared/fill-text.ts';
import { inHindi } from '../../../shared/translation.ts';

test('numbers in a text have the digits of its language; words and unknown names stay', () => {
  const values = { count: 12, title: 'Class 5' };
  const text = '{count} photos of {title}, {other}';
  expect(fillText(text, values)).toBe('12 photos of Class 5, {other}');
  expect(fillText(text, { count: 0, title: '' })).toBe('0 photos of , {other}');
  expect(fillText(text, values, '०१२३४५६७८९')).toBe('१२ photos of Class 5, {other}');
});

test('the name of a property of all objects has no translation and no value', () => {
  expect(fillText('{constructor} {toString} {__proto__}')).toBe(
    '{constructor} {toString} {__proto__}',
  );
  const { t, date } = inHindi({ texts: { Events: 'कार्यक्रम' } });
  expect(t('Events')).toBe('कार्यक्रम');
  for (const text of ['constructor', '__proto__', 'toString'])
    expect([t(text), date(text)]).toEqual([text, text]);
});
