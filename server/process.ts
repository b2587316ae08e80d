import { execFile } from 'node:child_process';
import type { Server } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { SettingsError, type Settings } from './config.ts';
import { errorCode } from './system-errors.ts';
import { settledWithin } from './settled-within.ts';
import type { Log } from './log/log.ts';

/** Time from the signal to the exit, without the last log lines (docs/promises.md#p2: 12 s in all). */
const STOP_MS = 11_000;
/** The outbox hands over its deliveries before that. */
const HANDOVER_MS = 1_000;
/** New requests are served that long after SIGTERM: balancers see `/readyz`, visitors get `Connection: close`. */
const DRAIN_MS = 500;
/** The port closes after that, even if connections wait to be accepted. */
const ACCEPT_MS = 7_500;
/** An idle turn of the event loop takes microseconds. */
const IDLE_TURN_MS = 0.5;
/** How often idle connections are closed. */
const SWEEP_MS = 100;

/** @throws SettingsError if the address is in use or not of this machine */
export function listen(
  server: Server,
  { port, host }: Pick<Settings, 'port' | 'host'>,
  prefix = '',
): Promise<void> {
  return new Promise((resolve, reject) => {
    function fail(error: Error): void {
      const cause = errorCode(error) ?? error.message;
      const names = `${prefix}PORT ${port} on ${prefix}HOST ${host}`;
      reject(new SettingsError([`${names} cannot be used: ${cause}`]));
    }
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

export async function listenForAdmin(
  server: Server | null,
  { adminPort: port, adminHost: host }: Pick<Settings, 'adminPort' | 'adminHost'>,
): Promise<void> {
  if (server !== null && port !== null) await listen(server, { port, host }, 'ADMIN_');
}

/**
 * Tells systemd in each third of its WatchdogSec that the event loop turns; without that it restarts the instance
 * (sd_notify(3)). The socket takes datagrams, which Node cannot send.
 */
export function notifyWatchdog({ WATCHDOG_USEC: us }: NodeJS.ProcessEnv, log: Log): void {
  if (us === undefined) return;
  const notify = () =>
    execFile('systemd-notify', ['WATCHDOG=1'], (error) => {
      if (error !== null) log.error({ event: 'watchdog-failed', cause: error.message });
    });
  setInterval(notify, Number(us) / 3_000).unref();
}

type StopOptions = {
  server: Server;
  log: Log;
  beginStop: () => void;
  close: (options: { withinMs: number }) => Promise<void>;
  exit: () => Promise<void>;
};

export function stopOnSignals({ server, log, beginStop, close, exit }: StopOptions): void {
  let isStopping = false;
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    log.info({ event: 'stopping', signal });
    const stopBy = performance.now() + STOP_MS;
    beginStop();
    await setTimeout(DRAIN_MS);
    const acceptBy = performance.now() + ACCEPT_MS;
    await nextIdleTurn(server, acceptBy);
    // Closing the port would wait for them.
    server.closeIdleConnections();
    await nextIdleTurn(server, acceptBy);
    await closeServer(server, stopBy - HANDOVER_MS);
    const withinMs = stopBy - performance.now();
    await settledWithin([close({ withinMs })], withinMs);
    log.info({ event: 'stopped' });
    await exit();
  }
  // A terminal sends Ctrl-C to npm and to Node, and npm forwards it.
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

/**
 * Resolves after a turn of the event loop that accepted no connection and did little else, at the latest at `closeBy`.
 * The kernel resets connections that Node has not accepted when the port closes. Node accepts one in a turn, so that
 * those in the queue need several turns.
 */
async function nextIdleTurn(server: Server, closeBy: number): Promise<void> {
  let taken = 0;
  const count = () => void (taken += 1);
  server.on('connection', count);
  for (let began = performance.now(); began < closeBy; began = performance.now()) {
    taken = 0;
    await setImmediate();
    if (taken === 0 && performance.now() - began < IDLE_TURN_MS) break;
  }
  server.off('connection', count);
}

/** Closes connections when their request ends, at the latest at `cutAt` (of `performance.now()`). */
async function closeServer(server: Server, cutAt: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = globalThis.setTimeout(
      () => server.closeAllConnections(),
      cutAt - performance.now(),
    );
    // A connection that becomes idle would stay open until its time-out. Bytes that have arrived are read first.
    const sweeper = setInterval(
      () => void setImmediate().then(() => server.closeIdleConnections()),
      SWEEP_MS,
    );
    server.close(() => {
      clearTimeout(timer);
      clearInterval(sweeper);
      resolve();
    });
  });
}
