import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listening } from './listening.ts';

export type Network = Awaited<ReturnType<typeof startNetwork>>;

/**
 * The way between a browser and a site, which a test may cut: for pages, service workers and the browser itself
 * alike. It leads nowhere yet.
 */
export async function startNetwork() {
  const sockets = new Set<Socket>();
  let state: 'whole' | 'cut' | 'no responses' | 'stalled' = 'whole';
  let target = 0;
  /** Responses that wait for it to be restored. */
  const stalled: (() => void)[] = [];
  const server = createServer((near) => {
    if (state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(target, '127.0.0.1');
    near.pipe(far);
    far.on('data', (bytes: Buffer) => {
      if (state === 'whole') near.write(bytes);
      else if (state === 'no responses') end();
      else stalled.push(() => near.write(bytes));
    });
    const end = (): void => {
      for (const socket of [near, far]) {
        sockets.delete(socket);
        socket.destroy();
      }
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
  });
  const port = await listening(server);
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    /** Where the browser finds the site. */
    url: `http://localhost:${port}`,
    cut() {
      state = 'cut';
      drop();
    },
    /** Takes what the browser sends, and ends the connection at the response. */
    loseResponses: () => void (state = 'no responses'),
    /** Takes what the browser sends, and holds the responses. */
    stall: () => void (state = 'stalled'),
    restore() {
      state = 'whole';
      for (const respond of stalled.splice(0)) respond();
    },
    /** Where it leads from now on. */
    leadTo(next: number) {
      target = next;
      drop();
    },
    async close() {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
