import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Of /proc. */
const TICKS_PER_SECOND = 100;
const POLL_MS = 50;
/** A process that uses no more CPU in a second has nothing left to do. */
const IDLE_MICROSECONDS = 50_000;

export function has(program) {
  return spawnSync('which', [program]).status === 0;
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Resolves when the output has `ready`. The output is a file: a reader on the other core would slow the client down.
 * @param cores list of `taskset`, such as 0 or 0,1
 */
export async function startOnCores(cores, program, args, { ready, env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'gis-bench-out-'));
  const path = join(folder, 'output');
  const output = openSync(path, 'w');
  const child = spawn('taskset', ['-c', String(cores), program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', output, 'inherit'],
  });
  closeSync(output);
  while (!readFileSync(path, 'utf8').includes(ready)) {
    await sleep(POLL_MS);
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
  }
  return {
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The built site with its sample provider. It has rendered its pages and indexed its search. */
export async function startSite(env = {}, cores = '0') {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'gis-bench-'));
  const server = await startOnCores(cores, process.execPath, ['dist/server/main.js'], {
    ready: '"event":"pages-prewarmed"',
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_FORMAT: 'json',
      PICTURES_AHEAD: 'off',
      ...env,
    },
  });
  await untilIdle(server.pid);
  return {
    port,
    pid: server.pid,
    dataDir,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilIdle(pid) {
  let before;
  do {
    before = cpuMicroseconds(pid);
    await sleep(1_000);
  } while (cpuMicroseconds(pid) - before > IDLE_MICROSECONDS);
}

export function cpuMicroseconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1e6;
}

export function residentBytes(pid) {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** `1.23 (1.10 to 1.40)` */
export function spread(values, digits) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}
