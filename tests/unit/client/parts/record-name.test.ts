import { expect, test } from 'vitest';
import { recordName } from '../../../../client/parts/record-name.ts';

test('a record without a title has the beginning of its text as its name', () => {
  const name = recordName({ title: '', description: 'words and '.repeat(50) }, 'Event');
  expect(name).toMatch(/^(?:words and )+words(?: and)?…$/);
  expect(name.length).toBeLessThanOrEqual(80);
  expect(recordName({ title: 'Fair', description: 'Bring a cap' }, 'Event')).toBe('Fair');
});
