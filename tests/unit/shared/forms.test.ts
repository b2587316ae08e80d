import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cvTooLarge, MAX_CV_BYTES, getPdfState } from '../../../shared/forms/cv.ts';
import {
  hasDigits,
  isOnlyDigits,
  PHONE_HINTS,
  phoneHint,
  readPhone,
} from '../../../shared/forms/phone.ts';
import { ENGLISH } from '../../../shared/translation.ts';
import { cleanLine, cleanText, isBlank } from '../../../shared/forms/text.ts';
import { checkForm, lengthError, type FormErrors, type FormName } from '../../../shared/forms.ts';
import { ADMISSION, CAREER, ENQUIRY } from '../../support/form-page.ts';
import { holds } from '../../support/holds.ts';
import { pdfBytes } from '../../support/pdf.ts';

const tooLong = (characters: string) => ({
  text: 'Please use at most {count} characters.',
  values: { count: characters },
});

function errorsOf(form: FormName, fields: Readonly<Record<string, string>> = {}): FormErrors {
  const check = checkForm(form, fields);
  return check.isValid ? {} : check.errors;
}

describe('a CV', () => {
  const pdf = pdfBytes(1_500);
  const cases: [what: string, file: Buffer, state: ReturnType<typeof getPdfState>][] = [
    ['a plain PDF', pdf, 'complete'],
    [
      'a byte order mark before it',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf]),
      'complete',
    ],
    ['1,024 bytes before it', Buffer.concat([Buffer.alloc(1_024, '%'), pdf]), 'complete'],
    ['1,025 bytes before it', Buffer.concat([Buffer.alloc(1_025, '%'), pdf]), 'none'],
    ['padding after it', Buffer.concat([pdf, Buffer.alloc(9_000)]), 'complete'],
    ['its second half missing', pdf.subarray(0, 750), 'begun'],
    ['its first half missing', pdf.subarray(750), 'none'],
    ['the end before the header', Buffer.from('%%EOF %PDF-1.7'), 'begun'],
    ['another kind', Buffer.from('PK\u0003\u0004 %PD F- %%EOF'), 'none'],
    ['no object in it', Buffer.from('%PDF-%%EOF'), 'begun'],
    ['its object after the end', Buffer.from('%PDF-1.7 %%EOF 1 0 obj'), 'begun'],
    ['nothing', Buffer.alloc(0), 'none'],
  ];
  test.each(cases)('R-208: %s, as bytes and as a text', (_what, file, state) => {
    expect([getPdfState(file), getPdfState(file.toString('latin1'))]).toEqual([state, state]);
  });

  test.each([' ', '\n', '\r', '\t', '\f', '\0'])(
    'W2: %j between the parts of an object is white space',
    (space) => {
      const text = pdf.toString('latin1').replace(' 0 obj', `${space}0${space}obj`);
      expect(getPdfState(Buffer.from(text, 'latin1'))).toBe('complete');
    },
  );

  test('a file that is too large gets a message with its size and the limit', () => {
    expect(ENGLISH.message(cvTooLarge(MAX_CV_BYTES + 1))).toBe(
      'This file is 5.1 MB. The limit is 5 MB. Please choose a smaller one.',
    );
    expect(ENGLISH.message(cvTooLarge(7_340_032))).toContain('is 7 MB');
    expect(ENGLISH.message(cvTooLarge(null))).toBe(
      'This file is larger than 5 MB. Please choose a smaller one.',
    );
  });
});

describe('a telephone number', () => {
  test('R-197: anything but ten digits is not read', () => {
    for (const text of [
      '',
      ...(
        '12345|12345678901|12345abcde|+9876543210|+1 202 555 0123|+91 98765 4321|' +
        '98765+43210|9876543210 9876543210|9876543210x|call me|++919876543210|९८७६५'
      ).split('|'),
    ])
      expect([text, readPhone(text)]).toEqual([text, null]);
  });

  test('R-204: a country code and a leading 0 are left out', () => {
    for (const text of ['919876543210', '0091 98765 43210', '09876543210', '+91 (0)98765-43210'])
      expect([text, readPhone(text)]).toEqual([text, '9876543210']);
  });

  test('R-204: digits of any script are read, whatever separates them', () => {
    const separated = '98765.43210|98765·43210|98765•43210|98765−43210|98765–43210|[98765] 43210';
    const scripts =
      '९८७६५ ४३२१०|٩٨٧٦٥٤٣٢١٠|９８７６５４３２１０|＋９１ 98765 43210|\u202a98765\u00ad43210\u202c';
    for (const text of `${separated}|${scripts}`.split('|'))
      expect([text, readPhone(text)]).toEqual([text, '9876543210']);
  });

  test('the text of a tel: link is read, and no other word before it', () => {
    for (const text of ['tel:9876543210', ' TEL:+91 98765 43210', '  tel: 9876543210'])
      expect([text, readPhone(text)]).toEqual([text, '9876543210']);
    expect(['x tel:9876543210', '(tel:9876543210)'].map(readPhone)).toEqual([null, null]);
  });

  test('digits of any script, and nothing else, are only digits', () => {
    const texts = ['1', '42', '१२', '1१', '', '1a', 'a1', '1 2', '-1', 'a'];
    expect(texts.filter(isOnlyDigits)).toEqual(['1', '42', '१२', '1१']);
  });

  test('each form requires what the specification requires', () => {
    const fields = { ...ENQUIRY, ...CAREER, ...ADMISSION };
    const phones = (form: 'getInTouch' | 'career' | 'admission', phone: string) => {
      const check = checkForm(form, { ...fields, phone, phone1: '१२' });
      return check.isValid ? check.values['phone'] : check.errors;
    };
    const notTen = { phone: 'Phone number must be 10 digits' };
    const rows: [phone: string, touch: unknown, career: unknown, admission: unknown][] = [
      ['+91 98765-43210', '9876543210', '9876543210', '9876543210'],
      ['12345', notTen, '12345', '12345'],
      ['9876543210 / 0123', notTen, '9876543210 / 0123', '9876543210 / 0123'],
      ['call me', notTen, { phone: 'Please enter the number in digits.' }, 'call me'],
      [
        '\u200b ',
        { phone: 'Phone number is required' },
        { phone: 'Contact Number is required.' },
        { phone: 'Phone Number is required.' },
      ],
      ['x9876543210', notTen, 'x9876543210', 'x9876543210'],
    ];
    for (const [phone, touch, career, admission] of rows)
      expect([
        phone,
        phones('getInTouch', phone),
        phones('career', phone),
        phones('admission', phone),
      ]).toEqual([phone, touch, career, admission]);
    expect(phones('getInTouch', 'x'.repeat(5_000))).toEqual(notTen);
  });

  test('the hint changes only for unreadable numbers', () => {
    const { usual, unread } = PHONE_HINTS;
    const texts = ['', ' ', '98765 43210', '12345', 'x'];
    expect(texts.map(phoneHint)).toEqual([usual, usual, usual, unread, unread]);
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

  test('a cleaned text stays the same, has no control characters, and is empty when it looks so', () => {
    const pool = Array.from(
      'ab é\n\r\t\v\f\u0085\u2028\u200b\u200c\u200d\u202e\u2066\u2069\ufeff\u00ad\u0000\u0001\u009fक्ष़ ेe\u0301\u0300\u3164\u2800👧',
    );
    const texts = fc.array(fc.constantFrom(...pool), { maxLength: 8 });
    return holds(
      fc.property(texts, (letters) => {
        const text = letters.join('');
        const [line, lines] = [cleanLine(text), cleanText(text)];
        expect([text, cleanLine(line), cleanText(lines)]).toEqual([text, line, lines]);
        expect(line).not.toMatch(/(?!\0)\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect(lines).not.toMatch(/(?![\0\t\n])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect([text, line === '', lines === '']).toEqual([text, isBlank(line), isBlank(lines)]);
      }),
      { runs: 2_000 },
    );
  });

  test('a text that is too long is rejected, not cut', () => {
    const fields = {
      name: 'x'.repeat(101),
      email: `${'e'.repeat(250)}@b.co`,
      phone: '9876543210',
      message: `${'é'.repeat(5_000)} `,
    };
    const errors = { name: tooLong('100'), email: tooLong('254') };
    expect(errorsOf('getInTouch', fields)).toEqual(errors);
    const long = { ...fields, message: 'x'.repeat(12_345) };
    expect(errorsOf('getInTouch', long)).toEqual({ ...errors, message: tooLong('5,000') });
  });

  test('its length is checked while it is typed, in its own field', () => {
    expect(
      (
        [
          ['getInTouch', 'name', 'x'.repeat(101)],
          ['getInTouch', 'message', 'x'.repeat(101)],
          ['getInTouch', 'message', 'x'.repeat(5_001)],
          ['getInTouch', 'name', 'x'.repeat(100)],
          ['getInTouch', 'name', ''],
          ['getInTouch', 'name', 'a\0'],
          ['getInTouch', 'email', 'no address'],
          ['getInTouch', 'nothing', 'x'.repeat(101)],
          ['career', 'message', 'x'.repeat(5_001)],
        ] as const
      ).map(([form, name, text]) => lengthError(form, name, text)),
    ).toEqual([tooLong('100'), null, tooLong('5,000'), ...Array<null>(6).fill(null)]);
  });

  test('a look-up is written as the office writes it: plain spaces and digits, nothing invisible', () => {
    const typed = {
      admission: '\u200eGIS\u00ad-२०२४-\u200b००१\u00a0',
      name: 'Asha\u00a0\u3000Rao',
    };
    const check = checkForm('certificate', typed);
    expect(check.isValid && check.values).toEqual({ admission: 'GIS-2024-001', name: 'Asha Rao' });
  });

  test('characters that no browser sends have their own error', () => {
    for (const name of ['As\0ha', 'Asha \ud83d'])
      expect(errorsOf('certificate', { admission: '1', name })).toEqual({
        name: 'Please remove the characters that cannot be printed.',
      });
  });
});

describe('a form', () => {
  test('R-210 R-211 R-212 R-213 R-214 R-215: a missing field is empty', () => {
    expect(errorsOf('admission')).toEqual({
      name: 'Name is required.',
      fatherName: "Father's Name is required.",
      phone: 'Phone Number is required.',
      school1: 'School Name is required.',
      phone1: 'Phone Number is required.',
      class: 'Please select a class.',
    });
  });

  test('R-193 R-194 R-196 R-198 R-200 R-201 R-202 R-203 R-205 R-206 R-217: each empty field has the message of its form', () => {
    expect(errorsOf('getInTouch')).toEqual({
      name: 'Name is required.',
      email: 'Email is required',
      phone: 'Phone number is required',
      message: 'Message is required.',
    });
    expect(errorsOf('career')).toEqual({
      name: 'Name is required.',
      subject: 'Teaching Subject is required.',
      phone: 'Contact Number is required.',
      mailType: 'Post Applied  is required.',
      experience: 'Total Exp is required.',
    });
    expect(errorsOf('certificate')).toEqual({
      admission: 'Please fill in all fields',
      name: 'Please fill in all fields',
    });
  });

  test('R-195: an e-mail address has something before and after its @, and a dot behind it', () => {
    const errorOf = (email: string) => errorsOf('getInTouch', { email })['email'];
    for (const email of ['a@b.c', 'asha.k+1@mail.example.org'])
      expect([email, errorOf(email)]).toEqual([email, undefined]);
    for (const email of ['a', '@b.co', 'a@', 'a@b', 'a@.co', 'a@b.', 'a b@c.co', 'a@@b.co'])
      expect([email, errorOf(email)]).toEqual([email, 'Email is invalid']);
  });

  test('R-172, R-173, R-214: a class is one of the list', () => {
    const errorOf = (choice: string) => errorsOf('admission', { class: choice })['class'];
    for (const choice of ['nursery', 'lkg', 'ukg', '1', '12'])
      expect([choice, errorOf(choice)]).toEqual([choice, undefined]);
    for (const choice of ['', '0', '13', 'Class I', 'NURSERY'])
      expect([choice, errorOf(choice)]).toEqual([choice, 'Please select a class.']);
  });
});
