import { FileError } from './file-error.ts';

/** Lets `atOnce` jobs run and `waiting` wait; more are refused. */
export type Gate = {
  /** @throws FileError "busy" when the queue is full, else whatever the job throws. */
  run<T>(job: () => Promise<T>): Promise<T>;
};

export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  let running = 0;
  const queue: (() => void)[] = [];

  return {
    async run(job) {
      if (running < atOnce) running += 1;
      else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
      else throw new FileError('busy');
      try {
        return await job();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
