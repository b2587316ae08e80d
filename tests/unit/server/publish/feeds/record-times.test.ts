import { expect, test } from 'vitest';
import { publishedAt } from '../../../../../server/publish/feeds/record-times.ts';

const NOW = '2026-11-22T06:00:00Z';

/** An id of MongoDB that was made at this time. */
function madeAt(time: string): string {
  return `${(Date.parse(time) / 1_000).toString(16)}0123456789abcdef`;
}

test.each([
  ['the time of its id', madeAt('2005-01-01T00:00:00Z'), '2026-01-02', '2005-01-01T00:00:00.000Z'],
  ['the time of an id of now', madeAt(NOW), null, '2026-11-22T06:00:00.000Z'],
  [
    'its day for an older id',
    madeAt('2004-12-31T23:59:59Z'),
    '2026-11-22',
    '2026-11-21T18:30:00.000Z',
  ],
  [
    'its day for a coming id',
    madeAt('2026-11-22T06:00:01Z'),
    '2026-01-02',
    '2026-01-01T18:30:00.000Z',
  ],
  ['its day for another id', `${madeAt(NOW)}0`, '2026-01-02', '2026-01-01T18:30:00.000Z'],
  ['unknown where its day is to come', 'e1', '2026-11-23', undefined],
  ['unknown without a day', 'e1', null, undefined],
])('the publication of a record is %s', (_title, id, day, time) => {
  expect(publishedAt({ id, day }, new Date(NOW))?.toISOString()).toBe(time);
});
