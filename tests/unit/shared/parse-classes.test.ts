import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLASSES, formatClasses, type SchoolClass } from '../../../shared/classes.ts';
import { fillText } from '../../../shared/fill-text.ts';
import { parseClasses } from '../../../shared/parse-classes.ts';
import { ENGLISH } from '../../../shared/translation.ts';
import { holds } from '../../support/holds.ts';

function read(text: string): string {
  const parsed = parseClasses(text);
  return 'classes' in parsed
    ? formatClasses(parsed.classes, ENGLISH)
    : fillText(parsed.text, parsed.values);
}

test.each([
  ['Nursery to V', 'Nursery to V'],
  ['nursery To v', 'Nursery to V'],
  ['VI to XII', 'VI to XII'],
  ['LKG, UKG', 'LKG and UKG'],
  ['L.K.G. & U.K.G.', 'LKG and UKG'],
  ['KG', 'LKG and UKG'],
  ['KG to II', 'LKG to II'],
  ['Class IX and XI', 'Class IX and XI'],
  ['Nursery-VIII', 'Nursery to VIII'],
  ['Nursery – Class VIII', 'Nursery to VIII'],
  ['Nursery upto 8th', 'Nursery to VIII'],
  ['up to Class VIII', 'Nursery to VIII'],
  ['Up-to VIII', 'Nursery to VIII'],
  ['VIII and below', 'Nursery to VIII'],
  ['till class 8', 'Nursery to VIII'],
  ['Pre-primary to VIII', 'Nursery to VIII'],
  ['IX onwards', 'IX to XII'],
  ['Class 9 & above', 'IX to XII'],
  ['1 to 5', 'I to V'],
  ['1to5', 'I to V'],
  ['Ist to Vth', 'I to V'],
  ['X', 'Class X'],
  ['Class 10th', 'Class X'],
  ['Class 06 to 08', 'VI to VIII'],
  ['नर्सरी से कक्षा 08 वी तक', 'Nursery to VIII'],
  ['Ⅷ', 'Class VIII'],
  ['I-V & IX', 'I to V and IX'],
  ['XI, IX', 'Class IX and XI'],
  ['IX, X & XI', 'IX to XI'],
  ['Nursery to III, III to V', 'Nursery to V'],
  ['all', 'Nursery to XII'],
  ['All classes except X and XII', 'Nursery to IX and XI'],
  ['कक्षा 9 से 12', 'IX to XII'],
  ['कक्षा ९ से १२ तक', 'IX to XII'],
  ['कक्षा 9 और 11', 'Class IX and XI'],
  ['कक्षा 8 तक', 'Nursery to VIII'],
  ['नर्सरी से आठवीं तक', 'Nursery to VIII'],
  ['प्री-प्राइमरी से कक्षा 8 तक', 'Nursery to VIII'],
  ['कक्षा एक से पांच', 'I to V'],
  ['कक्षा 9 से ऊपर', 'IX to XII'],
  ['एलकेजी, यूकेजी', 'LKG and UKG'],
])('%j are the classes %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ['V to Nursery', 'is backwards: write the lower class first, "Nursery to V"'],
  ['12-9', 'is backwards: write the lower class first, "IX to XII"'],
  ['Nursery to primary', 'has "primary", which is no class: write classes such as'],
  ['Play group', 'has "play", which is no class'],
  ['VI-A', 'has "a", which is no class'],
  ['0 to 5', 'has "0", which is no class'],
  ['I to XIII', 'has "xiii", which is no class'],
  ['KG-I', 'has KG with a number'],
  ['KG 2', 'has KG with a number'],
  ['IX X', 'must be classes'],
  ['IX to', 'must be classes'],
  ['to IX', 'must be classes'],
  ['1-5-8', 'must be classes'],
  ['X except X', 'must be classes'],
  ['I except', 'must be classes'],
  [' , ', 'must be classes'],
  ['', 'must be classes'],
  ['I, '.repeat(100), 'must be classes'],
])('%j is an error: %s', (text, expected) => {
  expect(read(text)).toContain(expected);
});

test('what is written for any classes is read back as these', () =>
  holds(
    fc.property(fc.subarray<SchoolClass>([...CLASSES], { minLength: 1 }), (classes) => {
      expect(parseClasses(formatClasses(classes, ENGLISH))).toEqual({ classes });
    }),
  ));

test('words in any order are classes in order, or an error with an example', () => {
  const words = [
    'Nursery',
    'to',
    'V',
    '-',
    ',',
    'and',
    'X',
    'up to',
    'onwards',
    'except',
    'all',
    'कक्षा',
    'तक',
    '9',
  ];
  const texts = fc
    .array(fc.constantFrom(...words), { maxLength: 8 })
    .map((parts) => parts.join(' '));
  return holds(
    fc.property(texts, (text) => {
      const parsed = parseClasses(text);
      const classes = 'classes' in parsed ? parsed.classes : [];
      const error = 'text' in parsed ? fillText(parsed.text, parsed.values) : '';
      expect(classes).toEqual(CLASSES.filter((each) => classes.includes(each)));
      expect(classes.length > 0).toBe(error === '');
      expect(error).toMatch(/write|^$/);
    }),
  );
});
