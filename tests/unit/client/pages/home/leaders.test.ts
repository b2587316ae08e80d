import { expect, test } from 'vitest';
import { chairmanPath, leadersOf } from '../../../../../client/pages/home/leaders.ts';
import { textOfBlocks, textOfHtml } from '../../../../../client/pages/home/plain-text.ts';
import { excerpt } from '../../../../../client/parts/excerpt.ts';
import { cpuMs } from '../../../../support/cpu.ts';

test('R-088: the excerpt of a message is its words, without markup and invisible text', () => {
  const html =
    '<p>Dear <b>par</b>ents,</p><script>alert(1)</script><style>p{}</style><ul><li>one<li>two</ul>a&lt;b';
  expect(textOfHtml(html)).toBe('Dear parents, one two a<b');
  expect(
    textOfBlocks([
      { kind: 'heading', level: 2, text: 'Title' },
      {
        kind: 'paragraph',
        children: [
          { kind: 'text', text: 'a ' },
          { kind: 'strong', children: [{ kind: 'text', text: 'b' }] },
        ],
      },
      { kind: 'picture', picture: 'x.svg', alt: 'x', caption: null },
      { kind: 'list', ordered: false, items: [[{ kind: 'text', text: 'c' }]] },
    ]),
  ).toBe('Title a b c');
});

test('R-088: deep or long HTML costs neither the stack nor much time', () => {
  const took = cpuMs(() => {
    expect(textOfHtml(`${'<b><div>'.repeat(8_000)}end`)).toBe('');
    expect(textOfHtml(`${'<div>'.repeat(3_000)}end`)).toBe('end');
  });
  expect(took).toBeLessThan(2_000);
});

test('R-088: an excerpt ends between words, never within a character', () => {
  expect(excerpt('  one\n two ', 20)).toBe('one two');
  expect(excerpt('one two, three four', 12)).toBe('one two…');
  expect(excerpt('\u{1F600}'.repeat(10), 6).isWellFormed()).toBe(true);
  for (let limit = 2; limit < 30; limit += 1) {
    expect(excerpt('one two three four five six seven', limit).length).toBeLessThanOrEqual(limit);
  }
});

test('R-050 R-087 R-167: a card has the first record of its role, and the texts of the site for empty fields', () => {
  const own = { name: 'Own name', designation: 'Own title', photo: 'own.svg' };
  const leaders = { Chairman: own, Chairperson: own, Principal: own, AcademicHead: own };
  const record = {
    role: 'Principal',
    name: 'First',
    designation: '',
    messageHtml: '',
    photo: 'a.jpg',
  } as const;
  const cards = leadersOf([record, { ...record, name: 'Second' }], { leaders });
  expect(cards.map(({ label, name }) => [label, name])).toEqual([
    ['Chairman', 'Own name'],
    ['Chairperson', 'Own name'],
    ['Principal', 'First'],
    ['Academic Head', 'Own name'],
  ]);
  expect(cards[2]).toMatchObject({ designation: 'Own title', photo: 'a.jpg' });
  expect(chairmanPath('NEKPUR')).toBe('/Nekpur/ChairmanMessage');
});
