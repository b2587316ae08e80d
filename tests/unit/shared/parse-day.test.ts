import { expect, onTestFinished, test, vi } from 'vitest';
import { dateText } from '../../../shared/date-text.ts';
import { parseDay } from '../../../shared/parse-day.ts';

/** Dates of a provider, by the day that they are in India. */
const DAYS: Readonly<Record<string, readonly string[]>> = {
  '2026-03-05': [
    ...'2026-03-05| 2026-3-5 |2026/03/05|05-03-2026|5.3.2026|०५/०३/२०२६'.split('|'),
    '5/3/2026, 10:00:00 am',
    // Times without a zone are Indian, at any hour.
    '2026-03-05 00:00:00.000',
    '2026-03-05T23:59:59',
    // Zones move the day to the one in India.
    ...(
      '2026-03-04T18:30:00.000Z|2026-03-05T18:29:59.999Z|2026-03-05T00:00:00+05:30|' +
      '2026-03-05 10:00:00 +0530|2026-03-05T10:00:00 UTC|2026-03-05 9:00 UTC|' +
      '2026-03-05 20:00 ist|2026-03-05T23:45+0545|2026-03-04T14:15-0415|March 5, 2026|' +
      'Mar. 5 2026|March 5th, 2026|5 March 2026|05-MAR-26|५ मार्च २०२६|' +
      '5 March 2026 at 10.30 p.m.|Thursday, 5 March 2026|Thu 05/03/2026|Thu Mar 05 2026|' +
      'गुरुवार, 5 मार्च 2026|' +
      'Thu, 05 Mar 2026 10:00:00 +0530|Wed, 04 Mar 2026 18:30:00 GMT|' +
      'Wed Mar 04 2026 20:00:00 GMT-0800 (Pacific Standard Time)|1772668800000|1772668800'
    ).split('|'),
    `2026-03-05 10:00 (${'x'.repeat(81)})`,
    '\u200e05/03/2026',
    // PostgreSQL, ISO basic, ASP.NET.
    ...(
      '2026-03-04 18:30:00+00|2026-03-05 20:00:00.123456+05|2026-03-04 10:30:00-08|20260305|' +
      '20260305T100000Z|20260304T1830Z|20260305T235959+0530|/Date(1772668800000)/|' +
      '/Date(1772668800000+0530)/'
    ).split('|'),
    '05.03.2026 (Thursday)|05/03/2026, Thu|5 March 2026 (गुरुवार)|5 March, Thursday, 2026'.split('|'),
    // Of several days the first.
    ...(
      '5th to 7th March 2026|5-7 March 2026|5 – 7 Mar 2026|5th & 6th of March 2026|5 से 7 मार्च 2026|' +
      '5 और 6 मार्च 2026|March 5-7, 2026|मार्च 5-7, 2026|5 March to 2 April 2026|Mar 5 - Apr 2, 2026|' +
      '5 March 2026 to 8 March 2026|05/03/2026 - 08/03/2026|2026-03-05 to 2026-03-08|' +
      '5 to 7.3.2026|5th March - 7th March 2026'
    ).split('|'),
  ].flat(),
  '2025-12-30': [
    '30 December to 2 January 2026',
    'Dec 30 - Jan 2, 2026',
    '30 Dec 2025 - 2 Jan 2026',
  ],
  '2000-01-01': ['/Date(946684800000)/'],
  '2026-03-25': ['25/03/2026', '03/25/2026', '3-25-2026'],
  '2024-02-29': ['2024-02-29', '29 फ़रवरी 2024', '29 फरवरी 2024', '29-Feb-24'],
  '2026-09-05': ['5 Sept 2026', 'Sep 5, 2026', 'September 5, 2026'],
  '1900-01-01': ['1900-01-01', '1 January 1900'],
  '2199-12-31': ['2199-12-31'],
  '2001-09-09': ['1000000000', '1000000000000'],
};

/** Ambiguous dates. */
const UNREAD = [
  ...(
    '2026-02-29|31/02/2026|2026-13-01|13/13/2026|0/3/2026|05/03/26|March 2026|' +
    '5 Marchember 2026|5/3-2026|05-03-0026|2026-02-30T10:00:00Z|1899-12-31|2200-01-01|' +
    '2026-03-05 10:60|2026-03-05 10:59:61|2026-03-05T10:00+99:00'
  ).split('|'),
  `2026-03-05 10:00 (${'x'.repeat(82)})`,
  ...(
    '2026-03-05T25:00|2026-03-05 10|2026-03-05Tnonsense|' +
    'Mar 5 2026 junk|0000-00-00 00:00:00|1|-1772668800000|12345678901234|1e12|' +
    // A zone, or an end.
    '2026-03-05 10:00-11|' +
    '7 to 5 March 2026|8 March 2026 to 5 March 2026|March 7-5, 2026|5-3-26|1-2026-03-05|5 to|' +
    '5 to 7 March|31 to 2 March 2026|05032026|20261305|/Date(-62135596800000)/|/Date(x)/'
  ).split('|'),
  `2026-03-05${' '.repeat(5)}${'x'.repeat(200)}`,
  '',
];

/** Month by month, each name by which it is known. */
const MONTHS = [
  'January Jan जनवरी',
  'February Feb फरवरी फ़रवरी',
  'March Mar मार्च',
  'April Apr अप्रैल',
  'May मई',
  'June Jun जून',
  'July Jul जुलाई',
  'August Aug अगस्त',
  'September Sept Sep सितंबर सितम्बर',
  'October Oct अक्टूबर अक्तूबर',
  'November Nov नवंबर नवम्बर',
  'December Dec दिसंबर दिसम्बर',
];

test('R-253: a month is read by each of its names, in English and in Hindi', () => {
  MONTHS.forEach((names, index) => {
    const day = `2026-${String(index + 1).padStart(2, '0')}-05`;
    for (const name of names.split(' '))
      expect([name, parseDay(`5 ${name} 2026`)]).toEqual([name, day]);
  });
});

test.each(['UTC', 'Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'R-253, R-254: on a machine in %s each text is its day, and an ambiguous or unreadable one is none',
  (zone) => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('TZ', zone);
    for (const [day, texts] of Object.entries(DAYS))
      for (const text of texts) expect([text, parseDay(text)]).toEqual([text, day]);
    expect(UNREAD.filter((text) => parseDay(text) !== null)).toEqual([]);
  },
);

/** A date of PHP. */
const phpDate = (date: string, timezone: string) => ({ date, timezone_type: 3, timezone });

test.each([
  [
    '2026-03-05',
    [
      1_772_668_800_000,
      1_772_668_800,
      { $date: '2026-03-04T18:30:00Z' },
      { $date: 1_772_668_800_000 },
      { $date: { $numberLong: '1772668800000' } },
      { _seconds: 1_772_668_800, _nanoseconds: 0 },
      { seconds: 1_772_668_800, nanos: 0 },
      [2026, 3, 5],
      [2026, 3, 5, 10, 30],
      phpDate('2026-03-05 00:00:00.000000', 'Asia/Kolkata'),
      phpDate('2026-03-04 18:30:00.000000', 'UTC'),
      { ...phpDate('2026-03-04 18:30:00.000000', '+00:00'), timezone_type: 1 },
    ],
  ],
  [
    null,
    [
      [2026, 3],
      [2026, 13, 5],
      ['2026', '3', {}],
      phpDate('2026-03-05 00:00:00.000000', 'Europe/Paris'),
      Number.POSITIVE_INFINITY,
      `2026-03-05${' '.repeat(89)}xx`,
      { day: 5 },
      { $date: {} },
    ],
  ],
])('R-253: a date in the shapes of other platforms is the day %s', (day, values) => {
  for (const value of values) expect([value, parseDay(dateText(value))]).toEqual([value, day]);
});

test('R-253: a date of an unknown shape differs from a missing one', () => {
  for (const missing of [null, undefined, '', ' ', { $date: null }, Infinity])
    expect(dateText(missing)).toBe('');
  for (const unknown of [{}, [], [2026]]) expect(dateText(unknown)).not.toBe('');
});

test('R-253: a long text that resembles a date is read in linear time', () => {
  for (const part of ['1', ' ', 'a', '1 ', '-', 'मार्च ', '5 March 2026 ']) {
    const text = part.repeat(100_000);
    expect(parseDay(text)).toBeNull();
    expect(dateText(text).length).toBeLessThan(200);
  }
});
