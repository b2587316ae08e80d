import { createHash } from 'node:crypto';
import { open, readFile, unlink, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { StorageEngine } from 'multer';
import { cvError, type CvCause } from './cv-error.ts';
import { FILE_MODE, StorageError } from '../storage.ts';
import type { FormErrors } from '../../shared/forms.ts';
import { isPdfName, MAX_CV_BYTES, pdfStateOf } from '../../shared/forms/cv.ts';

/** A CV on the disk, until the outbox has it. */
export type Upload = { path: string; size: number; sha256: string };

type MulterDone = (error?: unknown, info?: Partial<Express.Multer.File>) => void;

/**
 * multer's storage of one CV: its own disk storage gives files the mode 0644 and does not hash them. The rest of a file
 * that is too large is read without being written.
 */
export class UploadStorage implements StorageEngine {
  /** The file, once it is complete and a PDF. */
  upload: Upload | null = null;
  originalName: string | null = null;
  /** The disk error; the rest is skipped. */
  error: StorageError | null = null;
  /** Whether this waits for the disk; otherwise it waits for bytes, or has all. */
  isBusy = false;

  readonly #path: string;
  readonly #hash = createHash('sha256');
  #pdfState: ReturnType<typeof pdfStateOf> = 'none';
  #size = 0;
  #source: Readable | null = null;
  #stored: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  takes(name: string): boolean {
    this.originalName ??= name;
    return isPdfName(name);
  }

  _handleFile(_request: unknown, { stream }: Express.Multer.File, done: MulterDone): void {
    this.#source = stream;
    this.#stored = this.#report(stream, done);
  }

  /** `discard` removes the file, also one that multer does not know. */
  _removeFile(_request: unknown, _file: unknown, done: (error: Error | null) => void): void {
    done(null);
  }

  /** @throws FormError 413 or 422 without a CV, also with the errors of other fields. */
  assertUpload(errors: FormErrors): void {
    if (this.upload === null) throw cvError(this.#cause(), this.#size, errors);
  }

  async discard(): Promise<void> {
    // A truncated body leaves an open stream.
    this.#source?.destroy();
    await this.#stored;
    // The outbox removes what is left.
    await unlink(this.#path).catch(() => {});
  }

  #cause(): CvCause {
    if (this.originalName === null) return 'cv-missing';
    if (this.#source === null) return 'cv-wrong-name';
    if (this.#size > MAX_CV_BYTES) return 'cv-too-large';
    if (this.#size === 0) return 'cv-empty';
    return this.#pdfState === 'begun' ? 'cv-truncated' : 'cv-not-pdf';
  }

  async #report(stream: Readable, done: MulterDone): Promise<void> {
    const malformed: unknown = await this.#store(stream).catch((error: unknown) => error);
    done(malformed ?? this.error, {});
  }

  /** Always reads to the end: to multer a stream that stops is a malformed body. */
  async #store(stream: Readable): Promise<void> {
    const file = await this.#step(open(this.#path, 'wx', FILE_MODE));
    try {
      for await (const chunk of stream) if (Buffer.isBuffer(chunk)) await this.#take(chunk, file);
    } finally {
      await this.#step(file?.close());
    }
    const bytes = this.#isWanted() ? await this.#step(readFile(this.#path)) : undefined;
    if (bytes === undefined) return;
    this.#pdfState = pdfStateOf(bytes);
    if (this.#pdfState !== 'complete') return;
    this.upload = { path: this.#path, size: this.#size, sha256: this.#hash.digest('hex') };
  }

  async #take(chunk: Buffer, file: FileHandle | undefined): Promise<void> {
    this.#size += chunk.length;
    if (!this.#isWanted()) return;
    this.#hash.update(chunk);
    await this.#step(file?.writeFile(chunk));
  }

  #isWanted(): boolean {
    return this.error === null && this.#size <= MAX_CV_BYTES;
  }

  async #step<Value>(work: Promise<Value> | undefined): Promise<Value | undefined> {
    this.isBusy = true;
    try {
      return await work;
    } catch (error) {
      this.error = new StorageError(error);
      return undefined;
    } finally {
      this.isBusy = false;
    }
  }
}
