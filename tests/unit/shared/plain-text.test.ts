import { describe, expect, test } from 'vitest';
import { messageExcerpt, blocksToText, htmlToText } from '../../../shared/plain-text.ts';
import { excerpt } from '../../../shared/excerpt.ts';
import { cpuMs } from '../../support/cpu.ts';

test('R-088: the excerpt of a message is its words, without markup and invisible text', () => {
  const html =
    '<p>Dear <b>p</b><i>a</i>rents,</p><script>alert(1)</script><style>p{}</style><ul><li>one<li>two</ul>a&lt;b<br>c';
  expect(htmlToText(html)).toBe('Dear parents, one two a<b c');
  expect(
    blocksToText([
      { tag: 'h2', children: ['Title'] },
      { tag: 'p', children: ['a ', { tag: 'strong', children: ['b'] }] },
      { picture: 'x.svg', alt: 'x', caption: null },
      { tag: 'ul', children: ['c', 'c'].map((item) => ({ tag: 'li', children: [item] })) },
      { tag: 'blockquote', children: [{ tag: 'h3', children: ['d'] }] },
    ]),
  ).toBe('Title a b c c d');
});

test('R-088: deep or long HTML costs neither the stack nor much time', () => {
  const took = cpuMs(() => {
    expect(htmlToText(`${'<b><div>'.repeat(8_000)}end`)).toBe('');
    expect(htmlToText(`${'<div>'.repeat(3_000)}end`)).toBe('end');
  });
  expect(took).toBeLessThan(2_000);
});

test('R-088: an excerpt ends between words, never within a character', () => {
  expect(excerpt('  one\n two ', 20)).toBe('one two');
  expect(excerpt('one two', 7)).toBe('one two');
  expect(excerpt('one two, three four', 12)).toBe('one two…');
  expect(excerpt('four mississippi', 9)).toBe('four mis…');
  expect(excerpt('\u{1F600}'.repeat(10), 6).isWellFormed()).toBe(true);
  for (let limit = 2; limit < 30; limit += 1) {
    expect(excerpt('one two three four five six seven', limit).length).toBeLessThanOrEqual(limit);
  }
});

describe('the excerpt of a letter', () => {
  test.each([
    ['Dear parents and students, The gate opened. All came in.', 'The gate opened. All came in.'],
    ['My dear children! Read every day.', 'Read every day.'],
    ['प्रिय अभिभावको और विद्यार्थियो, विद्यालय खुल गया।', 'विद्यालय खुल गया।'],
    ['आदरणीय अभिभावको, विद्यालय खुल गया।', 'विद्यालय खुल गया।'],
    ['Respected parents, The gate opened.', 'The gate opened.'],
    ['Dearest of all is a book.', 'Dearest of all is a book.'],
  ])('%j begins after its salutation', (letter, text) => {
    expect(messageExcerpt(letter, 100)).toBe(text);
  });

  test('it ends with a sentence', () => {
    const letter =
      'Dear parents, The gate opened at 7.50. "All came in." Then we began to read together.';
    expect(messageExcerpt(letter, 60)).toBe('The gate opened at 7.50. "All came in."');
    expect(messageExcerpt('द्वार खुला। सब भीतर आए।', 14)).toBe('द्वार खुला।');
    expect(messageExcerpt('One two. Three', 8)).toBe('One two.');
    expect(messageExcerpt('One. Two', 8)).toBe('One. Two');
  });

  test('one sentence that is too long is cut between words', () => {
    expect(messageExcerpt('word '.repeat(40), 30)).toBe('word word word word word…');
  });
});
