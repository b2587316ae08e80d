// What a change costs in `npm run dev`: files are touched, nothing in them changes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cpuMicroseconds, freePort, spread } from './processes.mjs';

const ROUNDS = 9;
const CHANGES = {
  'a server file': 'server/app.ts',
  'a shared part': 'client/parts/Icon.tsx',
  'an island': 'client/islands/EventList.tsx',
  'a style': 'client/styles/base.css',
};

export async function benchDev() {
  const dataDir = mkdtempSync(join(tmpdir(), 'gis-bench-'));
  const child = spawn(process.execPath, ['build.mjs', '--watch'], {
    env: {
      ...process.env,
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_FORMAT: 'json',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = createPrinted(child.stdout);
  try {
    await printed(/"pages-prewarmed"/);
    console.log(`\n## What a change costs in npm run dev, ${process.version}\n`);
    console.log('| changed | rebuilt in, ms | CPU of it, ms | until the server listens, ms |');
    console.log('|---|---|---|---|');
    for (const [name, file] of Object.entries(CHANGES)) {
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push(await change(file, child.pid, printed));
      const [walls, cpus, waits] = [0, 1, 2].map((column) =>
        spread(
          rounds.map((row) => row[column]),
          0,
        ),
      );
      console.log(`| ${name} | ${walls} | ${cpus} | ${waits} |`);
    }
  } finally {
    child.kill();
    await once(child.stdout, 'close');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** `[rebuild, its CPU, until the server listens again]`, in milliseconds. */
async function change(file, pid, printed) {
  const rebuilt = printed(/^rebuilt .* in (\d+) ms/);
  const listening = printed(/"listening"/);
  const prewarmed = printed(/"pages-prewarmed"/);
  const [cpu, started] = [buildCpu(pid), performance.now()];
  utimesSync(file, new Date(), new Date());
  const [, wall] = await rebuilt;
  const used = buildCpu(pid) - cpu;
  await listening;
  const waited = performance.now() - started;
  await prewarmed;
  return [Number(wall), used, waited];
}

/** CPU of the build's process and of esbuild's, in milliseconds. */
function buildCpu(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const builders = children.filter((id) =>
    readFileSync(`/proc/${id}/comm`, 'utf8').includes('esbuild'),
  );
  return [pid, ...builders].reduce((sum, id) => sum + cpuMicroseconds(id) / 1000, 0);
}

/** Resolves with the match of the next line that matches; ask before what causes it. */
function createPrinted(output) {
  const waiting = new Set();
  createInterface({ input: output }).on('line', (line) => {
    for (const look of waiting) look(line);
  });
  return (pattern) =>
    new Promise((resolve) => {
      function look(line) {
        const match = pattern.exec(line);
        if (match === null) return;
        waiting.delete(look);
        resolve(match);
      }
      waiting.add(look);
    });
}
