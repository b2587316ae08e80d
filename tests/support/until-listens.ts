import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/**
 * Waits until a process takes connections at a port of this machine.
 * @throws Error when it ends before.
 */
export async function untilListens(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const socket = createConnection(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await setTimeout(20);
  }
  const how = child.exitCode ?? child.signalCode;
  throw new Error(`${child.spawnfile} ended with ${how} before it listened at port ${port}`);
}
