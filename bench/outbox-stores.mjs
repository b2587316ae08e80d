// Instances on SQLite against instances on PostgreSQL.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { importTyped } from './audit/tools.mjs';
import { median, startSite } from './processes.mjs';

const ROUNDS = 2;
const SECONDS = 10;
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
  const { startPostgres, NO_POSTGRES } = await importTyped('tests/support/postgres.ts');
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
  const pageLatencies = [];
  const deliveredBefore = provider.seen.count;
  const endAt = performance.now() + SECONDS * 1_000;
  let sent = 0;
  async function visitor() {
    while (performance.now() < endAt) {
      sent += 1;
      const startedAt = performance.now();
      const status = await post(instances[sent % count].port, sent);
      if (status !== 200 && status !== 202) throw new Error(`status ${status} for a form`);
      latencies.push(performance.now() - startedAt);
    }
  }
  /** Requests a cached page, again and again. */
  async function reader() {
    while (performance.now() < endAt) {
      const startedAt = performance.now();
      await (await fetch(`http://127.0.0.1:${instances[0].port}/Vision`)).arrayBuffer();
      pageLatencies.push(performance.now() - startedAt);
      await sleep(10);
    }
  }
  await Promise.all([reader(), ...Array.from({ length: VISITORS }, visitor)]);
  const accepted = latencies.length;
  while (provider.seen.count - deliveredBefore < accepted) await sleep(50);
  const repeats = provider.seen.count - deliveredBefore - accepted;
  await Promise.all(instances.map((instance) => instance.stop()));
  rmSync(base, { recursive: true, force: true });
  const p50 = median(latencies);
  return {
    perSecond: accepted / SECONDS,
    p50,
    p99: p99(latencies),
    pageP99: p99(pageLatencies),
    repeats,
  };
}

const p99 = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)];

function startInstance(providerUrl, { url, dataDir }) {
  const settings = { DATA_DIR: dataDir, PROVIDER_URL: providerUrl, DATABASE_URL: url };
  return startSite({ ...settings, SECRET: 's'.repeat(32), TRUST_PROXY: '1' }, '0,1');
}

/** A provider without records, which counts the forms that it accepts. */
export async function startProvider() {
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
  const response = await fetch(`http://127.0.0.1:${port}${hasCv ? '/Career' : '/Home'}`, {
    method: 'POST',
    body: hasCv ? application(count) : new URLSearchParams(enquiry(count)),
    headers: {
      Accept: 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      // Another visitor for the rate limits.
      'X-Forwarded-For': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
    },
  });
  await response.arrayBuffer();
  return response.status;
}

function enquiry(count) {
  return { name: `Parent ${count}`, email: 'a@b.co', phone: '9876543210', message: 'When?' };
}

export function application(count, cv = CV) {
  const form = new FormData();
  const fields = { ...enquiry(count), subject: 'x', mailType: 'PGT', experience: '4' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('attachments', new Blob([cv], { type: 'application/pdf' }), 'cv.pdf');
  return form;
}

function print(results) {
  console.log(
    `\n## Submissions, ${VISITORS} visitors, one in ten with a CV of 200 kB, ${process.version}, medians of ${ROUNDS} rounds of ${SECONDS} s\n\n| instances | submissions/s | p50 ms | p99 ms | p99 of a cached page | repeats |\n|---|---|---|---|---|---|`,
  );
  for (const [name, rounds] of results) {
    const keys = ['perSecond', 'p50', 'p99', 'pageP99', 'repeats'];
    const cells = keys.map((key) => median(rounds.map((round) => round[key])).toFixed(0));
    console.log(`| ${[name, ...cells].join(' | ')} |`);
  }
}
