/** How long one turn of the event loop works at all sliced work together, in milliseconds. */
const SLICE_MS = 8;

/** Work that yields wherever it may be interrupted, so that no answer of the provider holds the process (docs/promises.md#c15). */
export type Sliced<Result> = Generator<void, Result>;

/** Runs one part of some work, and says whether that was the last. */
type Part = () => boolean;

/** In turns, so that a short list does not wait for a long one. */
const queue: Part[] = [];

/** Runs the work in slices, between which requests are answered. Rejects with what it throws. */
export function inSlices<Result>(work: Sliced<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    queue.push(() => {
      try {
        const { done, value } = work.next();
        if (done === true) resolve(value);
        return done === true;
      } catch (error) {
        reject(error);
        return true;
      }
    });
    if (queue.length === 1) setImmediate(runSlice);
  });
}

function runSlice(): void {
  const sliceEnd = performance.now() + SLICE_MS;
  while (queue.length > 0 && performance.now() < sliceEnd) {
    const part = queue.shift();
    if (part?.() === false) queue.push(part);
  }
  if (queue.length > 0) setImmediate(runSlice);
}

/** Runs the work in one go, where no request waits. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
