import { readdirSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';

type Build = {
  checkModuleNames: (root: string, modules: Record<string, object>) => Promise<void>;
  serverOptions: () => { define: Record<string, string> };
};

const importBuild = async (...path: string[]) =>
  (await import(pathToFileURL(resolve(...path)).href)) as Build;

test('the version of a build has the commit of REVISION, where there is one', async () => {
  vi.stubEnv('REVISION', '3cec86c012');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { serverOptions } = await importBuild('server/build/bundle-server.mjs');
  expect(serverOptions().define['BUILD_VERSION']).toMatch(/^"[\d.]+\+3cec86c"$/);
});

test('the build rejects a page that names no island or script of the site, and one that no page names', async () => {
  const { checkModuleNames } = await importBuild('client/build/module-names.mjs');
  const filesIn = (folder: string) =>
    readdirSync(join('client', folder))
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => parse(file).name);
  const names = [...filesIn('islands'), ...filesIn('scripts')];
  const check = (missing: string, ...more: string[]) => {
    const found = [...names, ...more].filter((name) => name !== missing).map((name) => [name, {}]);
    return checkModuleNames('.', Object.fromEntries(found) as Record<string, object>);
  };
  await check('');
  await expect(check('', 'left')).rejects.toThrow('client: no page names left');
  for (const missing of filesIn('islands')) await expect(check(missing)).rejects.toThrow(missing);
  await expect(check('phone-field')).rejects.toThrow(
    /^client\/forms\/TextField\.tsx: .*phone-field$/,
  );
});
