// Memory while many CVs of the largest size arrive at once.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, residentBytes, startSite } from './processes.mjs';
import { application, startProvider } from './outbox-stores.mjs';

const AT_ONCE = 16;
const ROUNDS = 5;
const MIB = 1024 * 1024;
const CV = Buffer.concat([
  Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
  Buffer.alloc(4.9 * MIB, 'a'),
  Buffer.from('\n%%EOF\n'),
]);

export async function benchUploads() {
  const provider = await startProvider();
  const rows = [];
  for (let round = 0; round < ROUNDS; round += 1) rows.push(await measure(provider));
  provider.server.closeAllConnections();
  provider.server.close();
  console.log(
    `\n## ${AT_ONCE} CVs of 5 MB at once, ${process.version}, medians of ${ROUNDS} starts\n\n| RSS before, MiB | highest, MiB | seconds | statuses |\n|---|---|---|---|`,
  );
  const figures = ['before', 'highest', 'seconds'].map((key) =>
    median(rows.map((row) => row[key])).toFixed(key === 'seconds' ? 1 : 0),
  );
  console.log(`| ${figures.join(' | ')} | ${rows.map((row) => row.statuses).join('; ')} |`);
}

async function measure(provider) {
  const settings = { PROVIDER_URL: provider.url, SECRET: 's'.repeat(32), TRUST_PROXY: '1' };
  const site = await startSite(settings, '0,1');
  const deliveredBefore = provider.seen.count;
  const before = residentBytes(site.pid) / MIB;
  const startedAt = performance.now();
  const sent = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => post(site.port, at)));
  const seconds = (performance.now() - startedAt) / 1_000;
  const stored = sent.filter((status) => status < 300).length;
  while (provider.seen.count - deliveredBefore < stored) await sleep(50);
  const highest = highestResidentBytes(site.pid) / MIB;
  await site.stop();
  const statuses = [...new Set(sent)].map(
    (status) => `${sent.filter((one) => one === status).length} of ${status}`,
  );
  return { before, highest, seconds, statuses: statuses.join(', ') };
}

async function post(port, at) {
  const response = await fetch(`http://127.0.0.1:${port}/Career`, {
    method: 'POST',
    body: application(at, CV),
    headers: {
      Accept: 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      'X-Forwarded-For': `10.0.${at}.1`,
    },
  });
  await response.arrayBuffer();
  return response.status;
}

function highestResidentBytes(pid) {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}
