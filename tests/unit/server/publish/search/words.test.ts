import { expect, test } from 'vitest';
import {
  foldedWords,
  indexTerms,
  otherScriptTerms,
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
  ['zila', 'जिला'],
  ['qila', 'किला'],
  ['vigyan', 'विज्ञान'],
  ['mahatma', 'महात्मा'],
  ['taxi', 'टैक्सी'],
  ['phool', 'फूल'],
  ['chhutti', 'छुट्टी'],
  ['school', 'स्कूल'],
  ['warshik', 'वार्षिक'],
  ['campus', 'कैंपस'],
  ['quiz', 'क्विज'],
  ['siddiqui', 'सिद्दीकी'],
])('%s and %s sound alike', (latin, hindi) => {
  expect(indexTerms(hindi).slice(1)).toEqual(otherScriptTerms(latin));
  expect(indexTerms(latin).slice(1)).toEqual(otherScriptTerms(hindi));
});

test('small words count only in a query that has no others', () => {
  expect(queryWords('The Annual Day of the school', 2)).toEqual(['annual', 'day']);
  expect(queryWords('of the of', 5)).toEqual(['of', 'the']);
});
