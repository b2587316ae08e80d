import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod/mini';
import type { StoredSubmission } from '../outbox/submission-store.ts';
import { FILE_MODE } from '../storage.ts';
import { errorCode } from '../system-errors.ts';

/** Of the lines below. A program rejects a newer one. */
const FORMAT = 1;
const AGE_HEADER = 'age-encryption.org/';

/**
 * A backup is gzip of lines of JSON, the same for SQLite and PostgreSQL: this one, a line for each submission, and
 * one with the number of submissions and the checksum of all lines before.
 */
const headSchema = z.object({
  backup: z.literal('gis-site'),
  format: z.int(),
  release: z.string(),
  at: z.string(),
  settings: z.record(z.string(), z.string()),
  /** The file `secret` of the data folder. */
  secret: z.nullable(z.string()),
});
const submissionSchema = z.object({
  id: z.string(),
  reference: z.string(),
  state: z.enum(['waiting', 'delivered', 'dead', 'corrupt']),
  form: z.string(),
  campus: z.string(),
  payload: z.nullable(z.string()),
  attempts: z.int(),
  cause: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  accepted: z.int(),
  finished: z.nullable(z.int()),
  cv: z.nullable(
    z.pipe(
      z.string(),
      z.transform((base64) => Buffer.from(base64, 'base64')),
    ),
  ),
});
const endSchema = z.object({ submissions: z.int(), sha256: z.string() });

export type Head = z.infer<typeof headSchema>;
export type ArchivedSubmission = z.infer<typeof submissionSchema>;

/** What the operator reads instead of a stack. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

type Archive = {
  head: Omit<Head, 'backup' | 'format'>;
  submissions: AsyncIterable<StoredSubmission>;
};

async function* toLines({ head, submissions }: Archive): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let count = 0;
  function lineOf(value: object): string {
    const line = `${JSON.stringify(value)}\n`;
    hash.update(line);
    return line;
  }
  yield lineOf({ backup: 'gis-site', format: FORMAT, ...head } satisfies Head);
  for await (const { cv, ...row } of submissions) {
    count += 1;
    yield lineOf({ ...row, cv: cv?.toString('base64') ?? null });
  }
  const end: z.infer<typeof endSchema> = { submissions: count, sha256: hash.digest('hex') };
  yield `${JSON.stringify(end)}\n`;
}

/**
 * Writes a file that has its name only when it is complete and on the disk.
 * @param ageOptions encrypt it, if there are any
 */
export async function writeArchive(
  path: string,
  archive: Archive,
  ageOptions: readonly string[],
): Promise<void> {
  const partial = `${path}.${randomUUID()}.partial`;
  const file = await open(partial, 'wx', FILE_MODE);
  try {
    const lines = Readable.from(toLines(archive));
    if (ageOptions.length === 0) await pipeline(lines, createGzip(), writableTo(file));
    else await encrypt(lines, file.fd, ageOptions);
    await file.sync();
    await rename(partial, path);
    const folder = await open(dirname(path));
    await folder.sync();
    await folder.close();
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Not a stream of the file, which would close it before it is on the disk. */
function writableTo(file: FileHandle): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      callbackify(() => file.writeFile(chunk))(done);
    },
  });
}

async function encrypt(lines: Readable, descriptor: number, options: readonly string[]) {
  const age = spawn('age', ['--encrypt', ...options], { stdio: ['pipe', descriptor, 'pipe'] });
  const { stdin } = age;
  if (stdin === null) throw new TypeError('stdin is a pipe');
  await withAge(age, () => pipeline(lines, createGzip(), stdin));
}

/** @throws BackupError with the words of age, which explain why `work` has failed. */
async function withAge(age: ChildProcess, work: () => Promise<void>): Promise<void> {
  const ended = once(age, 'close').catch((error: unknown) => [errorCode(error)]);
  const errors = age.stderr === null ? '' : text(age.stderr);
  const [done] = await Promise.allSettled([work()]);
  const [code]: unknown[] = await ended;
  if (code === 'ENOENT') throw new BackupError('age is missing: apt-get install age');
  if (code !== 0) throw new BackupError((await errors).trim());
  if (done.status === 'rejected') throw done.reason;
}

/** `identity` is the file of the key of an encrypted one. */
export type Backup = { path: string; identity: string | undefined };

type OnSubmission = (submission: ArchivedSubmission) => Promise<void> | void;

/**
 * Reads a backup, and passes on each submission as soon as it is read.
 * @throws BackupError also at the end, for a file that is damaged or cut off
 */
export async function readArchive(
  { path, identity }: Backup,
  onSubmission: OnSubmission,
): Promise<Head> {
  const heads: Head[] = [];
  const failures: unknown[] = [];
  async function read(chunks: AsyncIterable<Buffer>): Promise<void> {
    try {
      heads.push(...(await readLines(linesOf(chunks), onSubmission)));
    } catch (error) {
      // `pipeline` and age report what follows from it.
      if (!isUnreadable(error)) failures.push(error);
      throw error;
    }
  }
  try {
    if (!(await isEncrypted(path))) await pipeline(createReadStream(path), createGunzip(), read);
    else if (identity === undefined) throw new BackupError('it is encrypted: add --identity KEY');
    else {
      const options = ['--decrypt', '--identity', identity, path];
      const age = spawn('age', options, { stdio: ['inherit', 'pipe', 'pipe'] });
      await withAge(age, () => pipeline(age.stdout, createGunzip(), read));
    }
  } catch (error) {
    const [cause = error] = failures;
    if (!isUnreadable(cause)) throw cause;
  }
  const [head] = heads;
  if (head === undefined) throw new BackupError(`${path} is damaged, cut off, or not a backup`);
  return head;
}

function isUnreadable(error: unknown): boolean {
  const isOther = error instanceof SyntaxError || error instanceof z.core.$ZodError;
  // The loop over the lines was left by one of these.
  const isAborted = error instanceof Error && error.name === 'AbortError';
  return isOther || isAborted || errorCode(error)?.startsWith('Z_') === true;
}

async function isEncrypted(path: string): Promise<boolean> {
  const start = await buffer(createReadStream(path, { end: AGE_HEADER.length - 1 }));
  return start.toString() === AGE_HEADER;
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]).toString();
      parts = [];
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
  }
}

/** The first line; none without the right last line. @throws SyntaxError, ZodError */
async function readLines(
  lines: AsyncIterable<string>,
  onSubmission: OnSubmission,
): Promise<Head[]> {
  const hash = createHash('sha256');
  let head: Head | null = null;
  let count = 0;
  let isWhole = false;
  // To the end of the stream, as `pipeline` aborts one that is left before.
  for await (const line of lines) {
    const value: unknown = JSON.parse(line);
    const end = endSchema.safeParse(value);
    if (end.success) {
      const { submissions, sha256 } = end.data;
      isWhole = submissions === count && sha256 === hash.copy().digest('hex');
      continue;
    }
    isWhole = false;
    hash.update(`${line}\n`);
    if (head === null) {
      head = headSchema.parse(value);
      if (head.format > FORMAT)
        throw new BackupError(`release ${head.release} wrote it: restore it with that release`);
    } else {
      await onSubmission(submissionSchema.parse(value));
      count += 1;
    }
  }
  return head !== null && isWhole ? [head] : [];
}
