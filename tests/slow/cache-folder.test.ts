import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startProcess } from '../support/process.ts';
import { startSite } from '../support/site.ts';
import { startTestProvider } from '../support/providers/test-provider.ts';
import { cacheFolder } from '../../server/provider/cache-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The discard protocol: nothing listens there. */
const DEAD = 'http://127.0.0.1:9';
/** A record and a picture of the sample. */
const SAMPLE_ALBUM = '/SubGallery?id=alb-f-01';

let dataDir: string;

beforeEach(() => {
  dataDir = temporaryFolder();
});

const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

test('R-243: what the sample has shown is never shown on the site of a provider that cannot be reached, and is not deleted', async () => {
  const sample = await startProcess({ DATA_DIR: dataDir });
  const page = await textOf(sample.url + SAMPLE_ALBUM);
  const [, picture = ''] = /(\/api\/image\/[^"?]+)\?w=/.exec(page) ?? [];
  expect((await fetch(sample.url + picture)).status).toBe(200);
  const [, title = ''] = /<h1[^>]*>([^<]+)</.exec(page) ?? [];
  expect(await textOf(`${sample.url}/api/gallery/All/GISNUP`)).toContain(title);
  sample.child.kill('SIGTERM');
  await sample.exited;
  const folder = cacheFolder(dataDir, { providerUrl: null, schoolCode: 'GISNUP' });
  const lists = readdirSync(join(folder, 'lists'));
  expect(lists.length).toBeGreaterThan(10);

  const real = await startProcess({ DATA_DIR: dataDir, PROVIDER_URL: DEAD });
  expect(await real.logged('other-provider-data')).toMatchObject({
    level: 'warn',
    folder: 'provider/sample-GISNUP',
  });
  for (const path of ['/Gallery', '/HomeFr', SAMPLE_ALBUM, '/api/gallery/All/GISNUP'])
    expect([path, await textOf(real.url + path)]).toEqual([
      path,
      expect.not.stringContaining(title),
    ]);
  expect((await fetch(`${real.url}/api/gallery/All/GISNUP`)).status).toBe(503);
  expect((await fetch(real.url + picture)).status).toBe(503);
  real.child.kill('SIGTERM');
  await real.exited;
  expect(readdirSync(join(folder, 'lists'))).toEqual(lists);
});

test('C2: lists are those of one address, path prefix and school code, and are there again with them', async () => {
  const provider = await startTestProvider({ has: 'nothing' });
  onTestFinished(() => provider.stop());
  provider.setList('newsAll', [
    { school: 'NEKPUR', category: 'News', title: 'Winter timing', fromDate: '2026-11-19' },
  ]);
  async function newsOf(environment: { PROVIDER_URL: string; SCHOOL_CODE?: string }) {
    const site = await startSite({
      environment: { SCHOOL_CODE: 'GISNUP', ...environment },
      dataDir,
    });
    const response = await textOf(
      `${site.url}/api/news/all/${environment.SCHOOL_CODE ?? 'GISNUP'}`,
    );
    await site.stop();
    await site.provider.stop();
    return response;
  }
  expect(await newsOf({ PROVIDER_URL: provider.url })).toContain('Winter timing');
  await provider.stop();
  expect(await newsOf({ PROVIDER_URL: `${provider.url}/` })).toContain('Winter timing');
  for (const other of [
    { PROVIDER_URL: `${provider.url}/school` },
    { PROVIDER_URL: provider.url, SCHOOL_CODE: 'GISFBD' },
    { PROVIDER_URL: DEAD },
  ])
    expect([other, await newsOf(other)]).toEqual([other, expect.not.stringContaining('Winter')]);
  expect(await newsOf({ PROVIDER_URL: provider.url })).toContain('Winter timing');
});
