import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findOrInstallChromium } from './chromium.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only interfaces merge
  interface ProvidedContext {
    /** Folder of the pictures that sites with `sharesPictures` have in common. */
    pictures: string;
  }
}

/** Once per run: the browser's files are built, there is a browser, and a folder for pictures. */
export default function setUp({ provide }: TestProject): () => void {
  execFileSync(process.execPath, ['build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
  findOrInstallChromium();
  const pictures = mkdtempSync(join(tmpdir(), 'gis-pictures-'));
  provide('pictures', pictures);
  return () => rmSync(pictures, { recursive: true, force: true });
}
