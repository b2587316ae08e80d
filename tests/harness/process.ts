import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach } from 'vitest';
import { freePort, type LogLine } from './site.ts';

export type Process = {
  url: string;
  port: number;
  dataDir: string;
  child: ChildProcess;
  lines: LogLine[];
  /** Resolves with the first log line of an event, past or to come. */
  logged(event: string): Promise<LogLine>;
  exited: Promise<[number | null, NodeJS.Signals | null]>;
};

const folders: string[] = [];
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/**
 * The built server as the school starts it; it ends with its test.
 * @param nodeOptions arguments of Node itself; with `--import` a module of the test runs in the server.
 */
export async function startProcess(
  environment: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = [],
): Promise<Process> {
  const port = Number(environment['PORT'] ?? (await freePort()));
  const dataDir = mkdtempSync(join(tmpdir(), 'gis-process-'));
  folders.push(dataDir);
  const child = spawn(process.execPath, [...nodeOptions, 'dist/server/main.js'], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  const lines: LogLine[] = [];
  const waiting = new Map<string, (line: LogLine) => void>();
  if (child.stdout === null) throw new Error('the output is a pipe');
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as LogLine;
    lines.push(line);
    waiting.get(line.event)?.(line);
  });
  const exited = once(child, 'exit') as Process['exited'];
  function logged(event: string): Promise<LogLine> {
    const known = lines.find((line) => line.event === event);
    return known === undefined
      ? new Promise((resolve) => void waiting.set(event, resolve))
      : Promise.resolve(known);
  }
  await Promise.race([logged('listening'), exited]);
  return { url: `http://127.0.0.1:${port}`, port, dataDir, child, lines, logged, exited };
}
