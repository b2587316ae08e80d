// How many visitors a core and a GiB serve: what a visit costs one instance, without nginx in front.
import http from 'node:http';
import { cpus } from 'node:os';
import { cpuMicroseconds, residentBytes, spread, median, startSite } from './processes.mjs';

/** The pages of a visit; the files that they name are fetched once, as browsers hold them. */
const PAGES = ['/HomeFr', '/Events', '/Admission'];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const VISITS = Number(process.env.BENCH_VISITS ?? 100);
const CONNECTIONS = 16;
/** Share of a core that is planned for; above it, waiting times grow quickly. */
const PLANNED = 0.6;
/** Share of a day's visitors that come in its busiest hour: results and admissions, not an even day. */
const BUSIEST_HOUR = 0.25;
const HEADERS = { 'Accept-Encoding': 'br' };

/** Prints the cost of a new visitor, of one who has been here before, and what a core serves of them. */
export async function benchCapacity() {
  const site = await startSite();
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const files = await filesOf(agent, site.port);
    const kinds = {
      'new visitor': [...PAGES, ...files],
      'returning visitor': PAGES,
    };
    console.log(
      `\n## Capacity of one instance, ${process.version}, ${ROUNDS} rounds of ${VISITS} visits, ${CONNECTIONS} connections\n`,
    );
    console.log(
      '| visit | requests | kB | CPU, ms | visits/s per core | visitors a day per core |',
    );
    console.log('|---|---|---|---|---|---|');
    let highest = residentBytes(site.pid);
    for (const [name, paths] of Object.entries(kinds)) {
      await visits(agent, site.port, paths);
      const milliseconds = [];
      let bytes = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = cpuMicroseconds(site.pid);
        bytes = await visits(agent, site.port, paths);
        milliseconds.push((cpuMicroseconds(site.pid) - before) / 1000 / VISITS);
        highest = Math.max(highest, residentBytes(site.pid));
      }
      const perSecond = (1000 * PLANNED) / median(milliseconds);
      const perDay = (perSecond * 3600) / BUSIEST_HOUR;
      console.log(
        `| ${name} | ${paths.length} | ${Math.round(bytes / VISITS / 1024)} | ${spread(milliseconds, 2)} | ${perSecond.toFixed(0)} | ${rounded(perDay)} |`,
      );
    }
    console.log(
      `\nA core is planned for ${PLANNED * 100} %, a quarter of a day's visitors for its busiest hour.`,
    );
    console.log(
      `Memory: ${Math.round(highest / 2 ** 20)} MiB at most, sample provider included. This machine: ${coreName()}.\n`,
    );
  } finally {
    agent.destroy();
    await site.stop();
  }
}

/** What the pages name: built files, and pictures in the size that comes first. */
async function filesOf(agent, port) {
  const files = new Set();
  for (const path of PAGES) {
    const { body } = await get(agent, port, path, {});
    for (const [, url = ''] of body
      .toString()
      .matchAll(/(?:src|href)="(\/(?:assets|api\/image)\/[^"]+)"/g))
      files.add(url.replaceAll('&amp;', '&'));
  }
  return [...files];
}

/** Visits by as many clients as there are connections; answers the bytes of all. */
async function visits(agent, port, paths) {
  let left = VISITS;
  let bytes = 0;
  async function client() {
    while (left > 0) {
      left -= 1;
      for (const path of paths) {
        const { status, body } = await get(agent, port, path, HEADERS);
        if (status !== 200) throw new Error(`${path} answers ${status}`);
        bytes += body.length;
      }
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  return bytes;
}

function get(agent, port, path, headers) {
  return new Promise((resolve, reject) => {
    http
      .get({ agent, host: '127.0.0.1', port, path, headers }, (response) => {
        const chunks = [];
        response
          .on('data', (chunk) => chunks.push(chunk))
          .once('error', reject)
          .once('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks) }));
      })
      .once('error', reject);
  });
}

function coreName() {
  return cpus()[0]?.model ?? 'unknown processor';
}

/** To two digits, as more would claim too much: `130,000`. */
function rounded(value) {
  return Number(value.toPrecision(2)).toLocaleString('en');
}
