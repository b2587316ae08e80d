import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip as gzipAsync,
  gzipSync,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib';
import type { Encoding } from './encoding.ts';

/** Of both encodings; brotli 9 takes nine times as long for half a percent of size. */
const LEVEL = 6;
/** Of brotli while a visitor waits. */
const UNCACHED_LEVEL = 4;
const MIN_COMPRESSED_BYTES = 1_024;
const GZIP_OPTIONS = { level: LEVEL };

/** A body in every encoding, each with its own strong ETag (RFC 9110 §8.8.3). A short one is `identity` in all. */
export type EncodedBody = {
  bodies: Readonly<Record<Encoding, Buffer>>;
  etags: Readonly<Record<Encoding, string>>;
};

/** For a body that is sent many times. */
export function encodeBody(body: Buffer): EncodedBody {
  if (body.length < MIN_COMPRESSED_BYTES) return prebuiltBody(body);
  const br = brotliCompressSync(body, brotliOptions(body));
  return encoded(body, { br, gzip: gzipSync(body, GZIP_OPTIONS) });
}

/** For a body that is not cached: compressed when sent, in one encoding. */
export function encodeOnSend(body: Buffer): EncodedBody {
  const made: Partial<Record<Encoding, Buffer>> = {};
  return {
    bodies: {
      identity: body,
      get br() {
        return (made.br ??= brotliCompressSync(body, brotliOptions(body, UNCACHED_LEVEL)));
      },
      get gzip() {
        return (made.gzip ??= gzipSync(body, GZIP_OPTIONS));
      },
    },
    etags: etagsOf(body),
  };
}

/** For megabytes, off the event loop. */
export async function encodeLarge(body: Buffer): Promise<EncodedBody> {
  if (body.length < MIN_COMPRESSED_BYTES) return prebuiltBody(body);
  const [br, gzip] = await Promise.all([
    promisify(brotliCompress)(body, brotliOptions(body)),
    promisify<Buffer, ZlibOptions, Buffer>(gzipAsync)(body, GZIP_OPTIONS),
  ]);
  return encoded(body, { br, gzip });
}

/** An encoding that is missing is not worth it. */
export function prebuiltBody(
  identity: Buffer,
  { br = identity, gzip = identity }: { br?: Buffer; gzip?: Buffer } = {},
): EncodedBody {
  return { bodies: { identity, br, gzip }, etags: etagsOf(identity) };
}

export function encodedSize({ bodies }: EncodedBody): number {
  return bodies.identity.length + bodies.br.length + bodies.gzip.length;
}

function encoded(identity: Buffer, { br, gzip }: Record<'br' | 'gzip', Buffer>): EncodedBody {
  return prebuiltBody(identity, { br: exactCopy(br), gzip: exactCopy(gzip) });
}

function brotliOptions({ length }: Buffer, level = LEVEL): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  };
}

function etagsOf(identity: Buffer): EncodedBody['etags'] {
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 16);
  return { identity: `"${hash}"`, br: `"${hash}-br"`, gzip: `"${hash}-gz"` };
}

/** Without the rest of zlib's block, which would stay in memory. */
function exactCopy(bytes: Buffer): Buffer {
  return Buffer.from(new Uint8Array(bytes).buffer);
}
