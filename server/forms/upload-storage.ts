import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { StorageEngine } from 'multer';
import { cvError, type CvCause } from './cv-error.ts';
import type { Submission } from '../outbox/entry.ts';
import type { FormErrors } from '../../shared/forms.ts';
import { MAX_CV_BYTES, getPdfState } from '../../shared/forms/cv.ts';

type Upload = Omit<NonNullable<Submission['cv']>, 'name'>;

type MulterDone = (error?: unknown, info?: Partial<Express.Multer.File>) => void;

/**
 * multer's storage of one CV, in memory until the outbox has it. The rest of a file that is too large is read without
 * being held: with a limit of multer's own the fields after it would be lost.
 */
export class UploadStorage implements StorageEngine {
  /** The file, once it is complete and a PDF. */
  upload: Upload | null = null;
  originalName: string | null = null;

  #pdfState: ReturnType<typeof getPdfState> = 'none';
  #chunks: Buffer[] = [];
  #size = 0;
  #source: Readable | null = null;
  #isDiscarded = false;

  _handleFile(_request: unknown, file: Express.Multer.File, done: MulterDone): void {
    const { stream, originalname } = file;
    this.originalName = originalname;
    this.#source = stream;
    void this.#report(stream, done);
  }

  /** The bytes end with `discard`, also those of a file that multer does not know. */
  _removeFile(_request: unknown, _file: unknown, done: (error: Error | null) => void): void {
    done(null);
  }

  /** @throws FormError 413 or 422 without a CV, also with the errors of other fields. */
  assertUpload(errors: FormErrors): void {
    if (this.upload === null) throw cvError(this.#cause(), this.#size, errors);
  }

  discard(): void {
    // A file may still begin while the response is sent.
    this.#isDiscarded = true;
    // A truncated body leaves an open stream.
    this.#source?.destroy();
    this.upload = null;
    this.#chunks = [];
  }

  #cause(): CvCause {
    if (this.originalName === null) return 'cv-missing';
    if (this.#size > MAX_CV_BYTES) return 'cv-too-large';
    if (this.#size === 0) return 'cv-empty';
    return this.#pdfState === 'begun' ? 'cv-truncated' : 'cv-not-pdf';
  }

  async #report(stream: Readable, done: MulterDone): Promise<void> {
    const malformed: unknown = await this.#read(stream).catch((error: unknown) => error);
    done(malformed, {});
  }

  /** Always reads to the end: to multer a stream that stops is a malformed body. */
  async #read(stream: Readable): Promise<void> {
    for await (const chunk of stream) if (Buffer.isBuffer(chunk)) this.#take(chunk);
    const bytes = Buffer.concat(this.#chunks);
    this.#chunks = [];
    if (bytes.length !== this.#size) return;
    this.#pdfState = getPdfState(bytes);
    if (this.#pdfState !== 'complete') return;
    this.upload = { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  }

  #take(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#isDiscarded || this.#size > MAX_CV_BYTES) this.#chunks = [];
    else this.#chunks.push(chunk);
  }
}
