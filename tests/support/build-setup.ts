import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { removeFolder } from './remove-folder.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only interfaces merge
  interface ProvidedContext {
    /** Folder of the pictures that sites with `sharesPictures` have in common. */
    pictures: string;
  }
}

/** The projects of a run share one build. */
let isBuilt = false;

/** Builds what the tests serve, and makes the folder of the pictures that they share. */
export default function setUp({ provide }: TestProject): () => void {
  if (!isBuilt)
    execFileSync(process.execPath, ['build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
  isBuilt = true;
  const pictures = mkdtempSync(join(tmpdir(), 'gis-pictures-'));
  provide('pictures', pictures);
  return () => removeFolder(pictures);
}
