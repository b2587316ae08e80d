import { readdirSync, readFileSync } from 'node:fs';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import request from 'supertest';
import { expect, test } from 'vitest';
import { siteOfTest } from '../../support/site.ts';
import {
  notFoundAt,
  PAGE_ADDRESSES,
  PAGES_BY_PATH,
  pageAt,
  routes,
} from '../../../client/addresses.ts';
import { notFound } from '../../../client/pages/error-pages.tsx';

/** The page that React Router itself finds at a path. */
function routed(path: string): unknown {
  return matchRoutes(routes as RouteObject[], path)?.at(-1)?.route.handle;
}

test('R-051: the table of addresses and React Router find the same page at every path, in any letter case', () => {
  expect(PAGES_BY_PATH.size).toBeGreaterThan(PAGE_ADDRESSES.length);
  for (const [path, address] of PAGES_BY_PATH) {
    for (const spelling of [path, path.toUpperCase(), `${path.replace(/\/$/, '')}/`]) {
      expect(pageAt(spelling), spelling).toBe(address);
      expect(routed(spelling), spelling).toBe(address);
    }
  }
  for (const path of ['/Home', '/nekhpur', '/Nekpur/', '/nekpur/home'])
    expect([path, pageAt(path)?.path]).toEqual([path, '/Home']);
});

test.each([
  ['/nope', 'FARRUKHABAD'],
  ['/nekpurish', 'FARRUKHABAD'],
  ['/Nekhpur/nope', 'NEKPUR'],
  ['/NEKPUR/nope/deeper', 'NEKPUR'],
])('R-059: %s has no page, in React Router and in the table; its frame is %s', (path, campus) => {
  expect(pageAt(path)).toBeUndefined();
  expect(notFoundAt(path)).toMatchObject({ campus, page: notFound });
  expect(routed(path)).toBe(notFoundAt(path));
});

test('the browser gets no router, and pages nothing of the one on the server', async () => {
  const modules = readdirSync('dist/assets').filter((file) => file.endsWith('.js'));
  expect(modules.length).toBeGreaterThan(10);
  for (const file of modules)
    expect(readFileSync(`dist/assets/${file}`, 'utf8'), file).not.toMatch(
      /<Router>|RouterProvider/,
    );
  const site = await siteOfTest();
  const { text } = await request(site.app.server).get('/Vision').expect(200);
  expect(text).not.toMatch(/staticRouterHydrationData|data-discover/);
});
