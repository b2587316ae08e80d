import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { SettingsError, type Settings } from './config.ts';
import type { Log } from './web/log.ts';

/** How long requests under way may take after SIGTERM, in milliseconds (docs/promises.md#r1: exit within 12 s). */
const STOP_MS = 9_500;
/**
 * How long new requests are still answered after SIGTERM, in milliseconds: balancers learn from `/readyz`
 * and visitors from `Connection: close` to go elsewhere before their connections are closed on them.
 */
const DRAIN_MS = 500;
/** How often connections that have become idle are closed meanwhile, in milliseconds. */
const SWEEP_MS = 100;

/** Resolves when the server listens; @throws SettingsError when the address is taken or not ours. */
export function listen(
  server: Server,
  { port, host }: Pick<Settings, 'port' | 'host'>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    function fail(error: Error): void {
      const code = 'code' in error ? String(error.code) : error.message;
      reject(new SettingsError([`PORT ${port} on HOST ${host} cannot be used: ${code}`]));
    }
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

export type StopOptions = {
  server: Server;
  log: Log;
  beginStop: () => void;
  close: () => Promise<void>;
};

/** On SIGTERM and SIGINT: send visitors elsewhere, take nothing new, let requests end, then exit with 0. */
export function stopOnSignals({ server, log, beginStop, close }: StopOptions): void {
  let stopping = false;
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (stopping) return;
    stopping = true;
    log.info({ event: 'stopping', signal });
    beginStop();
    await setTimeout(DRAIN_MS);
    await closeServer(server, STOP_MS);
    log.info({ event: 'stopped' });
    await close();
    process.exit(0);
  }
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

/** Closes idle connections at once and the others when their request ends, at the latest after `limitMs`. */
async function closeServer(server: Server, limitMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = globalThis.setTimeout(() => server.closeAllConnections(), limitMs);
    // A kept-alive connection becomes idle when its request ends, and would hold the process until it times out.
    const sweeper = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(sweeper);
      resolve();
    });
  });
}
