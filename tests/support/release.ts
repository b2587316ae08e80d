import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCommand } from './child-process.ts';
import { contentWith } from './content-with.ts';
import { startProcess } from './process.ts';
import { temporaryFolder } from './temporary-folder.ts';

const SMALL_DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h9"/></svg>';

/** A school's folder with small drawings: their checks take time with their size. */
export function smallFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = contentWith(files);
  for (const name of readdirSync(join(folder, 'pictures')))
    if (name.endsWith('.svg')) writeFileSync(join(folder, 'pictures', name), SMALL_DRAWING);
  return folder;
}

export type Release = ReturnType<typeof copyRelease>;

/** A built release of its own, with a school's folder outside of it. @param from the release that is copied. */
export function copyRelease(folder = smallFolder(), from = process.cwd()) {
  const root = temporaryFolder();
  for (const name of ['dist', 'content', 'sample', 'package.json'])
    cpSync(join(from, name), join(root, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const environment = { CONTENT_DIR: folder };
  return {
    root,
    folder,
    dist: join(root, 'dist'),
    /** `npm run publish -- --once`. */
    publish: () =>
      runCommand(root, [process.execPath, 'dist/server/publish.js', '--once'], environment),
    start: (settings: Readonly<Record<string, string>> = {}) =>
      startProcess({ ...environment, LOG_FORMAT: 'json', ...settings }, { folder: root }),
    write: (file: string, text: string | Buffer) => writeFileSync(join(folder, file), text),
    /** Changes fields of site.json. */
    writeSite(fields: object) {
      const path = join(folder, 'site.json');
      const site = JSON.parse(readFileSync(path, 'utf8')) as object;
      writeFileSync(path, JSON.stringify({ ...site, ...fields }));
    },
    result: () => readFileSync(join(folder, 'RESULT.txt'), 'utf8'),
  };
}
