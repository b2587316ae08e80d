import { createHash } from 'node:crypto';
import { mkdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { StorageEngine } from 'multer';
import { cvError, type CvCause } from './cv-error.ts';
import type { Submission } from '../outbox/entry.ts';
import { FOLDER_MODE, openUnlinked, StorageError } from '../storage.ts';
import { errorCode } from '../system-errors.ts';
import type { FormErrors } from '../../shared/forms.ts';
import { MAX_CV_BYTES, getPdfState } from '../../shared/forms/cv.ts';

/** Holds CVs without a name, until the outbox has them. */
export function uploadFolder(dataDir: string): string {
  return join(dataDir, 'uploads');
}

/** A CV on the disk, until the outbox has it. */
type Upload = NonNullable<Submission['cv']>['upload'];

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

  readonly #folder: string;
  readonly #hash = createHash('sha256');
  #pdfState: ReturnType<typeof getPdfState> = 'none';
  #size = 0;
  #source: Readable | null = null;
  #file: FileHandle | undefined;
  #stored: Promise<void> = Promise.resolve();
  #isDiscarded = false;

  /** @param folder made if missing */
  constructor(folder: string) {
    this.#folder = folder;
  }

  _handleFile(_request: unknown, file: Express.Multer.File, done: MulterDone): void {
    const { stream, originalname } = file;
    this.originalName = originalname;
    this.#source = stream;
    this.#stored = this.#report(stream, done);
  }

  /** The file ends with `discard`, also one that multer does not know. */
  _removeFile(_request: unknown, _file: unknown, done: (error: Error | null) => void): void {
    done(null);
  }

  /** @throws FormError 413 or 422 without a CV, also with the errors of other fields. */
  assertUpload(errors: FormErrors): void {
    if (this.upload === null) throw cvError(this.#cause(), this.#size, errors);
  }

  async discard(): Promise<void> {
    // A file may still begin while the response is sent.
    this.#isDiscarded = true;
    // A truncated body leaves an open stream.
    this.#source?.destroy();
    await this.#stored;
    await this.#file?.close().catch(() => {});
  }

  #cause(): CvCause {
    if (this.originalName === null) return 'cv-missing';
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
    if (this.#isWanted()) await this.#step(this.#open());
    for await (const chunk of stream) if (Buffer.isBuffer(chunk)) await this.#take(chunk);
    const file = this.#file;
    const size = this.#size;
    if (file === undefined || !this.#isWanted()) return;
    const read = await this.#step(file.read({ buffer: Buffer.alloc(size), position: 0 }));
    if (read === undefined) return;
    this.#pdfState = getPdfState(read.buffer.subarray(0, read.bytesRead));
    if (this.#pdfState !== 'complete') return;
    this.upload = { descriptor: file.fd, size, sha256: this.#hash.digest('hex') };
  }

  async #open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: FOLDER_MODE });
    this.#file = await openUnlinked(this.#folder);
  }

  async #take(chunk: Buffer): Promise<void> {
    this.#size += chunk.length;
    if (!this.#isWanted()) return;
    this.#hash.update(chunk);
    await this.#step(this.#file?.writeFile(chunk));
  }

  #isWanted(): boolean {
    return !this.#isDiscarded && this.error === null && this.#size <= MAX_CV_BYTES;
  }

  async #step<Value>(work: Promise<Value> | undefined): Promise<Value | undefined> {
    this.isBusy = true;
    try {
      return await work;
    } catch (error) {
      this.error = new StorageError(errorCode(error) ?? 'unknown');
      return undefined;
    } finally {
      this.isBusy = false;
    }
  }
}
