import { LRUCache } from 'lru-cache';
import { encodedBody, encodedSize, type EncodedBody } from './encoded-body.ts';
import { scaleToHeap } from '../scale-to-heap.ts';
import { SingleFlight } from '../single-flight.ts';

const MAX_BYTES = scaleToHeap(16 * 1024 * 1024);

/** Bodies that are written on the first request for each version of their content. */
export class BodyCache {
  readonly #bodies = new LRUCache<string, { version: string; body: EncodedBody }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => encodedSize(body),
  });
  readonly #flights = new SingleFlight<EncodedBody>();

  async get(
    { key, version }: { key: string; version: string },
    write: () => string | Promise<string>,
  ): Promise<EncodedBody> {
    const cached = this.#bodies.get(key);
    if (cached?.version === version) return cached.body;
    return this.#flights.run(`${key} ${version}`, async () => {
      const body = encodedBody(Buffer.from(await write()));
      this.#bodies.set(key, { version, body });
      return body;
    });
  }
}
