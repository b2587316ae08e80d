import { once } from 'node:events';
import http from 'node:http';
import { expect, test } from 'vitest';
import { startProcess } from '../support/process.ts';

/** Pages that show a picture which the fixture takes away. */
const BROKEN = ['/', '/HomeFr', '/Vision', '/nekhpur/Vision'];

test('a page that throws is logged with its path and a stack of source lines, and the site starts with all others', async () => {
  const site = await startProcess({}, { fixture: 'leave-out-pictures.mjs' });
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

test('R1: connections that wait to be accepted at a stop get their response', async () => {
  const site = await startProcess({}, { fixture: 'slow-connections.mjs' });
  // The kernel accepts for a suspended process, so all connections precede the signal on a busy machine too.
  site.child.kill('SIGSTOP');
  const requests = Array.from({ length: 60 }, () => http.get(`${site.url}/robots.txt`));
  const visits = requests.map((request) => once(request, 'response'));
  await Promise.all(requests.map((request) => once(request, 'finish')));
  site.child.kill('SIGTERM');
  site.child.kill('SIGCONT');
  const outcomes = await Promise.allSettled(visits);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await site.exited).toEqual([0, null]);
});

test.each([
  ['timer', 'planted in a timer'],
  ['rejection', 'planted in a promise'],
  ['emitter', 'planted in an emitter'],
  ['provider call', 'planted in a provider call'],
])(
  'R2: an unknown error (%s) is logged as fatal, and the process exits with 1 at once',
  async (place, cause) => {
    const site = await startProcess({}, { fixture: 'throw-on-demand.mjs' });
    site.child.send(place);
    // An album that is not known makes a call to the provider.
    if (place === 'provider call') fetch(`${site.url}/api/subGallery?id=x`).catch(() => undefined);
    expect(await site.exited).toEqual([1, null]);
    expect(site.lines.at(-1)).toMatchObject({ level: 'fatal', event: 'unexpected-error', cause });
  },
);
