import { spawn } from 'node:child_process';
import { endProcess, printedBy } from './child-process.ts';

export const DISPLAY_SERVER = '/usr/bin/Xvfb';

/** A screen that nobody sees, for browsers with windows. */
export async function openScreen() {
  // Without `-noreset` it turns browsers away for a moment whenever the last one has gone.
  const server = spawn(
    DISPLAY_SERVER,
    ['-displayfd', '1', '-noreset', '-screen', '0', '1600x1400x24'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  // The number of the display, which it writes when it is ready.
  const display = `:${await printedBy(server, server.stdout, /^(\d+)/)}`;
  return { display, close: () => endProcess(server) };
}
