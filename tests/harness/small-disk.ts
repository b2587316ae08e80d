import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real file system of a few MiB, of which a test may use up everything. */
export type SmallDisk = {
  folder: string;
  /** Leaves no byte free. */
  fill(): void;
  /** Leaves so many bytes free, or a little less. */
  fillTo(freeBytes: number): void;
  /** Takes away what `fill` has written. */
  empty(): void;
  remount(mode: 'ro' | 'rw'): void;
  close(): void;
};

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

/** @throws Error where {@link noSmallDisk} says why. */
export function mountSmallDisk(mebibytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'gis-disk-'));
  const ballast = join(folder, 'ballast');
  try {
    mount(['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]);
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }

  function fillTo(freeBytes: number): void {
    const file = openSync(ballast, 'a');
    try {
      const block = Buffer.alloc(64 * 1024);
      let room = freeOf(folder) - freeBytes;
      for (; room > 0; room -= block.length)
        writeSync(file, block, 0, Math.min(block.length, room));
    } finally {
      closeSync(file);
    }
  }

  return {
    folder,
    fillTo,
    fill: () => fillTo(0),
    empty: () => rmSync(ballast, { force: true }),
    remount: (mode) => mount(['-o', `remount,${mode}`, folder]),
    close() {
      // Lazily, as a process that is being killed may still hold a file.
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function mount(options: string[]): void {
  execFileSync('mount', options, { stdio: 'pipe' });
}

function freeOf(folder: string): number {
  const kibibytes = execFileSync('df', ['--output=avail', '-k', folder], { encoding: 'utf8' });
  return Number(kibibytes.trim().split('\n').at(-1)) * 1024;
}
