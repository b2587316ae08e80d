import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copySources } from '../../../support/copy-sources.ts';

type Build = {
  readDocumentTexts: (target: { dist: string }) => Promise<void>;
  serverOptions: () => { define: Record<string, string> };
};

const importBuild = async (...path: string[]) =>
  (await import(pathToFileURL(resolve(...path)).href)) as Build;

test('the text of a PDF is read again when the file has changed, and a broken one has none', async () => {
  const folder = copySources();
  const { readDocumentTexts } = await importBuild(folder, 'server/build/document-texts.mjs');
  const [result, files] = [join(folder, 'document-texts.json'), join(folder, 'content/files')];
  async function read() {
    await readDocumentTexts({ dist: folder });
    return JSON.parse(readFileSync(result, 'utf8')) as Record<string, object>;
  }
  const { 'pta.pdf': pta, 'noc.pdf': noc, 'prospectus.pdf': prospectus, ...others } = await read();
  const kept = { ...others, 'pta.pdf': { ...pta, text: 'Known' } };
  writeFileSync(result, JSON.stringify({ ...kept, 'noc.pdf': noc }));
  copyFileSync(join(files, 'prospectus.pdf'), join(files, 'smc.pdf'));
  rmSync(join(files, 'noc.pdf'));
  for (const name of ['broken.pdf', 'no-pdf.txt']) writeFileSync(join(files, name), 'Words');
  const changed = { 'prospectus.pdf': prospectus, 'smc.pdf': prospectus };
  const broken = { hash: expect.any(String) as string, text: '' };
  expect(await read()).toEqual({ ...kept, ...changed, 'broken.pdf': broken });
});

test('the version of a build has the commit of REVISION, where there is one', async () => {
  vi.stubEnv('REVISION', '3cec86c012');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { serverOptions } = await importBuild('server/build/bundle-server.mjs');
  expect(serverOptions().define['BUILD_VERSION']).toMatch(/^"[\d.]+\+3cec86c"$/);
});
