// From starting the built server to its first page.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, spread } from './processes.mjs';

const ROUNDS = 7;

export async function benchStart() {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await firstPage());
  console.log(`\n## From starting the built server to its first 200, ${process.version}\n`);
  console.log(`${spread(times, 2)} s of ${ROUNDS} starts\n`);
}

async function firstPage() {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'gis-bench-'));
  const started = performance.now();
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/HomeFr`).catch(() => null);
      if (answer?.status === 200) return (performance.now() - started) / 1000;
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    }
  } finally {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  }
}
