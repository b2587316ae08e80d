import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Log } from '../web/log.ts';

/** Upright size in pixels, and mean colour as #rrggbb. */
export type PictureFacts = { width: number; height: number; colour: string };

/** What is known of the provider's pictures, kept over restarts. Losing the file loses nothing that does not come back. */
export type KnownPictures = {
  get(ref: string): PictureFacts | undefined;
  /** Whether the facts are those of the original with this tag. */
  has(ref: string, tag: string): boolean;
  set(ref: string, tag: string, facts: PictureFacts): void;
  delete(ref: string): void;
  /** Writes down what is not yet written. */
  close(): Promise<void>;
};

/** New facts are written together after this time, in ms. */
const WRITE_AFTER_MS = 5_000;

const size = z.number().int().positive();
const stored = z.array(
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

type StoredFacts = PictureFacts & { tag: string };

export function createKnownPictures({
  file,
  max,
  log,
}: {
  file: string;
  max: number;
  log: Log;
}): KnownPictures {
  const pictures = new LRUCache<string, StoredFacts>({ max });
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  for (const [ref, facts] of load()) pictures.set(ref, facts);

  /** Pages are rendered before the first request, so this does not wait for a promise. Oldest first. */
  function load(): [string, StoredFacts][] {
    try {
      return stored.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch (error) {
      const isFirstStart = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isFirstStart) log.warn({ event: 'image-facts', cause: 'unreadable' });
      return [];
    }
  }

  function write(): void {
    timer = undefined;
    writing = writing.then(async () => {
      try {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        await writeFile(`${file}.tmp`, JSON.stringify([...pictures.entries()].toReversed()), {
          mode: 0o600,
        });
        await rename(`${file}.tmp`, file);
      } catch (error) {
        log.warn({
          event: 'image-facts',
          cause: error instanceof Error && 'code' in error ? error.code : 'unwritable',
        });
      }
    });
  }

  function changed(): void {
    timer ??= setTimeout(write, WRITE_AFTER_MS).unref();
  }

  return {
    get(ref) {
      const facts = pictures.get(ref);
      return facts && { width: facts.width, height: facts.height, colour: facts.colour };
    },
    has: (ref, tag) => pictures.peek(ref)?.tag === tag,
    set(ref, tag, facts) {
      pictures.set(ref, { tag, ...facts });
      changed();
    },
    delete(ref) {
      if (pictures.delete(ref)) changed();
    },
    async close() {
      if (timer) {
        clearTimeout(timer);
        write();
      }
      await writing;
    },
  };
}
