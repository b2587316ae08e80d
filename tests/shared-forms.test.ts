import { describe, expect, test } from 'vitest';
import { createPdfScan, cvTooLarge, MAX_CV_BYTES } from '../shared/forms/cv.ts';
import { hasDigits, PHONE_HINTS, phoneHint, readPhone } from '../shared/forms/phone.ts';
import { cleanLine, cleanText, isBlank } from '../shared/forms/text.ts';
import { checkForm } from '../shared/forms.ts';
import { pdfBytes } from './harness/pdf.ts';

/** The same numbers from 0 to 1 in each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('a CV', () => {
  /** What a scan says of a file that comes in pieces of `size` bytes. */
  function isPdf(file: Buffer, size: number): boolean {
    const scan = createPdfScan();
    for (let at = 0; at < file.length; at += size) scan.add(file.subarray(at, at + size));
    expect(scan.isPdf() && scan.isRuledOut()).toBe(false);
    return scan.isPdf();
  }

  const pdf = pdfBytes(1_500);
  const cases: [what: string, file: Buffer, expected: boolean][] = [
    ['a plain PDF', pdf, true],
    ['a byte order mark before it', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf]), true],
    ['1,024 bytes before it', Buffer.concat([Buffer.alloc(1_024, '%'), pdf]), true],
    ['1,025 bytes before it', Buffer.concat([Buffer.alloc(1_025, '%'), pdf]), false],
    ['padding after it', Buffer.concat([pdf, Buffer.alloc(9_000)]), true],
    ['its second half missing', pdf.subarray(0, 750), false],
    ['its first half missing', pdf.subarray(750), false],
    ['the end before the header', Buffer.from('%%EOF %PDF-1.7'), false],
    ['another kind', Buffer.from('PK\u0003\u0004 %PD F- %%EOF'), false],
    ['nothing', Buffer.alloc(0), false],
  ];
  test.each(cases)('R-208: %s, in pieces of any size', (_what, file, expected) => {
    for (const size of [1, 2, 3, 4, 5, 7, 64, 1_024, 1_029, 100_000])
      expect([size, isPdf(file, size)]).toEqual([size, expected]);
  });

  test('a file without a header is ruled out as soon as its beginning is known', () => {
    const scan = createPdfScan();
    scan.add(Buffer.alloc(1_028));
    expect(scan.isRuledOut()).toBe(false);
    scan.add(Buffer.alloc(1));
    expect(scan.isRuledOut()).toBe(true);
  });

  test('a file that is too large gets a message with its size and the limit', () => {
    expect(cvTooLarge(MAX_CV_BYTES + 1)).toBe(
      'The file has 5.1 MB, the limit is 5 MB. Please choose a smaller one.',
    );
    expect(cvTooLarge(7_340_032)).toContain('has 7 MB');
    expect(cvTooLarge(null)).toBe('The file is larger than 5 MB. Please choose a smaller one.');
  });
});

describe('a telephone number', () => {
  const random = createRandom(7);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
    items[below(items.length)] ?? items[0];

  /** Ten random digits, the first not 0. */
  const someNumber = () => `${1 + below(9)}${Array.from({ length: 9 }, () => below(10)).join('')}`;

  const BEFORE = [
    '',
    '',
    '+91',
    '+91 ',
    '+91-',
    '(+91) ',
    '0091',
    '00 91 ',
    '0',
    '91',
    '+91 (0)',
    'tel:+91',
    '\uff0b91',
  ] as const;
  const BETWEEN = [
    '',
    '',
    '',
    ' ',
    '\u00a0',
    '\u2009',
    '-',
    '\u2010',
    '\u2011',
    '\u2013',
    '\u2014',
    '\u2212',
    '.',
    '\u00b7',
    '(',
    ')',
    '[',
    ']',
    '\t',
    '\u200b',
    '\u202c',
    '\u200e',
  ] as const;

  test('R-204: ten digits are read however they are written, in the digits of every script', () => {
    for (const numberingSystem of Intl.supportedValuesOf('numberingSystem')) {
      const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
      const digits = Array.from({ length: 10 }, (_, value) => format.format(value));
      // Roman and Chinese numerals and the like are no digits.
      if (!digits.every((digit) => /^\p{Nd}$/u.test(digit))) continue;
      for (let round = 0; round < 20; round += 1) {
        const number = someNumber();
        const written = Array.from(number, (digit) => pick(BETWEEN) + digits[Number(digit)]);
        const text = ` ${pick(BEFORE)}${written.join('')}${pick(BETWEEN)} `;
        expect([numberingSystem, text, readPhone(text)]).toEqual([numberingSystem, text, number]);
      }
    }
  });

  test('R-197: what is not ten digits, or has something else in it, is not read', () => {
    for (const text of [
      '',
      ' ',
      '12345',
      '12345678901',
      '12345abcde',
      '123456789012',
      '+9876543210',
      '+1 202 555 0123',
      '+91 98765 4321',
      '98765+43210',
      '98765/43210',
      '9876543210 9876543210',
      '9876543210 ext 5',
      '9876543210x',
      'call me',
      '++919876543210',
      '९८७६५',
    ])
      expect([text, readPhone(text)]).toEqual([text, null]);
  });

  test('a number that was read is read again as itself, and no text makes it throw', () => {
    for (let round = 0; round < 5_000; round += 1) {
      const text = Array.from({ length: below(24) }, () =>
        String.fromCharCode(
          pick([below(128), below(0x10000), 0x30 + below(10), 0x966 + below(10)]),
        ),
      ).join('');
      const phone = readPhone(text) ?? '0000000000';
      expect([text, phone, readPhone(phone)]).toEqual([
        text,
        expect.stringMatching(/^[0-9]{10}$/),
        phone,
      ]);
    }
  });

  test('each form asks of it what the specification asks', () => {
    const phones = (form: 'getInTouch' | 'career' | 'admission', phone: string) => {
      const given = {
        name: 'a',
        email: 'a@b.co',
        message: 'm',
        subject: 's',
        mailType: 't',
        experience: 'e',
        fatherName: 'f',
        school1: 's',
        class: '1',
      };
      const check = checkForm(form, { ...given, phone, phone1: '१२' });
      return check.isValid ? check.values['phone'] : check.errors;
    };
    const rows: [phone: string, touch: unknown, career: unknown, admission: unknown][] = [
      ['+91 98765-43210', '9876543210', '9876543210', '9876543210'],
      ['12345', { phone: 'Phone number must be 10 digits' }, '12345', '12345'],
      [
        '9876543210 / 0123',
        { phone: 'Phone number must be 10 digits' },
        '9876543210 / 0123',
        '9876543210 / 0123',
      ],
      [
        'call me',
        { phone: 'Phone number must be 10 digits' },
        { phone: 'Please enter the number in digits.' },
        'call me',
      ],
      [
        '\u200b ',
        { phone: 'Phone number is required' },
        { phone: 'Contact Number is required.' },
        { phone: 'Phone Number is required.' },
      ],
    ];
    for (const [phone, touch, career, admission] of rows)
      expect([
        phone,
        phones('getInTouch', phone),
        phones('career', phone),
        phones('admission', phone),
      ]).toEqual([phone, touch, career, admission]);
    expect(phones('getInTouch', 'x'.repeat(5_000))).toEqual({
      phone: 'Phone number must be 10 digits',
    });
  });

  test('the hint speaks of what cannot be read only', () => {
    expect(['', ' ', '98765 43210', '12345', 'x'].map(phoneHint)).toEqual([
      PHONE_HINTS.usual,
      PHONE_HINTS.usual,
      PHONE_HINTS.usual,
      PHONE_HINTS.unread,
      PHONE_HINTS.unread,
    ]);
    expect(['', 'x', '1', '१'].map(hasDigits)).toEqual([false, false, true, true]);
  });
});

describe('a text', () => {
  const rows: [what: string, text: string, line: string, lines: string][] = [
    ['a header that is smuggled in', 'a\r\nBcc: x', 'a Bcc: x', 'a\nBcc: x'],
    [
      'line ends of all kinds',
      'a\rb\vc\fd\u0085e\u2028f\u2029g',
      'a b c d e f g',
      'a\nb\nc\nd\ne\nf\ng',
    ],
    ['tabs and empty lines', 'a\tb  \n\n  c', 'a b c', 'a\tb  \n\n  c'],
    ['spaces around', ' \u00a0a  b\ufeff\n', 'a  b', 'a  b'],
    ['nothing visible', '\u200b\u200d\u2060\ufeff\u00ad\u2800\u3164', '', ''],
    [
      'directional overrides and isolates',
      'a\u202egnp.exe\u202c \u2066b\u2069',
      'agnp.exe b',
      'agnp.exe b',
    ],
    ['controls', 'a\u0001\u0007\u001b\u007f\u009fb', 'ab', 'ab'],
    ['invisible spaces in a word', 'A\u200bs\u2060h\u00ada', 'Asha', 'Asha'],
    ['letters and accents apart', 'Rene\u0301', 'Ren\u00e9', 'Ren\u00e9'],
    ['joiners of Hindi words', 'क्\u200dष श्\u200cर', 'क्\u200dष श्\u200cर', 'क्\u200dष श्\u200cर'],
    ['a family of emoji', '👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧'],
    ['a right-to-left name', 'علی\u200f (Ali)', 'علی\u200f (Ali)', 'علی\u200f (Ali)'],
  ];
  test.each(rows)('%s: a line and lines of it', (_what, text, line, lines) => {
    expect([cleanLine(text), cleanText(text)]).toEqual([line, lines]);
  });

  test('what was cleaned stays as it is, has no control in it, and is empty when it looks so', () => {
    const random = createRandom(11);
    const pool = Array.from(
      'ab é\n\r\t\v\f\u0085\u2028\u200b\u200c\u200d\u202e\u2066\u2069\ufeff\u00ad\u0000\u0001\u009fक्ष़ ेe\u0301\u0300\u3164\u2800👧',
    );
    for (let round = 0; round < 5_000; round += 1) {
      const text = Array.from(
        { length: Math.floor(random() * 9) },
        () => pool[Math.floor(random() * pool.length)],
      ).join('');
      const [line, lines] = [cleanLine(text), cleanText(text)];
      expect([text, cleanLine(line), cleanText(lines)]).toEqual([text, line, lines]);
      expect(line).not.toMatch(/(?!\0)\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      expect(lines).not.toMatch(/(?![\0\t\n])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      expect([text, line === '', lines === '']).toEqual([text, isBlank(line), isBlank(lines)]);
    }
  });

  test('a text that is too long is rejected, not cut', () => {
    const check = checkForm('getInTouch', {
      name: 'x'.repeat(101),
      email: `${'e'.repeat(250)}@b.co`,
      phone: '9876543210',
      message: `${'é'.repeat(5_000)} `,
    });
    expect(check).toEqual({
      isValid: false,
      errors: {
        name: 'Please use at most 100 characters.',
        email: 'Please use at most 254 characters.',
      },
    });
    expect(checkForm('getInTouch', { message: 'x'.repeat(12_345) })).toMatchObject({
      errors: { message: 'Please use at most 5,000 characters.' },
    });
  });
});
