import { spawnSync } from 'node:child_process';
import { statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { removeFolder, temporaryFolder } from './temporary-folder.ts';

/** Where Linux has files in memory (tmpfs(5)): a fifth of the time of the HTTP tests would go into waiting for the disk. */
const MEMORY = '/dev/shm';
/** What must be free there, in bytes: containers often have 64 MiB. */
const FREE_BYTES = 2 ** 30;

/** All that the tests and their processes write to the system's temporary folder goes into one folder. */
export default function setUp({ name }: TestProject): () => void {
  // Slow tests are about disks, too.
  const folder = (name === 'slow' ? null : folderInMemory()) ?? temporaryFolder();
  process.env['TMPDIR'] = folder;
  return () => removeFolder(folder);
}

/** A new folder in memory, or null where there is none with enough space in which programs may be started. */
function folderInMemory(): string | null {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < FREE_BYTES) return null;
    const folder = temporaryFolder(MEMORY);
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    if (spawnSync(program).status === 0) return folder;
    removeFolder(folder);
    return null;
  } catch {
    return null;
  }
}
