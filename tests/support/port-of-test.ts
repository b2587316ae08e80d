import type { Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { endServer, listening } from './listening.ts';

/** Listens on a free port of 127.0.0.1 until the test ends, and resolves with the port. */
export function portOfTest(server: Server): Promise<number> {
  onTestFinished(() => endServer(server));
  return listening(server);
}
