/** For all sliced work in one turn of the event loop. */
const SLICE_MS = 8;

/** It yields where it may be interrupted: no response of the provider blocks the process (docs/promises.md#c15). */
export type Sliced<Result> = Generator<void, Result>;

/** Each runs one part of its work; true after the last. Round robin: a short list does not wait for a long one. */
const queue: (() => boolean)[] = [];

/** Other requests are served between slices. */
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

/** For work that no request waits for. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
