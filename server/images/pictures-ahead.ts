import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Provider } from '../provider/http-provider.ts';
import { isSoundFile } from '../provider/target-url.ts';
import { unlessMissing } from '../system-errors.ts';
import type { Log } from '../log/log.ts';
import { toFileError, type FileErrorKind } from './file-error.ts';
import type { FreeSpace } from './free-space.ts';
import type { ImageLimits } from './image-limits.ts';
import { firstSeenFirst, type ListedPicture } from './listed-pictures.ts';
import type { Originals } from './originals.ts';
import { phoneRenditions } from './picture-format.ts';
import type { Variants } from './variants.ts';

/** In the log, in place of a visitor's request. */
const REQUEST_ID = 'ahead';

/** A lock that was not touched for so long is of a process that died: a picture takes less. */
const STALE_LOCK_MS = 2 * 60_000;

/** The next picture would fail too: the rest waits for the next list. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set<FileErrorKind>([
  'provider',
  'timeout',
  'down',
  'busy',
  'disk',
]);

type PicturesAheadOptions = {
  /** Of the processes that share it, one makes pictures. */
  folder: string;
  originals: Originals;
  variants: Variants;
  provider: Pick<Provider, 'state'>;
  freeSpace: FreeSpace;
  /** Resolves when the cache folders have been read. */
  ready: Promise<unknown>;
  /** Of pictures, while no visitor reads them. */
  refreshLists: () => void;
  limits: ImageLimits;
  log: Log;
};

/**
 * Makes variants for phones before the first visitor requests them: one at a time, while no visitor waits for one, the
 * provider is up and the disk is not low (docs/decisions/0016-pictures-ahead.md).
 */
export class PicturesAhead {
  readonly #options: PicturesAheadOptions;
  readonly #lock: string;
  readonly #timer: NodeJS.Timeout;
  /** By file, in order. */
  #pending = new Map<string, ListedPicture>();
  #run: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: PicturesAheadOptions) {
    this.#options = options;
    this.#lock = join(options.folder, 'ahead.lock');
    this.#timer = setInterval(options.refreshLists, options.limits.ahead.pollMs).unref();
  }

  add(pictures: readonly ListedPicture[]): void {
    const all = firstSeenFirst([...this.#pending.values(), ...pictures]);
    this.#pending = new Map();
    for (const picture of all) {
      if (this.#pending.size >= this.#options.limits.ahead.pictures) break;
      const isNew = !this.#pending.has(picture.file) && isSoundFile(picture.file);
      if (isNew) this.#pending.set(picture.file, picture);
    }
    this.resume();
  }

  resume(): void {
    if (this.#run !== null || !this.#mayMake()) return;
    this.#run = this.#makeAll().finally(() => {
      this.#run = null;
    });
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  async close(): Promise<void> {
    this.stop();
    await this.#run;
  }

  #mayMake(): boolean {
    const { provider, freeSpace } = this.#options;
    const isIdle = this.#isStopped || this.#pending.size === 0;
    return !isIdle && provider.state() === 'up' && !freeSpace.isLow();
  }

  async #makeAll(): Promise<void> {
    await this.#options.ready;
    if (!(await this.#takeLock())) return;
    const startedAt = performance.now();
    let count = 0;
    let failed = 0;
    while (this.#mayMake()) {
      const [picture] = this.#pending.values();
      if (picture === undefined) break;
      const outcome = await this.#make(picture);
      if (outcome !== 'down' && outcome !== 'busy') this.#pending.delete(picture.file);
      if (outcome === 'made') count += 1;
      else if (outcome !== 'known') failed += 1;
      if (OF_THE_MOMENT.has(outcome)) break;
    }
    await rm(this.#lock, { force: true }).catch(() => {});
    const durationMs = Math.round(performance.now() - startedAt);
    const pending = this.#pending.size;
    if (count + failed > 0)
      this.#options.log.info({ event: 'pictures-ahead', count, failed, pending, durationMs });
  }

  /** Two processes for a moment only repeat work. @returns false while another process makes pictures */
  async #takeLock(): Promise<boolean> {
    try {
      const found = await unlessMissing(stat(this.#lock));
      if (found !== null && Date.now() - found.mtimeMs > STALE_LOCK_MS)
        await rm(this.#lock, { force: true });
      await writeFile(this.#lock, String(process.pid), { flag: 'wx', mode: 0o600 });
      return true;
    } catch {
      return false;
    }
  }

  async #make({ file, use }: ListedPicture): Promise<'made' | 'known' | FileErrorKind> {
    const { originals, variants } = this.#options;
    const missing = phoneRenditions(use).filter((rendition) => !variants.has(file, rendition));
    if (missing.length === 0) return 'known';
    try {
      await utimes(this.#lock, new Date(), new Date()).catch(() => {});
      await variants.idle();
      // Fetched first: a visitor who comes meanwhile does not wait for the conversion.
      await originals.get(file, REQUEST_ID);
      for (const rendition of missing) {
        await variants.idle();
        if (this.#isStopped) return 'down';
        await variants.get(file, rendition, REQUEST_ID);
      }
      return 'made';
    } catch (error) {
      return toFileError(error).kind;
    }
  }
}
