import { createHash } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { StorageEngine } from 'multer';
import type { CvCause } from './cv-fault.ts';
import { FILE_MODE } from '../outbox/durable-files.ts';
import { createPdfScan, MAX_CV_BYTES } from '../../shared/forms/cv.ts';

/** A CV on the disk, its bytes durable, not yet part of an entry. */
export type Upload = { path: string; size: number; sha256: string };

export type UploadStorageOptions = {
  path: string;
  /** Waits until a file of this many bytes may be written on. @throws what ends the upload. */
  mayContinue: (bytes: number) => Promise<void>;
};

/**
 * Where multer puts one request's CV: multer's own disk storage gives files the mode 0644, and does
 * neither hash nor sync them. What is known to be too large or no PDF is read past, not written.
 */
export class UploadStorage {
  readonly engine: StorageEngine = {
    _handleFile: (_request, { stream }, done) => {
      this.#source = stream;
      this.#storing = this.#report(stream, done);
    },
    // The request's owner discards whatever is left, also what multer never hears of.
    _removeFile: (_request, _file, done) => done(null),
  };

  /** The file, once it is complete and a PDF. */
  upload: Upload | null = null;
  /** Bytes of the file, also of those that were read past. */
  size = 0;
  /** What the disk said, if it did not take the file. */
  diskFault: Error | null = null;

  readonly #options: UploadStorageOptions;
  readonly #hash = createHash('sha256');
  readonly #scan = createPdfScan();
  /** Why the file is read past. */
  #fault: Error | null = null;
  #source: Readable | null = null;
  #storing: Promise<unknown> = Promise.resolve();
  #steps = 0;

  constructor(options: UploadStorageOptions) {
    this.#options = options;
  }

  /** Whether this waits for something of ours, the disk say; otherwise it waits for bytes, or has all. */
  isBusy(): boolean {
    return this.#steps > 0;
  }

  /** Whether a file came that may be a CV by its name. */
  hasFile(): boolean {
    return this.#source !== null;
  }

  /** What is wrong with the file that came. */
  cause(): Exclude<CvCause, 'cv-missing' | 'cv-not-one' | 'cv-wrong-name'> {
    if (this.size > MAX_CV_BYTES) return 'cv-too-large';
    if (this.size === 0) return 'cv-empty';
    return this.#scan.hasHeader() ? 'cv-truncated' : 'cv-not-pdf';
  }

  /** Removes the file, unless it has been moved into an entry. */
  async discard(): Promise<void> {
    // A body that was cut leaves a stream that nobody else would end.
    this.#source?.destroy();
    await this.#storing;
    // What the disk does not let go now is swept out of tmp/ later.
    await unlink(this.#options.path).catch(() => {});
  }

  async #report(stream: Readable, done: (error?: unknown, info?: object) => void): Promise<void> {
    try {
      await this.#store(stream);
    } catch (error) {
      done(error);
      return;
    }
    if (this.#fault === null) done(null, {});
    else done(this.#fault);
  }

  /** Reads to the end whatever happens, as a stream that stops in the middle is a malformed body to multer. */
  async #store(stream: Readable): Promise<void> {
    const { path } = this.#options;
    const file = await this.#step(open(path, 'wx', FILE_MODE));
    try {
      for await (const chunk of stream) if (Buffer.isBuffer(chunk)) await this.#take(chunk, file);
      if (this.#isGood() && this.#scan.isPdf()) await this.#step(file?.sync());
      if (this.#isGood() && this.#scan.isPdf())
        this.upload = { path, size: this.size, sha256: this.#hash.digest('hex') };
    } finally {
      await this.#step(file?.close());
    }
  }

  async #take(chunk: Buffer, file: FileHandle | undefined): Promise<void> {
    this.size += chunk.length;
    this.#scan.add(chunk);
    if (!this.#isGood()) return;
    await this.#mayContinue();
    if (!this.#isGood()) return;
    this.#hash.update(chunk);
    await this.#step(file?.writeFile(chunk));
  }

  #isGood(): boolean {
    return this.#fault === null && this.size <= MAX_CV_BYTES && !this.#scan.isRuledOut();
  }

  async #mayContinue(): Promise<void> {
    this.#steps += 1;
    try {
      await this.#options.mayContinue(this.size);
    } catch (error) {
      this.#fault = toError(error);
    } finally {
      this.#steps -= 1;
    }
  }

  /** Remembers what the disk says against a step. */
  async #step<Value>(work: Promise<Value> | undefined): Promise<Value | undefined> {
    this.#steps += 1;
    try {
      return await work;
    } catch (error) {
      this.diskFault = toError(error);
      this.#fault = this.diskFault;
      return undefined;
    } finally {
      this.#steps -= 1;
    }
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
