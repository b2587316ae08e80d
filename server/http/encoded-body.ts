import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib, { constants, type BrotliOptions, type InputType, type ZlibOptions } from 'node:zlib';
import type { Encoding } from './encoding.ts';

/** Both encodings have it; brotli 9 takes nine times as long for half a percent of size. */
const LEVEL = 6;
const MIN_COMPRESSED_BYTES = 1_024;

const toBrotli = promisify<InputType, BrotliOptions, Buffer>(zlib.brotliCompress);
const toGzip = promisify<InputType, ZlibOptions, Buffer>(zlib.gzip);

/** A body in every encoding, each with its own strong ETag (RFC 9110 §8.8.3). A short one is `identity` in all. */
export type EncodedBody = {
  bodies: Readonly<Record<Encoding, Buffer>>;
  etags: Readonly<Record<Encoding, string>>;
};

/** Compresses off the event loop. */
export async function encodeBody(body: Buffer): Promise<EncodedBody> {
  if (body.length < MIN_COMPRESSED_BYTES) return prebuiltBody(body);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: LEVEL,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [br, gzip] = await Promise.all([
    toBrotli(body, { params }),
    toGzip(body, { level: LEVEL }),
  ]);
  return prebuiltBody(body, { br, gzip });
}

/** An encoding that is missing is not worth it. */
export function prebuiltBody(
  identity: Buffer,
  { br = identity, gzip = identity }: { br?: Buffer; gzip?: Buffer } = {},
): EncodedBody {
  return { bodies: { identity, br, gzip }, etags: computeEtags(identity) };
}

export function encodedSize({ bodies }: EncodedBody): number {
  return bodies.identity.length + bodies.br.length + bodies.gzip.length;
}

function computeEtags(identity: Buffer): EncodedBody['etags'] {
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 16);
  return { identity: `"${hash}"`, br: `"${hash}-br"`, gzip: `"${hash}-gz"` };
}
