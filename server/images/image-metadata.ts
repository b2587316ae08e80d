import { readFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { replaceFile } from '../provider/cache-folder.ts';
import type { Log } from '../web/log.ts';
import type { ImageLimits } from './image-limits.ts';

/** Upright size in pixels, and mean colour as #rrggbb. */
export type ImageMetadata = { width: number; height: number; colour: string };

/** New metadata is written together after this time, in ms. */
const WRITE_AFTER_MS = 5_000;

const size = z.number().int().positive();
const storedSchema = z.array(
  z.tuple([
    z.string(),
    z.object({
      tag: z.string(),
      width: size,
      height: size,
      colour: z.string().regex(/^#[0-9a-f]{6}$/),
    }),
  ]),
);

type Stored = z.infer<typeof storedSchema>[number][1];

/** What is known of the provider's pictures by file id. Losing the file loses nothing that does not come back. */
export class ImageMetadataStore {
  readonly #pictures: LRUCache<string, Stored>;
  readonly #file: string;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #writing = Promise.resolve();

  /** @param file what outlives a restart. */
  constructor(file: string, { metadata: max }: ImageLimits, log: Log) {
    this.#pictures = new LRUCache<string, Stored>({ max });
    this.#file = file;
    this.#log = log;
    for (const [id, metadata] of this.#load()) this.#pictures.set(id, metadata);
  }

  get(id: string): ImageMetadata | undefined {
    const known = this.#pictures.get(id);
    return known && { width: known.width, height: known.height, colour: known.colour };
  }

  /** Whether the metadata is that of the original with this tag. */
  has(id: string, tag: string): boolean {
    return this.#pictures.peek(id)?.tag === tag;
  }

  set(id: string, tag: string, metadata: ImageMetadata): void {
    this.#pictures.set(id, { tag, ...metadata });
    this.#writeLater();
  }

  delete(id: string): void {
    if (this.#pictures.delete(id)) this.#writeLater();
  }

  /** Writes what is not yet written. */
  async close(): Promise<void> {
    if (this.#timer) {
      clearTimeout(this.#timer);
      this.#write();
    }
    await this.#writing;
  }

  /** Oldest first. Pages are rendered before the first request, so this does not wait for a promise. */
  #load(): [string, Stored][] {
    try {
      return storedSchema.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch (error) {
      const isFirstStart = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isFirstStart) this.#log.warn({ event: 'image-metadata', cause: 'unreadable' });
      return [];
    }
  }

  #writeLater(): void {
    this.#timer ??= setTimeout(() => this.#write(), WRITE_AFTER_MS).unref();
  }

  #write(): void {
    this.#timer = undefined;
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
