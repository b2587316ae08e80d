import { startParts } from './site-parts.ts';

const ROUNDS = 40;
const WARM_UP = 10;
const MIB = 1024 * 1024;

/** Common and rare words, several, with an error, Hindi in both scripts, and what nothing has. */
const QUERIES = [
  ['fees', 'bus', 'class', 'date sheet', 'holiday list 2026-27', 'sports day photos', 'zeppelin'],
  ['swiming pool', 'chutti kab hai', 'छुट्टियों की सूची', 'शिकायत किससे करें', 's'],
].flat();

function heapMib(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / MIB;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const [folder = ''] = process.argv.slice(2);
const { addresses, renderer, signal, siteSearch, stop } = await startParts(folder);
// The index reads pages that the cache has.
await renderer.prewarm(addresses.pages, { waitMs: 10_000, signal });

const heapBefore = heapMib();
const cpuBefore = cpuMs();
const startedAt = performance.now();
await siteSearch.update();
const index = {
  seconds: (performance.now() - startedAt) / 1_000,
  cpuMs: cpuMs() - cpuBefore,
  mib: heapMib() - heapBefore,
};

const times: number[] = [];
let searchedFrom = 0;
for (let round = -WARM_UP; round < ROUNDS; round += 1) {
  if (round === 0) searchedFrom = cpuMs();
  for (const q of QUERIES) {
    const before = performance.now();
    await siteSearch.find({ q }, { campus: 'FARRUKHABAD', language: 'en' });
    if (round >= 0) times.push(performance.now() - before);
  }
}
const perSearch = (cpuMs() - searchedFrom) / times.length;
const sorted = times.toSorted((one, other) => one - other);
const [p50, p99] = [0.5, 0.99].map((share) =>
  sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(1),
);
console.log(
  '| index: seconds | CPU, ms | heap, MiB | search: p50, ms | p99, ms | CPU, ms |\n|---|---|---|---|---|---|',
);
console.log(
  `| ${index.seconds.toFixed(1)} | ${index.cpuMs.toFixed(0)} | ${index.mib.toFixed(0)} | ${p50} | ${p99} | ${perSearch.toFixed(1)} |`,
);
await stop();
