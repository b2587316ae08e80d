import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isRunning } from './child-process.ts';
import { removeAbandonedMachines } from './machine.ts';
import { removeFolder } from './temporary-folder.ts';

/** Where Linux has files in memory (tmpfs(5)): a fifth of the time of the HTTP tests would go into waiting for the disk. */
const MEMORY = '/dev/shm';
/** What must be free there, in bytes: containers often have 64 MiB. */
const FREE_BYTES = 2 ** 30;

/** The folder of a run has the id of its process. */
const RUN = /^gis-test-run-(\d+)-/;

const createRunFolder = (parent: string): string =>
  mkdtempSync(join(parent, `gis-test-run-${process.pid}-`));

/** All that the tests and their processes write to the system's temporary folder goes into one folder. */
export default function setUp({ name }: TestProject): () => void {
  removeAbandonedMachines();
  for (const parent of [MEMORY, tmpdir()]) removeAbandoned(parent);
  // Slow tests are about disks, too.
  const folder = (name === 'slow' ? null : folderInMemory()) ?? createRunFolder(tmpdir());
  process.env['TMPDIR'] = folder;
  return () => {
    // Those of a test file whose set-up has failed.
    unmountBelow(folder);
    removeFolder(folder);
  };
}

/** A new folder in memory, or null where there is none with enough space in which programs may be started. */
function folderInMemory(): string | null {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < FREE_BYTES) return null;
    const folder = createRunFolder(MEMORY);
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    if (spawnSync(program).status === 0) return folder;
    removeFolder(folder);
    return null;
  } catch {
    return null;
  }
}

/** What runs that were killed have left. */
function removeAbandoned(parent: string): void {
  for (const name of namesIn(parent)) {
    const [, pid] = RUN.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    unmountBelow(join(parent, name));
    removeFolder(join(parent, name));
  }
}

/** A disk of a test, or the root of its machine, which shows all files of this one. */
function unmountBelow(folder: string): void {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : '';
  const paths = mounts.split('\n').map((line) => line.split(' ')[1] ?? '');
  for (const path of paths.toReversed())
    if (path.startsWith(`${folder}/`)) spawnSync('umount', ['--lazy', path]);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
