import { expect, test } from 'vitest';
import { scriptRuns } from '../../../shared/script-runs.ts';

test.each([
  ['en', 'Annual Day 2026', ['Annual Day 2026']],
  ['en', '2026', ['2026']],
  ['hi', '2026', ['2026']],
  ['hi', 'खेल 2026', ['खेल 2026']],
  ['en', 'खेल 2026', ['hi:खेल 2026']],
  ['hi', 'Sports (2026)', ['en:Sports (2026)']],
  ['en', 'Sports खेल दिवस 2026', ['Sports ', 'hi:खेल दिवस', ' 2026']],
  ['en', 'खेल, दिवस Sports क', ['hi:खेल, दिवस', ' Sports ', 'hi:क']],
  ['hi', 'खेल Sports 2026 Day दिवस', ['खेल ', 'en:Sports 2026 Day', ' दिवस']],
  ['hi', 'A खेल', ['en:A', ' खेल']],
] as const)('in a page of %s, %s is %j', (language, text, runs) => {
  expect(
    scriptRuns(text, language).map((run) => (run.lang ? `${run.lang}:${run.text}` : run.text)),
  ).toEqual(runs);
});
