import { expect, test } from 'vitest';
import { readEventTimes } from '../../../shared/event-times.ts';

/** In 24 hours: `9:30-10:30`. */
function timesOf(text: string): string | null {
  const clockOf = (minutes: number) =>
    `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  const known = readEventTimes(text);
  return known && `${clockOf(known.start)}-${clockOf(known.end)}`;
}

test.each([
  [
    'spaces, dots and words around a time',
    '10:00-11:00',
    (
      ' 10   AM |10 A. M.|10 a.m|10 A M|at  10 AM|From 10 AM|10.00 am|10 am.|' +
      '10 AM onward|10AMonwards|10 AM (IST)|10 AM   IST.|10:00 hr|10:00hrs|10:00 hour|' +
      '10:00 hours'
    ).split('|'),
  ],
  [
    'words between two times',
    '10:00-13:00',
    '10AM-1PM|10 AM – 1 PM|10 AM — 1 PM|10 AM to 1 PM|10 AM until 1 PM|10 AM till 1 PM'.split('|'),
  ],
  [
    'seconds, as databases write them',
    '10:00-11:00',
    ['10:00:00', '10:00:00 AM', '10:00:00.0000000', '10:00:00 - 11:00:00'],
  ],
  ['digits of Hindi', '10:30-11:30', ['१०:३०', '१०:३० AM', '१०:३० – ११:३०']],
  [
    'midnight at the end',
    '18:00-24:00',
    '6:00 PM - 12:00 AM|6 PM to 12 midnight|6 PM till midnight|18:00 - 24:00|18:00 - 00:00'.split(
      '|',
    ),
  ],
  ['the last minute of an hour', '10:59-11:59', ['10:59 AM']],
  ['the first hour', '0:00-1:00', ['12 AM']],
  ['noon', '12:00-13:00', ['12 PM', '12 noon', '12:00 noon']],
  ['a late start', '23:45-24:00', ['11:45 PM', '23:45']],
  ['the last hour', '23:00-24:00', ['23:00']],
  ['one digit from seven on', '7:00-8:00', ['7:00']],
  ['two digits before seven', '6:59-7:59', ['06:59']],
  ['a start in the half of its end', '13:00-14:00', ['1 - 2 PM']],
  ['a start in the half before its end', '11:00-13:00', ['11 - 1 PM']],
  ['noon before its end', '12:00-13:00', ['12 - 1 PM']],
  ['a start before noon', '8:00-12:00', ['8 - 12 noon']],
  ['an end with AM', '9:00-11:00', ['9 - 11 am', '9:00 AM - 11:00']],
  ['an end with hours', '10:00-11:00', ['10:00 - 11:00 hrs']],
  ['a word before or after', '8:00-9:00', ['Reporting time: 8:00 AM', 'Time - 8 am', '8 am sharp']],
  [
    'Hindi in the morning',
    '10:00-11:00',
    (
      'सुबह 10 बजे|प्रातः 10 बजे|प्रात: 10:00 बजे|प्रातःकाल 10 बजे से|सुबह १० बजे|सुबह दस बजे|10 बजे सुबह|' +
      'समय: सुबह 10 बजे|सुबह 10 बजे पर|सुबह 10 बजे से प्रारंभ|10 बजे|पूर्वाह्न 10.00 बजे|10:00 AM बजे'
    ).split('|'),
  ],
  [
    'Hindi with a preposition, or a colon and a dash',
    '10:00-11:00',
    'सुबह के 10 बजे|सुबह में 10 बजे|दिन के 10 बजे|10 बजे दिन में|समय:- 10 बजे|समयः सुबह 10 बजे|समय :- सुबह 10:00 बजे|Time:- 10 AM'.split(
      '|',
    ),
  ],
  [
    'Hindi with two digits before nine',
    '16:30-18:00',
    [
      'शाम 04:30 बजे से 06:00 बजे तक',
      'सायं काल 04:30 से सायं 06:00 बजे',
      'शाम 04:30 से लेकर शाम 06:00 बजे तक',
    ],
  ],
  ['Hindi of half past noon', '12:30-13:30', ['दोपहर 12:30', 'दोपहर 12:30 बजे', 'दिन के 12:30 बजे']],
  [
    'Hindi at noon',
    '13:00-14:00',
    [
      'अपराह्न 01:00 बजे',
      'दिन में 1 बजे',
      'दोपहर 1 बजे',
      'दोपहर एक बजे',
      '1 बजे दोपहर',
      '1 बजे',
      '13:00 बजे',
    ],
  ],
  [
    'Hindi in the evening',
    '17:00-18:00',
    ['शाम 5 बजे', 'सायं 5:00 बजे', 'सायंकाल पाँच बजे', 'संध्या पांच बजे'],
  ],
  ['Hindi at night', '20:00-21:00', ['रात 8 बजे', 'रात्रि 8:00 बजे']],
  [
    'a half hour of Hindi',
    '9:30-10:30',
    ['साढ़े 9 बजे', 'सुबह साढ़े नौ बजे', 'साढे 9 बजे', 'साढ़े 9', '9 बजकर 30 मिनट'],
  ],
  ['a quarter past of Hindi', '10:15-11:15', ['सवा 10 बजे', 'सवा 10', 'सुबह सवा दस बजे']],
  ['a quarter to of Hindi', '10:45-11:45', ['पौने 11 बजे', 'पौने 11']],
  ['one and a half of Hindi', '13:30-14:30', ['डेढ़ बजे', 'दोपहर डेढ़ बजे']],
  ['two and a half of Hindi', '14:30-15:30', ['ढाई बजे', 'दोपहर ढाई बजे']],
  [
    'Hindi from one time to another',
    '9:30-12:00',
    (
      'प्रातः 9:30 से 12:00 बजे तक|सुबह 9:30 बजे से 12 बजे तक|सुबह साढ़े 9 बजे से दोपहर 12 बजे तक|' +
      'सुबह 9:30 - दोपहर 12:00 बजे|9:30 से 12 बजे|9:30 AM से 12:00 PM तक|9:30 से दोपहर 12 बजे'
    ).split('|'),
  ],
  [
    'Hindi over noon',
    '10:00-13:00',
    ['सुबह 10 बजे से दोपहर 1 बजे तक', 'सुबह 10 से 1 बजे तक', '10 से 1 बजे'],
  ],
  ['Hindi of the evening to the night', '18:00-24:00', ['शाम 6 बजे से रात 12 बजे तक']],
  ['both halves', '1:00-14:00', ['1 AM - 2 PM']],
])('%s: %s', (_what, times, texts) => {
  for (const text of texts) expect([text, timesOf(text)]).toEqual([text, times]);
});

test.each([
  [
    'no time',
    [
      '',
      'सुबह',
      'प्रार्थना सभा के बाद',
      'सुबह 10 बजे (कक्षा 5)',
      'After the assembly',
      '10',
      'x10 AM',
      '10 AMx',
      '110 AM',
      '9'.repeat(10_000),
    ],
  ],
  [
    'no time of a day',
    ['10:60 AM', '0 AM', '13 AM', '11 noon', '12:30 noon', '24:00', '10:5 AM', '10:00:60'],
  ],
  [
    'morning or afternoon',
    'रात 12 बजे|5 बजे|सुबह 10 बजे 11 बजे|4:00|6:59|6:59 hrs|10:00 - 1:00|9 - 11|11 AM - 1|10 - 11:00|10 - 11:30 hrs'.split(
      '|',
    ),
  ],
  ['no end after the start', ['10 AM - 10 AM', '11 PM - 2 AM', '10:00 - 24:30']],
  ['two times without a word between', ['10 AM 1 PM', '10:00 AM, then 4 PM']],
])('%s is not read', (_what, texts) => {
  for (const text of texts) expect([text, readEventTimes(text)]).toEqual([text, null]);
});
