import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { temporaryFolder } from './temporary-folder.ts';

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

/** Builds dist/ if a source is newer, and makes the folder of the pictures that the tests share. */
export default function setUp({ provide }: TestProject): void {
  if (!isBuilt())
    execFileSync(process.execPath, ['build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
  provide('pictures', temporaryFolder());
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
