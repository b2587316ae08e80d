import { createHash } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { StorageEngine } from 'multer';
import type { CvCause, CvFault } from './cv-fault.ts';
import { FormError } from './form-error.ts';
import { FILE_MODE, OutboxStorageError } from '../outbox/storage-error.ts';
import { createPdfScan, isPdfName, MAX_CV_BYTES } from '../../shared/forms/cv.ts';

/** A CV on the disk, its bytes durable, not yet part of an entry. */
export type Upload = { path: string; size: number; sha256: string };

type UploadStorageOptions = {
  path: string;
  /** Waits until a file of this many bytes may be written on. @throws FormError that ends the upload. */
  mayContinue: (bytes: number) => Promise<void>;
};

type MulterDone = (error?: unknown, info?: Partial<Express.Multer.File>) => void;

/**
 * Where multer puts one request's CV: multer's own disk storage gives files the mode 0644, and does
 * neither hash nor sync them. What is known to be too large or no PDF is read past, not written.
 */
export class UploadStorage implements StorageEngine {
  /** The file, once it is complete and a PDF. */
  upload: Upload | null = null;
  /** The sender's name of the file, whether it is taken or not. */
  originalName: string | null = null;
  /** The disk error of the file, or the reason that ended its upload; the rest of it is skipped. */
  fault: FormError | OutboxStorageError | null = null;
  /** Whether this waits for something of ours, the disk say; otherwise it waits for bytes, or has all. */
  isBusy = false;

  readonly #options: UploadStorageOptions;
  readonly #hash = createHash('sha256');
  readonly #scan = createPdfScan();
  #size = 0;
  #source: Readable | null = null;
  #stored: Promise<void> = Promise.resolve();

  constructor(options: UploadStorageOptions) {
    this.#options = options;
  }

  /** Whether a file may be a CV by its name. */
  takes(name: string): boolean {
    this.originalName ??= name;
    return isPdfName(name);
  }

  _handleFile(_request: unknown, { stream }: Express.Multer.File, done: MulterDone): void {
    this.#source = stream;
    this.#stored = this.#report(stream, done);
  }

  /** The request's owner discards what is left, also files that multer does not know of. */
  _removeFile(_request: unknown, _file: unknown, done: (error: Error | null) => void): void {
    done(null);
  }

  /** What is wrong with the file that came, or with none. */
  cvFault(): CvFault | null {
    return this.upload === null ? { cause: this.#cause(), bytes: this.#size } : null;
  }

  /** Removes the file; the outbox has its bytes. */
  async discard(): Promise<void> {
    // A truncated body leaves an open stream.
    this.#source?.destroy();
    await this.#stored;
    // What the disk does not let go now is removed by the outbox later.
    await unlink(this.#options.path).catch(() => {});
  }

  #cause(): CvCause {
    if (this.originalName === null) return 'cv-missing';
    if (this.#source === null) return 'cv-wrong-name';
    if (this.#size > MAX_CV_BYTES) return 'cv-too-large';
    if (this.#size === 0) return 'cv-empty';
    return this.#scan.hasHeader() ? 'cv-truncated' : 'cv-not-pdf';
  }

  async #report(stream: Readable, done: MulterDone): Promise<void> {
    try {
      await this.#store(stream);
    } catch (error) {
      done(error);
      return;
    }
    done(this.fault, {});
  }

  /** Reads to the end whatever happens, as a stream that stops in the middle is a malformed body to multer. */
  async #store(stream: Readable): Promise<void> {
    const { path } = this.#options;
    const file = await this.#step(open(path, 'wx', FILE_MODE));
    try {
      for await (const chunk of stream) if (Buffer.isBuffer(chunk)) await this.#take(chunk, file);
      if (this.#isWanted() && this.#scan.isPdf()) await this.#step(file?.sync());
      if (this.#isWanted() && this.#scan.isPdf())
        this.upload = { path, size: this.#size, sha256: this.#hash.digest('hex') };
    } finally {
      await this.#step(file?.close());
    }
  }

  async #take(chunk: Buffer, file: FileHandle | undefined): Promise<void> {
    this.#size += chunk.length;
    this.#scan.add(chunk);
    if (this.#isWanted()) await this.#step(this.#options.mayContinue(this.#size));
    if (!this.#isWanted()) return;
    this.#hash.update(chunk);
    await this.#step(file?.writeFile(chunk));
  }

  #isWanted(): boolean {
    return this.fault === null && this.#size <= MAX_CV_BYTES && !this.#scan.isRuledOut();
  }

  /** Stores the error of a step. */
  async #step<Value>(work: Promise<Value> | undefined): Promise<Value | undefined> {
    this.isBusy = true;
    try {
      return await work;
    } catch (error) {
      this.fault = error instanceof FormError ? error : new OutboxStorageError(error);
      return undefined;
    } finally {
      this.isBusy = false;
    }
  }
}
