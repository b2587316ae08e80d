import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from './temporary-folder.ts';

export type SmallDisk = ReturnType<typeof mountSmallDisk>;

/** Why a test of {@link mountSmallDisk} cannot run here, else null. */
export const noSmallDisk: string | null = reason();

function reason(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'mounting a tmpfs needs Linux and root';
  try {
    mountSmallDisk(1).close();
    return null;
  } catch {
    return 'this system does not let root mount a tmpfs';
  }
}

/**
 * A real file system of a few MiB, of which a test may use up everything.
 * @throws Error with the reason of {@link noSmallDisk}.
 */
export function mountSmallDisk(mebibytes: number) {
  const folder = temporaryFolder();
  const ballast = join(folder, 'ballast');
  try {
    mount(['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]);
  } catch (error) {
    removeFolder(folder);
    throw error;
  }

  /** Leaves so many bytes free, or a little less. */
  function fillTo(freeBytes: number): void {
    const file = openSync(ballast, 'a');
    try {
      const block = Buffer.alloc(64 * 1024);
      let free = columnOf(folder, 'avail') * 1024 - freeBytes;
      for (; free > 0; free -= block.length)
        writeSync(file, block, 0, Math.min(block.length, free));
    } finally {
      closeSync(file);
    }
  }

  return {
    folder,
    fillTo,
    /** Leaves no byte free. */
    fill: () => fillTo(0),
    /** Takes away what `fill` has written. */
    empty: () => rmSync(ballast, { force: true }),
    /** Makes the disk as small as what is on it, so that it is full without memory for it. */
    shrink: () => shrink(folder),
    /** Undoes `shrink`. */
    grow: () => mount(['-o', `remount,size=${mebibytes}m`, folder]),
    remount: (mode: 'ro' | 'rw') => mount(['-o', `remount,${mode}`, folder]),
    close(): void {
      // Lazily, as a process that is being killed may still hold a file.
      execFileSync('umount', ['-l', folder]);
      removeFolder(folder);
    },
  };
}

/** A concurrent writer may need more than was measured. */
function shrink(folder: string): void {
  for (let triesLeft = 50; ; triesLeft -= 1) {
    try {
      mount(['-o', `remount,size=${columnOf(folder, 'used')}k`, folder]);
      return;
    } catch (error) {
      if (triesLeft === 0) throw error;
    }
  }
}

function mount(options: string[]): void {
  execFileSync('mount', options, { stdio: 'pipe' });
}

/** In KiB. */
function columnOf(folder: string, column: 'avail' | 'used'): number {
  const table = execFileSync('df', [`--output=${column}`, '-k', folder], { encoding: 'utf8' });
  return Number(table.trim().split('\n').at(-1));
}
