import { expect, test } from 'vitest';
import { recordName } from '../../../../shared/records/record-name.ts';
import { inHindi } from '../../../../shared/translation.ts';

test('a record without a title has the beginning of its text as its name', () => {
  const name = recordName({ title: '', description: 'words and '.repeat(50) }, 'Event');
  expect(name).toMatch(/^(?:words and )+words(?: and)?…$/);
  expect(name.length).toBeLessThanOrEqual(80);
  expect(recordName({ title: 'Fair', description: 'Bring a cap' }, 'Event')).toBe('Fair');
  const texts = { Event: 'कार्यक्रम', '{kind} of {date}': '{date} का {kind}', June: 'जून' };
  const hindi = inHindi({ texts });
  const bare = { title: '', day: '2026-06-20' };
  expect(recordName(bare, 'Event', hindi)).toBe('20 जून 2026 का कार्यक्रम');
  expect(recordName({ title: '' }, 'Event', hindi)).toBe('कार्यक्रम');
});
