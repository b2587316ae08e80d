import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copySources } from '../../../support/copy-sources.ts';

type Build = {
  checkModuleNames: (root: string, modules: Record<string, object>) => Promise<void>;
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

test('the build rejects a page that names an island or a script that does not exist', async () => {
  const { checkModuleNames } = await importBuild('client/build/module-names.mjs');
  const filesIn = (folder: string) =>
    readdirSync(join('client', folder)).map((file) => parse(file).name);
  const names = [...filesIn('islands'), ...filesIn('scripts')];
  const check = (missing: string) => {
    const found = names.filter((name) => name !== missing).map((name) => [name, {}]);
    return checkModuleNames('.', Object.fromEntries(found) as Record<string, object>);
  };
  await check('');
  for (const missing of filesIn('islands')) await expect(check(missing)).rejects.toThrow(missing);
  await expect(check('phone-field')).rejects.toThrow(
    /^client\/forms\/TextField\.tsx: .*phone-field$/,
  );
});
