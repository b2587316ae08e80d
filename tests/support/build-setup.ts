import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only interfaces merge
  interface ProvidedContext {
    /** Folder of the pictures that sites with `sharesPictures` have in common. */
    pictures: string;
  }
}

/** What dist/ is built from. */
const FOLDERS = ['client', 'content', 'sample', 'server', 'shared'];
const SOURCES = ['build.mjs', 'package-lock.json', ...FOLDERS];

/** A picture takes a quarter of a second: it is made once for all runs. */
const PICTURES = resolve('node_modules/.cache/pictures-of-tests');
const DAY_MS = 24 * 60 * 60 * 1_000;
/** What they are made of, and with. */
const PICTURE_SOURCES = ['package-lock.json', 'sample/files', 'server/images'];

/** Builds dist/ if a source is newer, and names the folder of the pictures that the tests share. */
export default function setUp({ provide }: TestProject): void {
  if (!isBuilt())
    execFileSync(process.execPath, ['build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
  provide('pictures', picturesFolder());
}

/** Another one after a change of a source. Those before go a day later, as another run may use them. */
function picturesFolder(): string {
  const hash = createHash('sha256');
  for (const path of PICTURE_SOURCES.flatMap(allBelow))
    if (statSync(path).isFile()) hash.update(path).update(readFileSync(path));
  const own = join(PICTURES, hash.digest('hex').slice(0, 16));
  mkdirSync(own, { recursive: true });
  for (const other of readdirSync(PICTURES).map((name) => join(PICTURES, name)))
    if (other !== own && statSync(other).mtimeMs < Date.now() - DAY_MS)
      rmSync(other, { recursive: true, force: true });
  return own;
}

function isBuilt(): boolean {
  // The build writes it last.
  const manifest = 'dist/manifest.json';
  if (!existsSync(manifest)) return false;
  const { mtimeMs } = statSync(manifest);
  // A folder changes when a file goes.
  return SOURCES.flatMap(allBelow).every((path) => statSync(path).mtimeMs < mtimeMs);
}

function allBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const below = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return [path, ...below.map((name) => join(path, name))];
}
