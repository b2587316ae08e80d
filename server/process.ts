import type { Server } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { SettingsError, type Settings } from './config.ts';
import { errorCode } from './system-errors.ts';
import { settledWithin } from './settled-within.ts';
import type { Log } from './log/log.ts';

/** From the signal to the end of the process, without the last lines of the log (docs/promises.md#p2: 12 s in all). */
const STOP_MS = 11_000;
/** Requests end so long before that. The outbox then hands over what it has not delivered. */
const HANDOVER_MS = 1_000;
/**
 * How long new requests are still answered after SIGTERM, in milliseconds: balancers learn from `/readyz`
 * and visitors from `Connection: close` to go elsewhere before their connections are closed on them.
 */
const DRAIN_MS = 500;
/** The port closes at the latest so long after that, however many connections wait to be accepted. */
const ACCEPT_MS = 7_500;
/** A turn of the event loop without work takes microseconds. */
const IDLE_TURN_MS = 0.5;
/** How often connections that have become idle are closed meanwhile, in milliseconds. */
const SWEEP_MS = 100;

/** Resolves when the server listens; @throws SettingsError when the address is taken or not ours. */
export function listen(
  server: Server,
  { port, host }: Pick<Settings, 'port' | 'host'>,
  names = { port: 'PORT', host: 'HOST' },
): Promise<void> {
  return new Promise((resolve, reject) => {
    function fail(error: Error): void {
      const cause = errorCode(error) ?? error.message;
      reject(
        new SettingsError([
          `${names.port} ${port} on ${names.host} ${host} cannot be used: ${cause}`,
        ]),
      );
    }
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

/** The admin server, if there is one. @throws SettingsError as `listen`. */
export async function listenForAdmin(
  server: Server | null,
  { adminPort, adminHost }: Pick<Settings, 'adminPort' | 'adminHost'>,
): Promise<void> {
  if (server === null || adminPort === null) return;
  await listen(
    server,
    { port: adminPort, host: adminHost },
    { port: 'ADMIN_PORT', host: 'ADMIN_HOST' },
  );
}

type StopOptions = {
  server: Server;
  log: Log;
  beginStop: () => void;
  close: (options: { withinMs: number }) => Promise<void>;
  exit: () => Promise<void>;
};

/** On SIGTERM and SIGINT: send visitors elsewhere, take nothing new, let requests end, then close and exit. */
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
    // Ahead of the port, whose closing would otherwise wait for it.
    server.closeIdleConnections();
    await nextIdleTurn(server, acceptBy);
    await closeServer(server, stopBy - HANDOVER_MS);
    const withinMs = stopBy - performance.now();
    await settledWithin([close({ withinMs })], withinMs);
    log.info({ event: 'stopped' });
    await exit();
  }
  // Later signals change nothing: a terminal sends Ctrl-C to npm and to Node, and npm sends it to Node again.
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

/**
 * Resolves directly after a turn of the event loop that took in no connection and did little else, at the latest at
 * `closeBy` (of `performance.now()`). What comes between that and the closing of a connection or of the port is reset
 * by the kernel: then a proxy has to ask another instance. Node takes in one connection a turn, so that several turns
 * may be needed for those that wait; a timer alone would close ahead of all of them.
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

/** Closes idle connections at once and the others when their request ends, at the latest at `cutAt` (of `performance.now()`). */
async function closeServer(server: Server, cutAt: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = globalThis.setTimeout(
      () => server.closeAllConnections(),
      cutAt - performance.now(),
    );
    // A kept-alive connection becomes idle when its request ends, and would hold the process until it times out.
    // What has come on it by now is read ahead of that.
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
