// Instances on SQLite against instances on PostgreSQL, and what a cached page waits for meanwhile.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import esbuild from 'esbuild';
import { serverOptions } from '../server/build/bundle-server.mjs';
import { cpuMicroseconds, freePort, median } from './processes.mjs';

const ROUNDS = 2;
const SECONDS = 10;
/** Visitors who send one form after the other; one in ten has a CV. */
const VISITORS = 16;
const CV = Buffer.concat([
  Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
  Buffer.alloc(200_000, 'a'),
  Buffer.from('\n%%EOF\n'),
]);
const SETUPS = [
  { name: '1 on SQLite', instances: 1, isShared: false },
  { name: '2 on one SQLite', instances: 2, isShared: false },
  { name: '1 on PostgreSQL', instances: 1, isShared: true },
  { name: '4 on PostgreSQL', instances: 4, isShared: true },
];

export async function benchOutboxStores() {
  const output = 'dist/bench/postgres.mjs';
  const entryPoints = ['tests/support/postgres.ts'];
  await esbuild.build({ ...serverOptions(), entryPoints, outfile: output });
  const { startPostgres, NO_POSTGRES } = await import(pathToFileURL(output).href);
  if (NO_POSTGRES !== null) return;
  const provider = await startProvider();
  const postgres = await startPostgres();
  const results = new Map(SETUPS.map(({ name }) => [name, []]));
  try {
    for (let round = 0; round < ROUNDS; round += 1)
      for (const setup of SETUPS)
        results.get(setup.name).push(await measure(setup, { provider, postgres }));
  } finally {
    await postgres.remove();
    provider.server.closeAllConnections();
    provider.server.close();
  }
  print(results);
}

async function measure({ instances: count, isShared }, { provider, postgres }) {
  const url = isShared ? await postgres.newDatabase() : '';
  const base = mkdtempSync(join(tmpdir(), 'gis-bench-'));
  const instances = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      startInstance(provider.url, { url, dataDir: join(base, isShared ? String(index) : 'data') }),
    ),
  );
  const latencies = [];
  const pages = [];
  const statuses = { 200: 0, 202: 0 };
  const before = { instances: cpuOf(instances), database: isShared ? cpuOfTree(postgres.pid) : 0 };
  const deliveredBefore = provider.seen.count;
  const endAt = performance.now() + SECONDS * 1_000;
  let sent = 0;
  async function visitor() {
    while (performance.now() < endAt) {
      sent += 1;
      const startedAt = performance.now();
      const status = await post(instances[sent % count].port, sent);
      if (statuses[status] === undefined) throw new Error(`a form was answered with ${status}`);
      statuses[status] += 1;
      latencies.push(performance.now() - startedAt);
    }
  }
  async function reader() {
    while (performance.now() < endAt) {
      const startedAt = performance.now();
      const page = await fetch(`http://127.0.0.1:${instances[0].port}/HomeFr`);
      await page.arrayBuffer();
      pages.push(performance.now() - startedAt);
      await sleep(10);
    }
  }
  await Promise.all([reader(), ...Array.from({ length: VISITORS }, visitor)]);
  const taken = latencies.length;
  while (provider.seen.count - deliveredBefore < taken) await sleep(50);
  const cpu = cpuOf(instances) - before.instances;
  const database = isShared ? cpuOfTree(postgres.pid) - before.database : 0;
  const repeats = provider.seen.count - deliveredBefore - taken;
  await Promise.all(instances.map((instance) => instance.stop()));
  rmSync(base, { recursive: true, force: true });
  for (const list of [latencies, pages]) list.sort((a, b) => a - b);
  return {
    perSecond: taken / SECONDS,
    p50: latencies[Math.floor(taken / 2)],
    p99: latencies[Math.floor(taken * 0.99)],
    page: pages[Math.floor(pages.length * 0.99)],
    cpuMs: cpu / 1_000 / taken,
    databaseMs: database / 1_000 / taken,
    atOnce: statuses[200] / taken,
    repeats,
  };
}

function cpuOf(instances) {
  return instances.reduce((sum, { pid }) => sum + cpuMicroseconds(pid), 0);
}

/** CPU of a server and the processes that it has for its connections, in microseconds. */
function cpuOfTree(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => Number(name) === pid || parentOf(name) === pid)
    .reduce((sum, name) => sum + cpuMicroseconds(Number(name)), 0);
}

function parentOf(pid) {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[1],
    );
  } catch {
    return 0;
  }
}

async function startInstance(providerUrl, { url, dataDir }) {
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_FORMAT: 'json',
      LOG_LEVEL: 'info',
      PROVIDER_URL: providerUrl,
      DATABASE_URL: url,
      SECRET: 's'.repeat(32),
      TRUST_PROXY: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  const listening = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      if (text.length < 1e5) text += chunk;
      if (text.includes('"event":"listening"')) resolve();
    });
  });
  await Promise.race([listening, once(child, 'exit')]);
  // Its lists and pages are not what is measured.
  await sleep(6_000);
  return {
    port,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Takes every form at once. */
async function startProvider() {
  const seen = { count: 0 };
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      const isForm = request.method === 'POST';
      if (isForm) seen.count += 1;
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(isForm ? '{"ok":true}' : '[]');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, seen, url: `http://127.0.0.1:${server.address().port}` };
}

async function post(port, count) {
  const hasCv = count % 10 === 0;
  const answer = await fetch(`http://127.0.0.1:${port}${hasCv ? '/Career' : '/Home'}`, {
    method: 'POST',
    body: hasCv ? application(count) : new URLSearchParams(enquiry(count)),
    headers: {
      Accept: 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      // Each post is another visitor's, as far as limits go.
      'X-Forwarded-For': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
    },
  });
  await answer.arrayBuffer();
  return answer.status;
}

function enquiry(count) {
  return { name: `Parent ${count}`, email: 'a@b.co', phone: '9876543210', message: 'When?' };
}

function application(count) {
  const form = new FormData();
  const fields = { ...enquiry(count), subject: 'x', mailType: 'PGT', experience: '4' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('attachments', new Blob([CV], { type: 'application/pdf' }), 'cv.pdf');
  return form;
}

function print(results) {
  console.log(
    `\n## Submissions, ${VISITORS} visitors one after the other, one in ten with a CV of 200 kB, ${process.version}\n`,
  );
  console.log('medians of', ROUNDS, 'interleaved rounds of', SECONDS, 's on one machine:\n');
  console.log(
    '| instances | submissions/s | p50 ms | p99 ms | cached page, p99 ms | delivered before the answer | CPU ms each, instances | CPU ms each, PostgreSQL | repeats |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const [name, rounds] of results) {
    const of = (key, digits) => median(rounds.map((round) => round[key])).toFixed(digits);
    const atOnce = (median(rounds.map((round) => round.atOnce)) * 100).toFixed(0);
    console.log(
      `| ${name} | ${of('perSecond', 0)} | ${of('p50', 0)} | ${of('p99', 0)} | ${of('page', 0)} | ${atOnce} % | ${of('cpuMs', 1)} | ${of('databaseMs', 1)} | ${of('repeats', 0)} |`,
    );
  }
}
