import { expect, test } from 'vitest';
import { CLASSES } from '../../../shared/classes.ts';
import { selectUrgentNotices, type StoredNotice } from '../../../shared/urgent-notices.ts';

const STORED: StoredNotice = {
  id: '1',
  text: 'School is closed on Monday',
  hindi: 'सोमवार को विद्यालय बंद है',
  campus: 'NEKPUR',
  issued: '2026-11-29T16:10:00.000Z',
  until: '2026-11-30',
  closedFrom: '2026-11-30',
};

const OPTIONS = {
  stored: [STORED],
  highlights: [],
  rule: { words: ['Urgent:', 'तत्काल:'], closing: ['Closed', 'बंद'] },
  campus: 'NEKPUR',
  language: 'en',
  today: '2026-11-29',
} satisfies Parameters<typeof selectUrgentNotices>[0];

test('a stored notice is shown at its campus, in the language of the page, up to its last day', () => {
  const [shown] = selectUrgentNotices(OPTIONS);
  expect(shown).toEqual({
    id: '1',
    text: STORED.text,
    issued: new Date(STORED.issued),
    changes: [{ classes: CLASSES, days: { from: '2026-11-30', to: '2026-11-30' }, opens: null }],
  });
  expect(selectUrgentNotices({ ...OPTIONS, language: 'hi' })[0]?.text).toBe(STORED.hindi);
  expect(selectUrgentNotices({ ...OPTIONS, today: '2026-11-30' })).toHaveLength(1);
  expect(selectUrgentNotices({ ...OPTIONS, today: '2026-12-01' })).toEqual([]);
  const both = { ...OPTIONS, stored: [STORED, { ...STORED, id: '2', campus: null }] };
  const other = selectUrgentNotices({ ...both, campus: 'FARRUKHABAD' });
  expect(other.map(({ id }) => id)).toEqual(['2']);
});

test('a stored notice may close some classes and open later for the others, or for some only', () => {
  const classes = CLASSES.slice(0, 11);
  const days = { from: '2026-11-30', to: '2026-11-30' };
  const changesOf = (notice: Partial<StoredNotice>) =>
    selectUrgentNotices({ ...OPTIONS, stored: [{ ...STORED, ...notice }] })[0]?.changes;
  expect(changesOf({ classes, opens: '10:00' })).toEqual([
    { classes, days, opens: null },
    { classes: CLASSES.slice(11), days, opens: '10:00' },
  ]);
  expect(changesOf({ classes })).toEqual([{ classes, days, opens: null }]);
  const opening = { closedFrom: null, opens: '10:00', opensFrom: '2026-11-30' };
  expect(changesOf(opening)).toEqual([{ classes: CLASSES, days, opens: '10:00' }]);
  expect(changesOf({ ...opening, classes })).toEqual([{ classes, days, opens: '10:00' }]);
  expect(changesOf({ closedFrom: null })).toEqual([]);
});

test.each([
  ['Urgent: school is CLOSED tomorrow', 'school is CLOSED tomorrow', true],
  ['urgent:bus 4 is late', 'bus 4 is late', false],
  ['तत्काल: कल विद्यालय बंद रहेगा', 'कल विद्यालय बंद रहेगा', true],
])('the highlight %j is an urgent notice', (title, text, closes) => {
  const highlights = [{ id: '69292a10aaaaaaaaaaaaaaaa', title }];
  // The id is of 28 November.
  const days = { from: '2025-11-29', to: '2025-11-29' };
  const changes = closes ? [{ classes: CLASSES, days, within: {}, opens: null }] : [];
  expect(selectUrgentNotices({ ...OPTIONS, stored: [], highlights })).toEqual([
    { id: highlights[0]?.id, text, issued: new Date(0x69292a10 * 1_000), changes },
  ]);
});

test('a highlight without the word is none, nor is any without the rule', () => {
  const highlights = [{ id: 'a', title: 'Not Urgent: fees' }];
  expect(selectUrgentNotices({ ...OPTIONS, stored: [], highlights })).toEqual([]);
  const urgent = [{ id: 'a', title: 'Urgent: fees' }];
  // Its id has no time.
  expect(selectUrgentNotices({ ...OPTIONS, stored: [], highlights: urgent })[0]?.issued).toBeNull();
  const without = { ...OPTIONS, rule: undefined, stored: [], highlights: urgent };
  expect(selectUrgentNotices(without)).toEqual([]);
});
