import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { startProcess } from '../support/process.ts';
import { createAddresses } from '../../client/addresses.ts';
import { loadContent } from '../../server/content/content.ts';

const FIXTURE = pathToFileURL(resolve('tests/support/fixtures/leave-out-pictures.mjs')).href;
/** Pages that show a picture which the fixture takes away. */
const BROKEN = ['/', '/HomeFr', '/Vision', '/nekhpur/Vision'];

test('a page that throws is logged with its path and a stack of source lines, and the site starts with all others', async () => {
  const site = await startProcess({}, { nodeOptions: ['--import', FIXTURE] });
  const { pages } = createAddresses(await loadContent(resolve('content')));
  const plain = pages.filter(({ page }) => page.subject === null).map(({ path }) => path);
  // Of the four home pages in Hindi two show that picture too.
  const complete = plain.length - BROKEN.length + 2;
  await expect
    .poll(() => site.lines.filter(({ event }) => event === 'pages-prewarmed'))
    .toMatchObject([expect.anything(), { count: complete }]);

  for (const path of BROKEN) {
    const line = site.lines.find(({ event, path: at }) => event === 'render-failed' && at === path);
    expect([path, line?.level]).toEqual([path, 'error']);
    expect(line?.['stack']).toMatch(/^Error: content\/pictures has no [\w-]+\.svg\n/);
    expect(line?.['stack']).toMatch(/\/client\/parts\/Picture\.tsx:\d+:\d+/);
    expect(line?.['stack']).not.toMatch(/dist\/server/);
  }

  for (const path of plain) {
    const { status } = await fetch(site.url + path);
    expect([path, status]).toEqual([path, BROKEN.includes(path) ? 500 : 200]);
  }
  await expect
    .poll(() => site.lines.filter(({ event }) => event === 'request-failed'))
    .toMatchObject(
      BROKEN.map((path) => ({
        path,
        stack: expect.stringContaining('/client/parts/Picture.tsx:'),
      })),
    );
});
