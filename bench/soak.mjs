// Minutes of visitors, forms and a provider that goes wrong in turn: memory, open files, answers with 5xx.
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, median, residentBytes, startOnCore } from './processes.mjs';

const DEFAULT_MINUTES = 20;
const VISITORS = 8;
/** How long one state of the provider lasts, and how often memory and files are looked at, in milliseconds. */
const STATE_MS = 10_000;
const SAMPLE_MS = 2_000;
const STATES = [
  'well',
  'refused',
  'well',
  'reset',
  'well',
  '503',
  'well',
  'html',
  'well',
  'cut',
  'well',
  'slow',
];
const PATHS = [
  '/',
  '/HomeFr',
  '/Home',
  '/Events?year=2025',
  '/nekhpur/News',
  '/Gallery',
  '/Tc',
  '/NoSuchPage',
  '/api/news/GISNUP',
  '/api/gallery/All/GISNUP',
  '/feed.xml',
  '/healthz',
  '/SubGallery?id=alb-f-01',
];
const FORM_PATH = '/HomeFr';
/** Honest answers of a page about one album, a list or a file that was never had, while the provider is down. */
const MAY_FAIL = /^\/(api|SubGallery)/;

/** @param minutes from `--minutes`, else 20. Prints a table; exits with 1 when a promise of docs/promises.md#r5 is broken. */
export async function benchSoak() {
  const at = process.argv.indexOf('--minutes');
  const minutes = at === -1 ? DEFAULT_MINUTES : Number(process.argv[at + 1]);
  const provider = await startProvider();
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'gis-soak-'));
  const server = await startOnCore(0, process.execPath, ['dist/server/main.js'], {
    ready: '"event":"pages-prewarmed"',
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_FORMAT: 'json',
      PROVIDER_URL: provider.url,
    },
  });
  const until = performance.now() + minutes * 60_000;
  const agent = new http.Agent({ keepAlive: true, maxSockets: VISITORS });
  const tally = { requests: 0, forms: 0, unexpected: {} };
  const samples = [];
  const switcher = setInterval(() => provider.next(), STATE_MS);
  const sampler = setInterval(() => samples.push(look(server.pid)), SAMPLE_MS);
  try {
    await Promise.all(
      Array.from({ length: VISITORS }, (_, visitor) =>
        visit({ agent, port, until, visitor, tally }),
      ),
    );
  } finally {
    clearInterval(switcher);
    clearInterval(sampler);
    agent.destroy();
    await server.stop();
    await provider.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  report({ minutes, samples, tally });
}

async function visit({ agent, port, until, visitor, tally }) {
  for (let index = visitor; performance.now() < until; index += 1) {
    const isForm = index % 400 === 0;
    const path = isForm ? FORM_PATH : pathOf(index);
    const status = await (isForm ? postForm(agent, port) : get(agent, port, path)).catch(
      (error) => error.code ?? 'error',
    );
    tally.requests += 1;
    if (isForm) tally.forms += 1;
    const isUnexpected =
      typeof status !== 'number' || (status >= 500 && !(MAY_FAIL.test(path) && status === 503));
    if (isUnexpected) {
      const key = `${isForm ? 'form ' : ''}${path}: ${status}`;
      tally.unexpected[key] = (tally.unexpected[key] ?? 0) + 1;
    }
  }
}

/** Every fiftieth is an album that nobody has. */
function pathOf(index) {
  return index % 50 === 0 ? `/SubGallery?id=random-${index}` : PATHS[index % PATHS.length];
}

async function get(agent, port, path) {
  const request = http.get({
    agent,
    port,
    host: '127.0.0.1',
    path,
    headers: { 'accept-encoding': 'br' },
  });
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

/** A form; after the first twenty the answer is 429, which is as promised. */
async function postForm(agent, port) {
  const request = http.request({
    agent,
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: FORM_PATH,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
  });
  request.end('name=Asha&email=asha%40example.org&phone=9876543210&message=Soak');
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

/** A provider with a news item and an album, which changes its state on demand. */
async function startProvider() {
  const row = {
    _id: 'alb-f-01',
    school: 'FARRUKHABAD',
    category: 'PhotoGallery',
    title: 'Sports',
    date: '2025-11-01',
    attachments: ['a.jpg'],
  };
  let changes = 0;
  const server = http.createServer((request, response) => {
    const json = { 'content-type': 'application/json' };
    request.resume();
    switch (STATES[changes % STATES.length]) {
      case 'refused':
        return request.socket.destroy();
      case 'reset':
        return request.socket.resetAndDestroy();
      case '503':
        return response.writeHead(503, json).end('{}');
      case 'html':
        return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Back soon</h1>');
      case 'cut':
        response.writeHead(200, { ...json, 'content-length': '1000' });
        return response.write('[{"_id":', () => response.destroy());
      case 'slow':
        return setTimeout(() => response.writeHead(200, json).end('[]'), 3_000);
      default:
        // Each well time has its own title, so that lists and pages change.
        return response
          .writeHead(200, json)
          .end(
            JSON.stringify([
              row,
              { ...row, _id: 'n1', category: 'News', title: `News ${changes}` },
            ]),
          );
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    next() {
      changes += 1;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function look(pid) {
  return { bytes: residentBytes(pid), files: readdirSync(`/proc/${pid}/fd`).length };
}

/** Compares the second quarter of the time, when all is warm, with the last. */
function report({ minutes, samples, tally }) {
  const quarter = Math.floor(samples.length / 4);
  const of = (from, key) =>
    median(samples.slice(from, from + quarter).map((sample) => sample[key]));
  const mib = (bytes) => Math.round(bytes / 1024 / 1024);
  const early = { bytes: of(quarter, 'bytes'), files: of(quarter, 'files') };
  const late = { bytes: of(3 * quarter, 'bytes'), files: of(3 * quarter, 'files') };
  const unexpected = Object.entries(tally.unexpected);
  console.log(
    `\n## ${minutes} minutes of visitors with a provider that goes wrong, ${process.version}\n`,
  );
  console.log(
    `${tally.requests} requests, ${tally.forms} forms, ${VISITORS} connections, a new state of the provider every ${STATE_MS / 1000} s\n`,
  );
  console.log('| | second quarter | last quarter | highest |\n|---|---|---|---|');
  console.log(
    `| resident memory, MiB | ${mib(early.bytes)} | ${mib(late.bytes)} | ${mib(Math.max(...samples.map(({ bytes }) => bytes)))} |`,
  );
  console.log(
    `| open files | ${early.files} | ${late.files} | ${Math.max(...samples.map(({ files }) => files))} |`,
  );
  console.log(
    `\nunexpected answers: ${unexpected.length === 0 ? 'none' : unexpected.map(([what, count]) => `${what} (${count})`).join(', ')}\n`,
  );
  const isFlat = late.bytes < early.bytes * 1.15 && late.files <= early.files + 5;
  if (!isFlat || unexpected.length > 0) process.exitCode = 1;
}
