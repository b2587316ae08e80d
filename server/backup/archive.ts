import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Duplex, PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod/mini';
import { columnsSchema } from '../outbox/submission-row.ts';
import { removeAbandoned } from '../replace-file.ts';
import { FILE_MODE } from '../storage.ts';
import { errorCode } from '../system-errors.ts';

/** What a backup is called that was killed. */
const PARTIAL = /\.[0-9a-f-]{36}\.partial$/;

/** A stream's error when the other program ended early. */
const PREMATURE_CLOSE = 'ERR_STREAM_PREMATURE_CLOSE';

/** Format of the lines below. A release rejects a newer one. */
const FORMAT = 1;

/**
 * A backup is gzip of lines of JSON, the same for SQLite and PostgreSQL: this one, and a line for each record. gzip has
 * a checksum and the length of all.
 */
const headSchema = z.object({
  backup: z.literal('gis-site'),
  format: z.int(),
  release: z.string(),
  at: z.string(),
  settings: z.record(z.string(), z.string()),
});
const bytes = z.pipe(
  z.string(),
  z.transform((base64): Buffer => Buffer.from(base64, 'base64')),
);
const recordSchema = z.discriminatedUnion('kind', [
  z.extend(columnsSchema, { kind: z.literal('submission'), cv: z.nullable(bytes) }),
  /** An urgent notice as JSON. */
  z.object({ kind: z.literal('notice'), text: z.string() }),
  /** Bytes of a file of the school's folder, from `at`; its parts follow one another. */
  z.object({ kind: z.literal('file'), path: z.string(), at: z.int(), data: bytes }),
]);
const KINDS: ReadonlySet<string> = new Set(['submission', 'notice', 'file']);
/** A newer release may have other kinds. */
const kindSchema = z.object({ kind: z.string() });

export type Head = z.infer<typeof headSchema>;
export type ArchivedRecord = z.infer<typeof recordSchema>;

/** What the operator reads instead of a stack. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

type Archive = {
  head: Omit<Head, 'backup' | 'format'>;
  records: AsyncIterable<ArchivedRecord>;
};

async function* toLines({ head, records }: Archive): AsyncGenerator<string> {
  const first: Head = { backup: 'gis-site', format: FORMAT, ...head };
  yield `${JSON.stringify(first)}\n`;
  for await (const record of records) {
    yield `${JSON.stringify(toLine(record))}\n`;
  }
}

function toLine(record: ArchivedRecord): object {
  if (record.kind === 'submission') return { ...record, cv: record.cv?.toString('base64') ?? null };
  return record.kind === 'file' ? { ...record, data: record.data.toString('base64') } : record;
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
  await removeAbandoned(dirname(path), PARTIAL);
  const partial = `${path}.${randomUUID()}.partial`;
  // Opened here: a stream that fails at once would open it after it was removed.
  const file = await open(partial, 'wx', FILE_MODE);
  try {
    await withAge(ageOptions.length > 0 && ['--encrypt', ...ageOptions], (age) =>
      pipeline(toLines(archive), createGzip(), age, file.createWriteStream({ flush: true })),
    );
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Runs `work` with age as a stage of a pipeline. @throws BackupError with the words of age, if it has any */
async function withAge(
  options: readonly string[] | false,
  work: (stage: Duplex) => Promise<void>,
): Promise<void> {
  if (options === false) return await work(new PassThrough());
  const age = spawn('age', options, { stdio: 'pipe' });
  const ended = once(age, 'close').catch((error: unknown) => [errorCode(error)]);
  const errors = text(age.stderr);
  const [done] = await Promise.allSettled([
    work(Duplex.from({ readable: age.stdout, writable: age.stdin })),
  ]);
  const [code, signal]: unknown[] = await ended;
  if (code === 'ENOENT') throw new BackupError('age is missing: apt-get install age');
  const words = (await errors).trim();
  if (code !== 0 && words !== '') throw new BackupError(words);
  const isCut = done.status === 'rejected' && errorCode(done.reason) === PREMATURE_CLOSE;
  if (done.status === 'rejected' && !isCut) throw done.reason;
  // What it wrote until it was killed may look complete.
  if (isCut || code !== 0) throw new BackupError(`age ended with ${String(signal ?? code)}`);
}

/** `identity` is the file of the key of an encrypted one. */
export type Backup = { path: string; identity: string | undefined };

/**
 * Reads a backup, and passes on each record as soon as it is read. One of a kind that this release does not know is left out.
 * @throws BackupError also at the end, for a file that is damaged or cut off
 */
export async function readArchive(
  { path, identity }: Backup,
  onRecord: (record: ArchivedRecord) => Promise<void> | void,
): Promise<Head> {
  const heads: Head[] = [];
  const plain = createGunzip().setEncoding('utf8');
  // An error of its reader that destroyed it would be hidden by that.
  const lines = linesOf(plain.iterator({ destroyOnReturn: false }));
  try {
    await withAge(identity !== undefined && ['--decrypt', '--identity', identity], (age) =>
      pipeline(createReadStream(path), age, plain, async () => {
        for await (const line of lines) {
          if (heads.length === 0) {
            heads.push(parseHead(line));
            continue;
          }
          const json: unknown = JSON.parse(line);
          if (KINDS.has(kindSchema.parse(json).kind)) await onRecord(recordSchema.parse(json));
        }
      }),
    );
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    heads.length = 0;
  }
  const [head] = heads;
  if (head === undefined)
    throw new BackupError(`${path} is damaged, cut off, no backup, or encrypted: --identity KEY`);
  return head;
}

/** @throws SyntaxError, ZodError; BackupError for a newer format */
function parseHead(line: string): Head {
  const head = headSchema.parse(JSON.parse(line));
  if (head.format > FORMAT)
    throw new BackupError(`release ${head.release} wrote it: restore it with that release`);
  return head;
}

function isUnreadable(error: unknown): boolean {
  const isOther = error instanceof SyntaxError || error instanceof z.core.$ZodError;
  return isOther || errorCode(error)?.startsWith('Z_') === true;
}

/** Node's readline would read on while a line is stored, and ends lines at U+2028 too. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    rest += chunk;
    // A CV is a line of many chunks.
    if (!chunk.includes('\n')) continue;
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
