import { expect, test } from 'vitest';
import {
  foldedWords,
  indexTerms,
  isSameWord,
  narrowingWords,
  soundTerms,
  queryWords,
  findStem,
} from '../../../../../server/publish/search/words.ts';

test('a word and its plural have one stem, and a word that is no plural is its own', () => {
  const stemsOf = (words: string) => words.split(' ').map(findStem).join(' ');
  expect(stemsOf('events fees buses classes boxes matches wishes days')).toBe(
    'event fee bus class box match wish day',
  );
  const words = 'event fee news bus class this gas';
  expect(stemsOf(words)).toBe(words);
});

test('addresses are words, all are compared without case, accents, joiners, nukta and candrabindu', () => {
  const written =
    'www.a.example/x?y=1 https://b.example gis.in Office.A+b@gis.example Café पढ़ाई चाँद हिन्‍दी 12th';
  const folded =
    'www.a.example/x?y=1 https://b.example gis.in office.a+b@gis.example cafe पढाई चांद हिंदी 12th';
  expect(foldedWords(`“${written}”!`)).toEqual(folded.split(' '));
});

test.each([
  ['vigyan', 'विज्ञान'],
  ['mahatma', 'महात्मा'],
  ['taxi', 'टैक्सी'],
  ['dakhila', 'दाखिला'],
  ['principal', 'प्रिंसिपल'],
  ['school', 'स्कूल'],
  ['warshik', 'वार्षिक'],
  ['campus', 'कैंपस'],
  ['quiz', 'क्विज'],
  ['siddiqui', 'सिद्दीकी'],
])('%s and %s sound alike', (latin, hindi) => {
  expect(soundTerms(latin, 'other')).toHaveLength(1);
  expect(indexTerms(hindi).slice(1)).toEqual(soundTerms(latin, 'other'));
  expect(indexTerms(latin).slice(1)).toEqual(soundTerms(hindi, 'other'));
});

test.each([
  ['chutti', 'छोटी'],
  ['udise', 'दिशा'],
  ['mission', 'मशीन'],
  ['address', 'ड्रेस'],
])('%s and %s are two words', (latin, hindi) => {
  expect(isSameWord(latin, hindi)).toBe(false);
  const terms = indexTerms(hindi);
  expect(soundTerms(latin, 'other').filter((term) => terms.includes(term))).toEqual([]);
});

test.each([
  ['jobs', 'job'],
  ['chutti', 'छुट्टियाँ'],
  ['छुट्टियों', 'छुट्टी'],
  ['किताबों', 'किताबें'],
])('%s and %s are one word, but for the script and the ending of a plural', (one, other) => {
  const [first = '', second = ''] = foldedWords(`${one} ${other}`);
  expect(isSameWord(first, second)).toBe(true);
});

test('a degree is one word, and the end of a sentence is not', () => {
  expect(foldedWords('M.Sc., B.Ed. (or D.El.Ed.); Class X. The B.A').join(' ')).toBe(
    'm.sc b.ed or d.el.ed class x the b.a',
  );
});

test('an amount is one word, with commas or without', () => {
  expect(foldedWords('₹ 29,700, 1,08,000, classes 9,10').join(' ')).toBe(
    '29700 108000 classes 9 10',
  );
});

test('a session is one word, in each of its spellings, and other figures are not', () => {
  expect(foldedWords('2026-27, 2026–2027, 2026/27, २०२६-२७').join(' ')).toBe(
    '2026-27 2026-27 2026-27 2026-27',
  );
  expect(foldedWords('2026-11-20, 28-01-2026, +91-5692-000021').join(' ')).toBe(
    '2026 11 20 28 01 2026 91 5692 000021',
  );
});

test('the number of a class is a figure, as it is written or said', () => {
  const written = ['XII', '12th', '12वीं', 'बारहवीं', 'barahvi', '12'].join(' ');
  expect(new Set(foldedWords(written).map(findStem))).toEqual(new Set(['12']));
});

test.each([
  ['fees 2026-27', '2026-27'],
  ['result of class 10 in 2025', 'class 10 2025'],
  ['कक्षा 6 प्रवेश', 'कक्षा 6'],
  ['12th topper', '12th'],
  ['VIII trip', 'viii'],
  ['class teacher', ''],
  ['class 10', 'class 10'],
  ['2026-27', '2026-27'],
])('what narrows %s is "%s"', (query, narrowing) => {
  expect(narrowingWords(queryWords(query)).join(' ')).toBe(narrowing);
});

test('small words count only in a query that has no others', () => {
  expect(queryWords('The Annual Day of the school')).toEqual(['annual', 'day']);
  expect(queryWords('of the of')).toEqual(['of', 'the']);
  expect(queryWords('the school')).toEqual(['school']);
  expect(queryWords('school kahan hai')).toEqual([]);
  expect(queryWords('how much for class 6')).toEqual([]);
});
