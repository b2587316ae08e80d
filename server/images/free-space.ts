import { statfs } from 'node:fs/promises';
import type { Log } from '../log/log.ts';
import type { ImageLimits } from './image-limits.ts';

/** The disk is no longer low when so much more than the floor is free, so that the log does not waver. */
const RECOVERED = 1.25;

type FreeSpaceOptions = {
  /** Any folder of the disk. */
  folder: string;
  limits: Pick<ImageLimits, 'freeFloorBytes' | 'diskCheckMs'>;
  log: Log;
};

/** Lets go of about so many bytes of the disk, as far as there are any; resolves when they are gone. */
type Shrink = (bytes: number) => Promise<void>;

/**
 * Keeps pictures from filling the disk that the outbox needs: before free space falls under the floor,
 * caches give way, and what does not fit then is not written.
 */
export class FreeSpace {
  readonly #options: FreeSpaceOptions;
  readonly #shrinks: Shrink[] = [];
  readonly #timer: NodeJS.Timeout;
  /** Bytes that are about to be written. */
  #reserved = 0;
  #isLow = false;
  /** One look after the other: two at once would both make room for both. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: FreeSpaceOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#makeRoom(), options.limits.diskCheckMs).unref();
  }

  /** Whether pictures give way at the moment. */
  isLow(): boolean {
    return this.#isLow;
  }

  /** Adds a cache that gives way, after those that were added before it. */
  registerShrinker(shrink: Shrink): void {
    this.#shrinks.push(shrink);
  }

  /** Makes room for so many bytes and then does the work. @returns false when there is none; nothing was done then. */
  async write(bytes: number, work: () => Promise<void>): Promise<boolean> {
    this.#reserved += bytes;
    try {
      if (!(await this.#makeRoom())) return false;
      await work();
      return true;
    } finally {
      this.#reserved -= bytes;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #makeRoom(): Promise<boolean> {
    const room = this.#last.then(async () => {
      let missing = await this.#missing();
      this.#warn(missing);
      for (const shrink of this.#shrinks) {
        if (missing <= 0) return true;
        await shrink(missing);
        missing = await this.#missing();
      }
      return missing <= 0;
    });
    this.#last = room;
    return room;
  }

  /** Bytes that are missing to the floor and all that is reserved; below zero when there is room. */
  async #missing(): Promise<number> {
    try {
      const { bavail, bsize } = await statfs(this.#options.folder);
      return this.#options.limits.freeFloorBytes + this.#reserved - bavail * bsize;
    } catch {
      // The next writer gets the same error and logs it.
      return -Infinity;
    }
  }

  #warn(missing: number): void {
    const { log, folder, limits } = this.#options;
    const floorBytes = limits.freeFloorBytes;
    if (missing > 0 && !this.#isLow) {
      this.#isLow = true;
      log.warn({
        event: 'disk-low',
        folder,
        cause: `less than ${floorBytes} bytes are free: pictures give way to the forms; make room on the disk`,
      });
    } else if (this.#isLow && missing <= -(RECOVERED - 1) * floorBytes) {
      this.#isLow = false;
      log.info({ event: 'disk-ok', folder });
    }
  }
}
