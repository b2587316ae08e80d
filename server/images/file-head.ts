import { MAGIC_BYTES } from './file-kind.ts';

/** The first chunks of a body: enough to tell its kind, or all of it. */
export async function readHead(chunks: AsyncIterator<unknown>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < MAGIC_BYTES) {
    const { done, value } = await chunks.next();
    if (done === true) break;
    head = Buffer.concat([head, toBuffer(value)]);
  }
  return head;
}

/** A file whose first bytes were read apart, in one piece again. */
export async function* joined(head: Buffer, rest: AsyncIterator<unknown>): AsyncGenerator<Buffer> {
  yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next())
    yield toBuffer(next.value);
}

function toBuffer(chunk: unknown): Buffer {
  if (!Buffer.isBuffer(chunk)) throw new TypeError('a file yields buffers');
  return chunk;
}
