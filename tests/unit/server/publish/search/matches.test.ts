import { expect, test } from 'vitest';
import { excerptWithMatch } from '../../../../../server/publish/search/matches.ts';
import { indexTerms } from '../../../../../server/publish/search/words.ts';

test('an excerpt is the part of a long text with the first match, whole words of up to 200 characters', () => {
  const words = Array.from({ length: 100 }, (_, at) => `word${at}`).join(' ');
  const excerpt = excerptWithMatch(`${words} fees ${words}`, indexTerms('fees'));
  expect(excerpt).toMatch(/^… word9\d (?:word9\d )+fees word0 word1 .* word\d\d …$/);
  expect(excerpt.length).toBeGreaterThan(180);
  expect(excerpt.length).toBeLessThanOrEqual(204);
  expect(excerptWithMatch(words, ['none'])).toMatch(/^word0 word1 .* word\d\d …$/);
  expect(excerptWithMatch(`${words} fees`, indexTerms('fees'))).toMatch(/^… word9\d .* fees$/);
  expect(excerptWithMatch('Fees are due.', ['none'])).toBe('Fees are due.');
  // Within no character of a text without blanks.
  expect(excerptWithMatch('😀'.repeat(110).padStart(221, 'x'), [])).toBe(`x${'😀'.repeat(99)} …`);
});
