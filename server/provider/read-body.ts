import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ProviderError } from './provider.ts';

/** Codings that we ask for and can undo. */
export const ACCEPTED_ENCODINGS = 'gzip, br, deflate';

/**
 * The chunks of a body after its content coding is undone, at most `maxBytes` of them together, so
 * that a small compressed body cannot become a large one in memory.
 * @throws ProviderError `too-large`, `content-type` for an unknown coding, `cut` when the body ends early.
 */
export async function* cappedChunks(
  body: Readable,
  encoding: string | undefined,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of plainBody(body, encoding)) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a response body yields buffers');
      bytes += chunk.length;
      if (bytes > maxBytes) throw new ProviderError('too-large');
      yield chunk;
    }
  } catch (error) {
    throw error instanceof ProviderError ? error : new ProviderError('cut', { cause: error });
  }
}

/** The body without its content coding. @throws ProviderError `content-type` for an unknown one. */
export function plainBody(body: Readable, encoding: string | undefined): Readable {
  const decoder = decoderOf(encoding?.trim().toLowerCase() ?? '');
  // Without a callback a fault of the body would be thrown at nobody; it reaches the reader as the decoder's.
  return decoder === null ? body : pipeline(body, decoder, () => {});
}

function decoderOf(encoding: string) {
  switch (encoding) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new ProviderError('content-type');
  }
}

/** Whether a media type says JSON: application/json or a `+json` type (RFC 6839). */
export function isJsonType(contentType: string | undefined): boolean {
  return /^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i.test(contentType?.trim() ?? '');
}

/** @throws ProviderError `invalid-json`. */
export function parseJson(bytes: Buffer): unknown {
  try {
    // TextDecoder drops a byte order mark, which JSON.parse would refuse.
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new ProviderError('invalid-json', { cause: error });
  }
}
