import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { campusAt, CAMPUSES } from '../../../shared/campuses.ts';

test.each([
  ['/', 'FARRUKHABAD'],
  ['/HomeFr', 'FARRUKHABAD'],
  ['/homestead', 'FARRUKHABAD'],
  ['/Nekpurwala', 'FARRUKHABAD'],
  ['/News/nekpur', 'FARRUKHABAD'],
  ['/Home', 'NEKPUR'],
  ['/home/', 'NEKPUR'],
  ['/nekhpur', 'NEKPUR'],
  ['/NEKPUR/no-such-page', 'NEKPUR'],
])('%s is a path of %s', (path, campus) => {
  expect(campusAt(path)).toBe(campus);
});

test('the contract with the provider names every campus', () => {
  const contract = readFileSync('docs/provider.openapi.yaml', 'utf8');
  const [, listed = ''] = /\n    SchoolSent:\n.*\n      enum: \[(.*)\]\n/.exec(contract) ?? [];
  expect(listed.split(', ')).toEqual(CAMPUSES);
});
