import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib, { constants, type BrotliOptions, type InputType, type ZlibOptions } from 'node:zlib';
import type { Encoding } from './encoding.ts';
import { SingleFlight } from '../single-flight.ts';

/** Both encodings have it; brotli 9 takes nine times as long for half a percent of size. */
const LEVEL = 6;
const MIN_COMPRESSED_BYTES = 1_024;

const toBrotli = promisify<InputType, BrotliOptions, Buffer>(zlib.brotliCompress);
const toGzip = promisify<InputType, ZlibOptions, Buffer>(zlib.gzip);

/** How much of it a compressed body is at most, for a body that is not compressed yet. */
const COMPRESSED_SHARE = 0.3;

/**
 * A body, with its own strong ETag in each encoding (RFC 9110 §8.8.3), in which it is compressed on the first request.
 * A short one is `identity` in all.
 */
export type EncodedBody = {
  readonly bodies: { readonly identity: Buffer; br?: Buffer; gzip?: Buffer };
  readonly etags: Readonly<Record<Encoding, string>>;
};

export function encodedBody(identity: Buffer): EncodedBody {
  if (identity.length < MIN_COMPRESSED_BYTES) return prebuiltBody(identity);
  return { bodies: { identity }, etags: computeEtags(identity) };
}

const flights = new SingleFlight<Buffer>();

/** Compresses it off the event loop, once. */
export async function compress({ bodies, etags }: EncodedBody, encoding: Encoding): Promise<void> {
  if (encoding === 'identity' || bodies[encoding] !== undefined) return;
  const { identity } = bodies;
  bodies[encoding] = await flights.run(etags[encoding], () =>
    encoding === 'gzip' ? toGzip(identity, { level: LEVEL }) : compressBrotli(identity),
  );
}

function compressBrotli(identity: Buffer): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: LEVEL,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  return toBrotli(identity, { params });
}

/** An encoding that is missing is not worth it. */
export function prebuiltBody(
  identity: Buffer,
  { br = identity, gzip = identity }: { br?: Buffer; gzip?: Buffer } = {},
): EncodedBody {
  return { bodies: { identity, br, gzip }, etags: computeEtags(identity) };
}

export function encodedSize({ bodies }: EncodedBody): number {
  const { identity, br, gzip } = bodies;
  const sizes = [br, gzip].map((body) => body?.length ?? identity.length * COMPRESSED_SHARE);
  return Math.ceil(sizes.reduce((sum, size) => sum + size, identity.length));
}

function computeEtags(identity: Buffer): EncodedBody['etags'] {
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 16);
  return { identity: `"${hash}"`, br: `"${hash}-br"`, gzip: `"${hash}-gz"` };
}
