import { expect, test } from 'vitest';
import { CAMPUS_ROUTES, campusPath, otherCampus } from '../../../shared/campuses.ts';

test('each campus has its pages under its own prefix', () => {
  expect([campusPath('FARRUKHABAD', 'News'), campusPath('NEKPUR', 'News')]).toEqual([
    '/News',
    '/nekhpur/News',
  ]);
  expect([otherCampus('NEKPUR'), otherCampus('FARRUKHABAD')]).toEqual(['FARRUKHABAD', 'NEKPUR']);
  expect([CAMPUS_ROUTES.NEKPUR.breadcrumbHome, CAMPUS_ROUTES.FARRUKHABAD.breadcrumbHome]).toEqual([
    '/Nekhpur/Home',
    '/HomeFr',
  ]);
});
