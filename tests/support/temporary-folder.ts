import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder; the run removes it at its end (folder-setup.ts). */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'gis-test-'));
