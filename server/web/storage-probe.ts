import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** What a disk does with what is to be written durably. */
export type StorageState = 'ok' | 'disk-full' | 'read-only' | 'missing' | 'failing';

/** A state is believed for this long, in milliseconds: anybody may ask for it. */
const BELIEVED_MS = 5_000;
/** A block of every usual file system, in bytes: an empty file fits onto a full disk. */
const PROBE = Buffer.alloc(4_096);

/** The system's names of faults (errno(3)); every other is "failing". */
const STATES: Readonly<Record<string, StorageState>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
};

/** Tells whether a folder takes files, by writing one: permissions and free space alone do not say it. */
export class StorageProbe {
  readonly #folder: string;
  #probed: Promise<StorageState> | null = null;
  #probedAt = -Infinity;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The state now or a moment ago. Never rejects. */
  state(): Promise<StorageState> {
    if (this.#probed === null || performance.now() - this.#probedAt > BELIEVED_MS) {
      this.#probedAt = performance.now();
      this.#probed = probe(this.#folder);
    }
    return this.#probed;
  }
}

async function probe(folder: string): Promise<StorageState> {
  const path = join(folder, `probe-${randomUUID()}`);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(PROBE);
      await file.datasync();
    } finally {
      await file.close();
      await unlink(path);
    }
    return 'ok';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return STATES[code] ?? 'failing';
  }
}
