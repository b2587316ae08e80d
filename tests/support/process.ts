import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { type LogLine } from './test-log.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { scripts } from '../../package.json' with { type: 'json' };

export type Process = Awaited<ReturnType<typeof startProcess>>;

type ProcessOptions = {
  /** A module of tests/support/fixtures that runs in the server. */
  fixture?: string;
  /** Gets what ends the process; without it that is done with the test. */
  atEnd?: (end: () => Promise<void>) => void;
  /** Where the program is; without it, this repository. */
  folder?: string;
};

/** What `npm start` gives to Node. */
const START_ARGUMENTS = scripts.start.split(' ').slice(1);

/** The built server as the school starts it; it ends with its test, or with `atEnd`. */
export async function startProcess(
  environment: Readonly<Record<string, string>> = {},
  { fixture, atEnd = onTestFinished, folder = process.cwd() }: ProcessOptions = {},
) {
  const port = Number(environment['PORT'] ?? (await freePort()));
  const dataDir = temporaryFolder();
  const imports =
    fixture === undefined ? [] : ['--import', join(import.meta.dirname, 'fixtures', fixture)];
  const child = spawn(process.execPath, [...imports, ...START_ARGUMENTS], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      PICTURES_AHEAD: 'off',
      ...environment,
    },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lines: LogLine[] = [];
  let errors = '';
  const waiting = new Map<string, (line: LogLine) => void>();
  if (child.stdout === null || child.stderr === null) throw new Error('the outputs are pipes');
  child.stderr.on('data', (bytes: Buffer) => {
    process.stderr.write(bytes);
    errors += bytes.toString();
  });
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as LogLine;
    lines.push(line);
    waiting.get(line.event)?.(line);
  });
  /** Resolves when it has ended and all that it printed has been read. */
  const exited = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  atEnd(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  /** Resolves with the first log line of an event, past or to come. */
  function logged(event: string): Promise<LogLine> {
    const known = lines.find((line) => line.event === event);
    return known === undefined
      ? new Promise((resolve) => void waiting.set(event, resolve))
      : Promise.resolve(known);
  }
  await Promise.race([logged('listening'), exited]);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    child,
    lines,
    logged,
    exited,
    /** What it has written on its standard error. */
    errors: () => errors,
  };
}
