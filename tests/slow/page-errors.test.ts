import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { startProcess } from '../support/process.ts';

const FIXTURE = pathToFileURL(resolve('tests/support/fixtures/leave-out-pictures.mjs')).href;
/** Pages that show a picture which the fixture takes away. */
const BROKEN = ['/', '/HomeFr', '/Vision', '/nekhpur/Vision'];

test('a page that throws is logged with its path and a stack of source lines, and the site starts with all others', async () => {
  const site = await startProcess({}, { nodeOptions: ['--import', FIXTURE] });
  const lines = (name: string) => site.lines.filter(({ event }) => event === name);
  await expect.poll(() => lines('pages-prewarmed').length).toBe(2);
  for (const path of BROKEN) {
    const line = lines('render-failed').find(({ path: at }) => at === path);
    expect([path, line?.level]).toEqual([path, 'error']);
    expect(line?.['stack']).toMatch(/^Error: content\/pictures has no [\w-]+\.svg\n/);
    expect(line?.['stack']).toMatch(/\/client\/parts\/Picture\.tsx:\d+:\d+/);
    expect(line?.['stack']).not.toMatch(/dist\/server/);
    expect((await fetch(site.url + path)).status).toBe(500);
  }
  expect((await fetch(`${site.url}/Mission`)).status).toBe(200);
  const stack = expect.stringContaining('/client/parts/Picture.tsx:');
  await expect
    .poll(() => lines('request-failed'))
    .toMatchObject(BROKEN.map((path) => ({ path, stack })));
});
