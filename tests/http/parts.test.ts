import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { expect, test } from 'vitest';
import { startSite } from '../support/site.ts';
import { GROUPS } from '../../client/dev/parts/PartsPage.tsx';

/** Parts that have no entry of their own, with where they are to be seen. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  Layout: 'around the pages of parts',
  Header: 'around the pages of parts',
  Menu: 'around the pages of parts',
  Footer: 'around the pages of parts',
  OfflineNotice: 'around the pages of parts, hidden until something waits: offline-browser.test.ts',
};

test('every component of parts, lists and forms has an entry on the parts page', () => {
  const components = ['client/parts', 'client/lists', 'client/forms'].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => [
        ...readFileSync(join(folder, file), 'utf8').matchAll(
          /^export (?:function|const) ([A-Z]\w*[a-z]\w*)/gm,
        ),
      ])
      .map(([, name = '']) => name),
  );
  const shown = new Set([...Object.values(GROUPS).flatMap(Object.keys), ...Object.keys(ELSEWHERE)]);
  expect(components.length).toBeGreaterThan(40);
  expect(components.filter((name) => !shown.has(name))).toEqual([]);
});

test('a server without the development routes knows no parts page', async () => {
  const site = await startSite();
  const paths = [
    '/_parts',
    '/_parts/farrukhabad/light/forms',
    '/_parts/light.css',
    '/_dev/changes',
  ];
  const answers = await Promise.all(paths.map((path) => request(site.url).get(path)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404));
  await site.close();
});
