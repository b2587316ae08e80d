import cluster from 'node:cluster';
import { once } from 'node:events';
import { onFirstSignal } from './process.ts';
import type { Log } from './web/log.ts';

/** A worker that dies is replaced after this pause, so that one that cannot start takes no whole core, in milliseconds. */
const RESTART_MS = 1_000;

type WorkersOptions = {
  count: number;
  log: Log;
  /** Settings that the workers get besides this process' own environment. */
  environment: Readonly<Record<string, string>>;
  /** When the last worker has gone after a stop. */
  stopped: () => Promise<void>;
};

/**
 * Runs the site in several processes that share the port. Each has its own lists and pages; the outbox
 * has one deliverer among them. This process serves nobody: it replaces workers and passes signals on.
 */
export function runWorkers({ count, log, environment, stopped }: WorkersOptions): void {
  let stopping = false;

  function start(): void {
    const worker = cluster.fork(environment);
    worker.once('exit', (code, signal) => {
      if (stopping) return;
      log.error({ event: 'worker-died', worker: worker.id, status: code, signal });
      setTimeout(start, RESTART_MS);
    });
  }

  onFirstSignal(async (signal) => {
    stopping = true;
    log.info({ event: 'stopping', signal, count });
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const exits = workers.map((worker) => once(worker, 'exit'));
    for (const worker of workers) worker.process.kill(signal);
    await Promise.all(exits);
    await stopped();
  });
  for (let index = 0; index < count; index += 1) start();
}
