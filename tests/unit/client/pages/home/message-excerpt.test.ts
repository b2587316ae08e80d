import { describe, expect, test } from 'vitest';
import { messageExcerpt } from '../../../../../client/pages/home/message-excerpt.ts';

describe('the excerpt of a letter', () => {
  test.each([
    ['Dear parents and students, The gate opened. All came in.', 'The gate opened. All came in.'],
    ['My dear children! Read every day.', 'Read every day.'],
    ['प्रिय अभिभावको और विद्यार्थियो, विद्यालय खुल गया।', 'विद्यालय खुल गया।'],
    ['Dearest of all is a book.', 'Dearest of all is a book.'],
  ])('%j begins after its salutation', (letter, text) => {
    expect(messageExcerpt(letter, 100)).toBe(text);
  });

  test('it ends with a sentence', () => {
    const letter =
      'Dear parents, The gate opened at 7.50. "All came in." Then we began to read together.';
    expect(messageExcerpt(letter, 60)).toBe('The gate opened at 7.50. "All came in."');
  });

  test('one sentence that is too long is cut between words', () => {
    expect(messageExcerpt('word '.repeat(40), 30)).toBe('word word word word word…');
  });
});
