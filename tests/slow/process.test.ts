import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { startProcess } from '../support/process.ts';

const FIXTURE = pathToFileURL(resolve('tests/support/fixtures/leave-out-pictures.mjs')).href;
/** Pages that show a picture which the fixture takes away. */
const BROKEN = ['/', '/HomeFr', '/Vision', '/nekhpur/Vision'];

test('R-260, R3: without settings the site starts, is healthy and ready, and logs that its content is a sample', async () => {
  const { url, lines, ...site } = await startProcess();
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
  const ready = await fetch(`${url}/readyz`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: 'ready' });
  expect(lines.find(({ event }) => event === 'sample-content')).toMatchObject({ level: 'warn' });
  expect(await (await fetch(`${url}/HomeFr`)).text()).toContain('Sample content');
  expect(await site.logged('doctor')).toMatchObject({ level: 'info', count: 0 });
});

test('a port in use ends the process with 1 and is logged', async () => {
  const first = await startProcess();
  const { port } = new URL(first.url);
  const second = await startProcess({ PORT: port });
  expect(await second.exited).toEqual([1, null]);
});

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
