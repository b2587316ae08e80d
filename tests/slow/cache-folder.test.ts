import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endProcess } from '../support/end-process.ts';
import { startProcess } from '../support/process.ts';
import { cacheFolder } from '../../server/provider/cache-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The discard protocol: nothing listens there. */
const DEAD = 'http://127.0.0.1:9';
/** A record and a picture of the sample. */
const SAMPLE_ALBUM = '/SubGallery?id=alb-f-01';

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}

test('R-243: what the sample has shown is never shown on the site of a provider that cannot be reached, and is not deleted', async () => {
  const dataDir = temporaryFolder();
  const sample = await startProcess({ DATA_DIR: dataDir });
  const page = await textOf(sample.url + SAMPLE_ALBUM);
  const [, picture = ''] = /(\/api\/image\/[^"?]+)\?w=/.exec(page) ?? [];
  expect((await fetch(sample.url + picture)).status).toBe(200);
  const [, title = ''] = /<h1[^>]*>([^<]+)</.exec(page) ?? [];
  expect(await textOf(`${sample.url}/api/gallery/All/GISNUP`)).toContain(title);
  await endProcess(sample.child);
  const folder = cacheFolder(dataDir, { providerUrl: null, schoolCode: 'GISNUP' });
  const lists = readdirSync(join(folder, 'lists'));
  expect(lists.length).toBeGreaterThan(10);

  const real = await startProcess({ DATA_DIR: dataDir, PROVIDER_URL: DEAD });
  for (const path of ['/Gallery', '/HomeFr', SAMPLE_ALBUM, '/api/gallery/All/GISNUP'])
    expect(await textOf(real.url + path), path).not.toContain(title);
  expect((await fetch(`${real.url}/api/gallery/All/GISNUP`)).status).toBe(503);
  expect((await fetch(real.url + picture)).status).toBe(503);
  await endProcess(real.child);
  expect(readdirSync(join(folder, 'lists'))).toEqual(lists);
});
