import { createHash } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { StorageEngine } from 'multer';
import { FILE_MODE } from '../outbox/durable-files.ts';
import { createPdfScan } from '../../shared/forms/cv.ts';

/** A CV on the disk, its bytes durable, not yet part of an entry. */
export type Upload = { path: string; size: number; sha256: string };

export type UploadStorage = {
  engine: StorageEngine;
  /** Null: no file, or one that is not a PDF. */
  upload(): Upload | null;
  /** Whether the disk is at work; otherwise this waits for bytes, or has all. */
  isBusy(): boolean;
  /** What the disk said, if it did not take the file. */
  diskFault(): Error | null;
  /** Removes the file, unless it has been moved into an entry. */
  discard(): Promise<void>;
};

/**
 * Where multer puts one request's CV: multer's own disk storage gives files the mode 0644, and does
 * neither hash nor sync them. What is known to be no PDF is read past, not written.
 */
export function createUploadStorage(path: string): UploadStorage {
  let stored: Upload | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  let source: Readable | null = null;
  let fault: Error | null = null;
  let steps = 0;

  /** Reads to the end whatever happens, as a stream that stops in the middle is a malformed body to multer. */
  async function store(stream: Readable): Promise<void> {
    const file = await step(open(path, 'wx', FILE_MODE));
    const hash = createHash('sha256');
    let size = 0;
    const scan = createPdfScan();
    try {
      for await (const chunk of stream) {
        if (!Buffer.isBuffer(chunk) || scan.isRuledOut() || fault !== null) continue;
        scan.add(chunk);
        if (scan.isRuledOut()) continue;
        hash.update(chunk);
        size += chunk.length;
        await step(file?.writeFile(chunk));
      }
      if (scan.isPdf()) await step(file?.sync());
      if (scan.isPdf() && fault === null) stored = { path, size, sha256: hash.digest('hex') };
    } finally {
      await step(file?.close());
    }
  }

  /** Remembers what the disk says against a step. */
  async function step<Value>(work: Promise<Value> | undefined): Promise<Value | undefined> {
    steps += 1;
    try {
      return await work;
    } catch (error) {
      fault = error instanceof Error ? error : new Error(String(error));
      return undefined;
    } finally {
      steps -= 1;
    }
  }

  async function report(
    work: Promise<void>,
    done: (error?: unknown, info?: object) => void,
  ): Promise<void> {
    try {
      await work;
    } catch (error) {
      done(error);
      return;
    }
    if (fault === null) done(null, {});
    else done(fault);
  }

  async function discard(): Promise<void> {
    // A body that was cut leaves a stream that nobody else would end.
    source?.destroy();
    await writing;
    // What the disk does not let go now is swept out of tmp/ later.
    await unlink(path).catch(() => {});
  }

  return {
    engine: {
      _handleFile(_request, { stream }, done) {
        source = stream;
        writing = report(store(stream), done);
      },
      // The request's owner discards whatever is left, also what multer never hears of.
      _removeFile: (_request, _file, done) => done(null),
    },
    upload: () => stored,
    isBusy: () => steps > 0,
    diskFault: () => fault,
    discard,
  };
}
