import { expect, test } from 'vitest';
import { leaderCards } from '../../../shared/leader-cards.ts';

test('R-087 R-167: a card has the first record of its role, and the texts of the site for empty fields', () => {
  const own = { name: 'Own name', designation: 'Own title', photo: 'own.svg' };
  const leaders = { Chairman: own, Chairperson: own, Principal: own, AcademicHead: own };
  const record = {
    role: 'Principal',
    name: 'First',
    designation: '',
    messageHtml: '',
    photo: 'a.jpg',
  } as const;
  const unnamed = { ...record, role: 'Chairman', name: '' } as const;
  const cards = leaderCards([unnamed, record, { ...record, name: 'Second' }], { leaders });
  expect(cards.map(({ label, name }) => [label, name])).toEqual([
    ['Chairman', 'Own name'],
    ['Chairperson', 'Own name'],
    ['Principal', 'First'],
    ['Academic Head', 'Own name'],
  ]);
  expect(cards[2]).toMatchObject({ designation: 'Own title', photo: 'a.jpg' });
});
