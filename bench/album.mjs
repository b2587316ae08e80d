// An album of new photos on one core: how long its first and its second visitor wait, and the pages meanwhile.
import http from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, startOnCore, startSite } from './processes.mjs';

const PHOTOS = Number(process.env.BENCH_PHOTOS ?? 60);
const ALBUM = '/SubGallery?id=album-1';
/** What a phone with three pixels per CSS pixel asks for in an album. */
const WIDTH = 480;
/** Connections that a browser opens to a host. */
const CONNECTIONS = 6;
const PAGES = ['/HomeFr', '/Gallery', '/Events', '/Vision', ALBUM];
/** A page is asked for so long after the last one has come, in milliseconds. */
const PAUSE_MS = 10;
/** How often the album is looked at until it has its photos, in milliseconds; its list is fresh for a minute. */
const LOOK_MS = 250;

/** Ways in which pictures come about: made ahead or not, and when the first visitor comes. With less memory than 384 MiB for V8 no process of its own makes them. */
const WAYS = {
  'on demand': { PICTURES_AHEAD: 'off' },
  'ahead, first visitor at once': { PICTURES_AHEAD: 'on' },
  'ahead, first visitor afterwards': { PICTURES_AHEAD: 'on', isPatient: true },
  'the same by the process that answers pages': {
    PICTURES_AHEAD: 'on',
    NODE_OPTIONS: '--max-old-space-size=380',
    isPatient: true,
  },
};

/** Prints a table of the visitors, and one of the pages while pictures are made. */
export async function benchAlbum() {
  const provider = await startOnCore(1, process.execPath, ['bench/album-provider.mjs'], {
    ready: '"event":"ready"',
  });
  try {
    const { port, bytes } = JSON.parse(provider.output());
    console.log(
      `\n## An album of ${PHOTOS} new photos of ${(bytes / 1e6).toFixed(1)} MB on one core, ${process.version}\n`,
    );
    console.log(
      '| pictures are made | in | first visitor, all / median picture | second visitor | first / second | pages before, p50 / p99 / asked | pages meanwhile | load |',
    );
    console.log('|---|---|---|---|---|---|---|---|');
    for (const [name, { isPatient = false, ...env }] of Object.entries(WAYS)) {
      await setPhotos(port, 0);
      const site = await startSite({ PROVIDER_URL: `http://127.0.0.1:${port}`, ...env });
      try {
        const cells = await measure(site, { isPatient, providerPort: port, ...env });
        console.log(`| ${name} | ${cells.join(' | ')} |`);
      } finally {
        await site.stop();
      }
    }
    console.log('');
  } finally {
    await provider.stop();
  }
}

/** Pages before the album has photos, then while its photos are made, in one go. */
async function measure(site, { PICTURES_AHEAD, isPatient, providerPort }) {
  let first;
  for (const path of PAGES) await get(undefined, site.port, path);
  await site.printed('"event":"pages-prewarmed"', 2);
  await setPhotos(providerPort, PHOTOS);
  const before = await pagesDuring(site.port, async () => {
    while ((await photosOf(undefined, site.port)) < PHOTOS) await sleep(LOOK_MS);
  });
  const begun = performance.now();
  const meanwhile = await pagesDuring(site.port, async () => {
    if (!isPatient) first = await visit(site.port);
    if (PICTURES_AHEAD === 'on') await site.printed('"event":"pictures-ahead"');
  });
  const seconds = (performance.now() - begun) / 1_000;
  first ??= await visit(site.port);
  const second = await visit(site.port);
  return [
    `${seconds.toFixed(1)} s`,
    inWords(first),
    inWords(second),
    (first.allMs / second.allMs).toFixed(1),
    percentiles(before),
    percentiles(meanwhile),
    loadavg()[0].toFixed(1),
  ];
}

/** Says to the provider how many photos the album has. */
async function setPhotos(port, count) {
  await fetch(`http://127.0.0.1:${port}/${count}`, { method: 'POST' });
}

/** How many photos the album's page shows. */
async function photosOf(agent, port) {
  const page = await get(agent, port, ALBUM);
  return new Set(page.toString().match(/\/api\/image\/album\/\d+\.jpg/g)).size;
}

/** The album's page and then its pictures, in milliseconds. */
async function visit(port) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const began = performance.now();
  const count = await photosOf(agent, port);
  if (count !== PHOTOS) throw new Error(`the album shows ${count} photos`);
  const waits = await Promise.all(
    Array.from({ length: PHOTOS }, async (_, index) => {
      await get(agent, port, `/api/image/album/${index}.jpg?w=${WIDTH}`);
      return performance.now() - began;
    }),
  );
  agent.destroy();
  return { allMs: Math.max(...waits), medianMs: median(waits) };
}

/** Asks for one page after the other until the work is done. @returns how long each took, in milliseconds. */
async function pagesDuring(port, work) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const waits = [];
  const ended = new AbortController();
  const done = work().finally(() => ended.abort());
  for (let turn = 0; !ended.signal.aborted; turn += 1) {
    const began = performance.now();
    await get(agent, port, PAGES[turn % PAGES.length]);
    waits.push(performance.now() - began);
    await sleep(PAUSE_MS);
  }
  agent.destroy();
  await done;
  return waits;
}

async function get(agent, port, path) {
  const headers = { accept: 'image/avif,image/webp,*/*' };
  const answer = await new Promise((resolve, reject) => {
    http.get({ agent, host: '127.0.0.1', port, path, headers }, resolve).once('error', reject);
  });
  const body = Buffer.concat(await answer.toArray());
  if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}`);
  return body;
}

function inWords({ allMs, medianMs }) {
  return `${(allMs / 1_000).toFixed(2)} s / ${(medianMs / 1_000).toFixed(2)} s`;
}

function percentiles(waits) {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return `${at(0.5).toFixed(1)} ms / ${at(0.99).toFixed(1)} ms / ${waits.length}`;
}
