import { expect, test } from 'vitest';
import { eventFilePath } from '../../../../shared/records/feed-paths.ts';
import {
  albumPath,
  isAddressId,
  recordPath,
  toSlug,
} from '../../../../shared/records/record-paths.ts';

const path = (id: string, title: string) => recordPath('FARRUKHABAD', 'News', { id, title });

test('the address of a record has its id and its title, each encoded', () => {
  expect(path('n-1', 'Annual Day, 2026!')).toBe('/News/n-1/annual-day-2026');
  expect(path('a b&c', '')).toBe('/News/a%20b%26c');
  expect(path('1', '***')).toBe('/News/1');
  expect(path('1', 'खेल')).toBe('/News/1/%E0%A4%96%E0%A5%87%E0%A4%B2');
  const album = recordPath('NEKPUR', 'Gallery', { id: '1', title: 'Fair' });
  expect(album).toBe('/nekhpur/Gallery/1/fair');
});

test('the file of an event is in the calendar of its campus', () => {
  expect(eventFilePath('NEKPUR', 'a b')).toBe('/nekhpur/Events.ics?id=a%20b');
  expect(eventFilePath('NEKPUR', '..')).toBeNull();
});

test('the address of a record is null for an id that no address may carry', () => {
  const ids = ['', '.', '..', 'a\u0007', 'x'.repeat(201)];
  expect(ids.map((id) => path(id, 'Fair'))).toEqual(ids.map(() => null));
  const valid = ['...', '.a', 'x'.repeat(200)];
  expect([...ids, ...valid].filter(isAddressId)).toEqual(valid);
});

test('the address of a record has the words of the title in its own script, cut at a word', () => {
  expect(toSlug('  Sports  &  Games: "Finals"  ')).toBe('sports-games-finals');
  expect(toSlug('वार्षिक उत्सव (२०२६)')).toBe('वार्षिक-उत्सव-२०२६');
  expect(toSlug('Cafe\u0301')).toBe('caf\u00e9');
  expect(toSlug('a'.repeat(60))).toBe('a'.repeat(60));
  expect(toSlug(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59));
  expect(toSlug(`${'a'.repeat(60)} b`)).toBe('a'.repeat(60));
  expect(toSlug(`${'a'.repeat(30)} ${'b'.repeat(30)}`)).toBe('a'.repeat(30));
  expect(toSlug('a'.repeat(61))).toBe('a'.repeat(60));
  expect(toSlug(`${'a'.repeat(30)} ${'b'.repeat(29)} c`)).toHaveLength(60);
  expect(toSlug(`${'a'.repeat(30)} ${'b'.repeat(40)} c`)).toBe('a'.repeat(30));
  // Two code units each, so that the limit is within the last.
  expect(toSlug(`a${'\u{10400}'.repeat(40)}`)).toBe(`a${'\u{10428}'.repeat(29)}`);
});

test('an album is below its campus; null for an id that no address may carry', () => {
  expect(albumPath('FARRUKHABAD', '')).toBeNull();
  expect(albumPath('FARRUKHABAD', 'x'.repeat(201))).toBeNull();
  expect(albumPath('FARRUKHABAD', 'a\u0007')).toBeNull();
  expect(albumPath('FARRUKHABAD', 'a b&c')).toBe('/SubGallery?id=a%20b%26c');
  expect(albumPath('NEKPUR', '1')).toBe('/nekhpur/SubGallery?id=1');
});
