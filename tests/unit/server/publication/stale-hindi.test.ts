import { expect, test } from 'vitest';
import { formatProblem } from '../../../../server/content/problem.ts';
import { staleHindi } from '../../../../server/publication/stale-hindi.ts';

test('a Hindi page that stays while its English changes is named', () => {
  const before = {
    'pages/sports.md': '1',
    'pages/vision.md': '1',
    'pages/bus.md': '1',
    'pages/mission.md': '1',
    'hi/pages/sports.docx': '1',
    'hi/pages/vision.md': '1',
    'hi/pages/mission.md': '1',
  };
  const after = {
    ...before,
    'pages/sports.md': '2',
    'pages/vision.md': '2',
    'pages/bus.md': '2',
    'pages/new.md': '2',
    'hi/pages/vision.md': '2',
  };
  expect(staleHindi(before, after).map(formatProblem)).toEqual([
    'hi/pages/sports.docx: is as before, but pages/sports.md has changed: change it too where the meaning is another',
  ]);
});
