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
  #isLow = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: FreeSpaceOptions) {
    this.#options = options;
    const check = () => void this.write(0, async () => {});
    this.#timer = setInterval(check, options.limits.diskCheckMs).unref();
  }

  isLow(): boolean {
    return this.#isLow;
  }

  /** Caches shrink in the order of registration. */
  registerShrinker(shrink: Shrink): void {
    this.#shrinks.push(shrink);
  }

  /**
   * Frees so many bytes, then does the work; one after the other, as two at once would count the same space.
   * @returns false without the work if that is not possible.
   */
  write(bytes: number, work: () => Promise<void>): Promise<boolean> {
    const written = this.#last.then(async () => {
      const isFree = await this.#free(bytes);
      if (isFree) await work();
      return isFree;
    });
    this.#last = written.catch(() => undefined);
    return written;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #free(bytes: number): Promise<boolean> {
    let missing = await this.#missing(bytes);
    this.#report(missing);
    for (const shrink of this.#shrinks) {
      if (missing <= 0) break;
      await shrink(missing);
      missing = await this.#missing(bytes);
    }
    return missing <= 0;
  }

  /** Bytes below the floor after such a write; negative if there is space. */
  async #missing(bytes: number): Promise<number> {
    try {
      const { bavail, bsize } = await statfs(this.#options.folder);
      return this.#options.limits.freeFloorBytes + bytes - bavail * bsize;
    } catch {
      // The writer gets the same error and logs it.
      return -Infinity;
    }
  }

  #report(missing: number): void {
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
