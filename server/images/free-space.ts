import { statfs } from 'node:fs/promises';
import type { Log } from '../log/log.ts';
import type { ImageLimits } from './image-limits.ts';

/** Hysteresis: the disk is no longer low with this multiple of the floor free. */
const RECOVERED = 1.25;

type FreeSpaceOptions = {
  folder: string;
  limits: Pick<ImageLimits, 'freeFloorBytes' | 'diskCheckMs'>;
  log: Log;
};

/** Frees about so many bytes, if it has them. */
type Shrink = (bytes: number) => Promise<void>;

/** Keeps pictures from filling the disk that the outbox needs: below the floor, caches shrink before a write. */
export class FreeSpace {
  readonly #options: FreeSpaceOptions;
  readonly #shrinks: Shrink[] = [];
  readonly #timer: NodeJS.Timeout;
  /** Bytes of writes in progress. */
  #reserved = 0;
  #isLow = false;
  /** Serial: two at once would each free space for both. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: FreeSpaceOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#ensureFree(), options.limits.diskCheckMs).unref();
  }

  isLow(): boolean {
    return this.#isLow;
  }

  /** Caches shrink in the order of registration. */
  registerShrinker(shrink: Shrink): void {
    this.#shrinks.push(shrink);
  }

  /** Frees so many bytes, then does the work. @returns false without the work if that is not possible. */
  async write(bytes: number, work: () => Promise<void>): Promise<boolean> {
    this.#reserved += bytes;
    try {
      if (!(await this.#ensureFree())) return false;
      await work();
      return true;
    } finally {
      this.#reserved -= bytes;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #ensureFree(): Promise<boolean> {
    const isFree = this.#last.then(async () => {
      let missing = await this.#missing();
      this.#warn(missing);
      for (const shrink of this.#shrinks) {
        if (missing <= 0) return true;
        await shrink(missing);
        missing = await this.#missing();
      }
      return missing <= 0;
    });
    this.#last = isFree;
    return isFree;
  }

  /** Bytes below the floor, reservations included; negative if there is space. */
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
        cause: `less than ${floorBytes} bytes are free: cached pictures are deleted for the forms; free space on the disk`,
      });
    } else if (this.#isLow && missing <= -(RECOVERED - 1) * floorBytes) {
      this.#isLow = false;
      log.info({ event: 'disk-ok', folder });
    }
  }
}
