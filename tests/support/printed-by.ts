import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

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
