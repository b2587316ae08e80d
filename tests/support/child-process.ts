import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { errorCode } from '../../server/system-errors.ts';

export type CommandResult = { code: number | null; out: string; errors: string };

/** Runs a command in a folder, with an environment of its own, to its end. */
export function runCommand(
  folder: string,
  [command, ...args]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const { PATH, HOME } = process.env;
  const options = { cwd: folder, env: { PATH, HOME, ...environment }, maxBuffer: Infinity };
  return new Promise((resolve) => {
    const child = execFile(command, args, options, (_error, out, errors) =>
      resolve({ code: child.exitCode, out, errors }),
    );
    child.stdin?.end();
  });
}

/** Runs a built program, as an operator does. */
export function runProgram(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const command = [process.execPath, `dist/server/${name}.js`, ...args] as const;
  return runCommand(process.cwd(), command, environment);
}

/**
 * Waits for a line of a process, and returns what the group of the pattern matches.
 * @throws Error when the process ends before.
 */
export function printedBy(child: ChildProcess, output: Readable, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}`)));
    createInterface(output).on('line', (line) => {
      const [, found] = pattern.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
}

/**
 * Waits until a process takes connections at a port of this machine.
 * @throws Error when it ends before.
 */
export async function untilListens(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const socket = createConnection(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await setTimeout(20);
  }
  const how = child.exitCode ?? child.signalCode;
  throw new Error(`${child.spawnfile} ended with ${how} before it listened at port ${port}`);
}

/** Ends a process, and waits until it has ended; one that has ended already stays so. */
export async function endProcess(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
