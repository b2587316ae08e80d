import { readFileSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { replaceFile } from '../provider/cache-folder.ts';
import type { Log } from '../log/log.ts';
import type { ImageLimits } from './image-limits.ts';

export type ImageMetadata = {
  /** Upright size in pixels. */
  width: number;
  height: number;
  /** Mean colour as #rrggbb; null for a transparent picture. */
  colour: string | null;
  /** In per cent from left and top. */
  focus: { x: number; y: number };
};

const WRITE_AFTER_MS = 5_000;

const size = z.int().check(z.positive());
const percent = z.int().check(z.gte(0), z.lte(100));
const storedSchema = z.array(
  z.tuple([
    z.string(),
    z.object({
      tag: z.string(),
      width: size,
      height: size,
      colour: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
      // Not in files of an earlier release.
      focus: z.optional(z.object({ x: percent, y: percent })),
    }),
  ]),
);

type Stored = z.infer<typeof storedSchema>[number][1];

/** Focus of a picture that has none. */
export const MIDDLE = { x: 50, y: 50 };

/** Metadata of pictures by file id. */
export class ImageMetadataStore {
  readonly #pictures: LRUCache<string, Stored>;
  readonly #file: string;
  readonly #log: Log;
  #watcher: FSWatcher | null = null;
  #isClosed = false;
  #revision = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing = Promise.resolve();

  constructor(file: string, { metadata: max }: ImageLimits, log: Log) {
    this.#pictures = new LRUCache<string, Stored>({ max });
    this.#file = file;
    this.#log = log;
    for (const [id, metadata] of this.#load()) this.#pictures.set(id, metadata);
  }

  /** Changes some seconds after new metadata: pages without it are rendered again. */
  revision(): number {
    return this.#revision;
  }

  get(id: string): ImageMetadata | undefined {
    const known = this.#pictures.get(id);
    if (known === undefined) return undefined;
    const { width, height, colour, focus } = known;
    return { width, height, colour: focus === undefined ? null : colour, focus: focus ?? MIDDLE };
  }

  /** Whether there is metadata of the original with this tag. */
  has(id: string, tag: string): boolean {
    const known = this.#pictures.peek(id);
    return known?.tag === tag && known.focus !== undefined;
  }

  set(id: string, tag: string, metadata: ImageMetadata): void {
    this.#pictures.set(id, { tag, ...metadata });
    this.#writeLater();
  }

  delete(id: string): void {
    if (this.#pictures.delete(id)) this.#writeLater();
  }

  /** Reads what other processes write; without notifications each reads its own pictures. */
  watch(): void {
    if (this.#isClosed) return;
    const name = basename(this.#file);
    try {
      this.#watcher = watch(dirname(this.#file), { persistent: false }, (_change, changed) => {
        if (changed === name) this.#merge();
      });
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      this.#log.warn({ event: 'image-metadata', cause: 'unwatchable' });
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watcher?.close();
    if (this.#timer) {
      clearTimeout(this.#timer);
      this.#write();
    }
    await this.#writing;
  }

  /** Oldest first. Synchronous, because pages are rendered at the start. */
  #load(): [string, Stored][] {
    try {
      return storedSchema.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch (error) {
      const isFirstStart = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isFirstStart) this.#log.warn({ event: 'image-metadata', cause: 'unreadable' });
      return [];
    }
  }

  #merge(): void {
    const unknown = this.#load().filter(([id]) => !this.#pictures.has(id));
    for (const [id, metadata] of unknown) this.#pictures.set(id, metadata);
    if (unknown.length > 0) this.#revision += 1;
  }

  #writeLater(): void {
    this.#timer ??= setTimeout(() => this.#write(), WRITE_AFTER_MS).unref();
  }

  #write(): void {
    this.#timer = undefined;
    this.#revision += 1;
    this.#writing = this.#writing.then(async () => {
      try {
        const entries = [...this.#pictures.entries()].toReversed();
        await replaceFile(this.#file, JSON.stringify(entries));
      } catch (error) {
        const cause = error instanceof Error && 'code' in error ? error.code : 'unwritable';
        this.#log.warn({ event: 'image-metadata', cause });
      }
    });
  }
}
