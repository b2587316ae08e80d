import { expect, test } from 'vitest';
import { openVacancies } from '../../../shared/vacancies.ts';

const VACANCY = {
  post: 'PGT',
  subject: 'Physics',
  campus: 'NEKPUR',
  text: '',
  sent: { mailType: 'PGT', subject: 'Physics' },
  published: '2026-11-16',
  lastDay: '2026-11-28',
} as const;

test('a vacancy is open at its campus from its first day to its last; its number is its place in the file', () => {
  const all = [
    { ...VACANCY, lastDay: '2026-11-15', published: '2026-11-01' },
    { ...VACANCY, campus: 'FARRUKHABAD' },
    VACANCY,
    { ...VACANCY, published: '2026-11-28' },
  ] as const;
  const numbersOn = (day: string) => openVacancies(all, 'NEKPUR', day).map(({ number }) => number);
  const days = ['2026-11-15', '2026-11-16', '2026-11-28', '2026-11-29'];
  expect(days.map(numbersOn)).toEqual([['1'], ['3'], ['3', '4'], []]);
});
