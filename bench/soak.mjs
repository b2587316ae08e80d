// Minutes of visitors, forms and provider errors: memory, open files, unexpected responses.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import http from 'node:http';
import { median, residentBytes, startSite } from './processes.mjs';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 20);
const VISITORS = 8;
const STATE_MS = 10_000;
const SAMPLE_MS = 2_000;
const STATES = ['refused', 'reset', '503', 'html', 'cut', 'slow'].flatMap((state) => ['up', state]);
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
const FORM = 'name=Asha&email=asha%40example.org&phone=9876543210&message=Soak';
/** Lists and albums that were never fetched may be 503 while the provider is down. */
const MAY_FAIL = /^\/(api|SubGallery)/;

/** Exits with 1 when a promise of docs/promises.md#r5 is broken. */
export async function benchSoak() {
  const provider = await startProvider();
  const site = await startSite({ PROVIDER_URL: provider.url, PICTURES_AHEAD: 'on' });
  const until = performance.now() + MINUTES * 60_000;
  const agent = new http.Agent({ keepAlive: true, maxSockets: VISITORS });
  const tally = { requests: 0, forms: 0, unexpected: {} };
  const samples = [];
  const sampler = setInterval(() => {
    const files = readdirSync(`/proc/${site.pid}/fd`).length;
    samples.push({ bytes: residentBytes(site.pid), files });
  }, SAMPLE_MS);

  async function visit(visitor) {
    for (let index = visitor; performance.now() < until; index += 1) {
      const isForm = index % 400 === 0;
      // One in fifty is an unknown album.
      const path = index % 50 === 0 ? `/SubGallery?id=${index}` : PATHS[index % PATHS.length];
      const response = isForm
        ? send(agent, site.port, { path: '/HomeFr', form: FORM })
        : send(agent, site.port, { path });
      const status = await response.catch((error) => error.code ?? 'error');
      tally.requests += 1;
      if (isForm) tally.forms += 1;
      if (status < 500 || (status === 503 && !isForm && MAY_FAIL.test(path))) continue;
      const key = `${isForm ? 'form' : path}: ${status}`;
      tally.unexpected[key] = (tally.unexpected[key] ?? 0) + 1;
    }
  }

  try {
    await Promise.all(Array.from({ length: VISITORS }, (_, visitor) => visit(visitor)));
  } finally {
    clearInterval(sampler);
    agent.destroy();
    await site.stop();
    await provider.stop();
  }
  report(samples, tally);
}

/** After the first twenty forms the status is 429, as promised. */
async function send(agent, port, { path, form }) {
  const request = http.request({
    agent,
    port,
    host: '127.0.0.1',
    path,
    method: form === undefined ? 'GET' : 'POST',
    headers: {
      'accept-encoding': 'br',
      'sec-fetch-site': 'same-origin',
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
  });
  request.end(form);
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

async function startProvider() {
  const album = {
    _id: 'alb-f-01',
    school: 'FARRUKHABAD',
    category: 'PhotoGallery',
    title: 'Sports',
    date: '2025-11-01',
    attachments: ['a.jpg'],
  };
  const json = { 'content-type': 'application/json' };
  let changes = 0;
  const timer = setInterval(() => (changes += 1), STATE_MS);
  const server = http.createServer((request, response) => {
    request.resume();
    // Lists and pages change with the title.
    const news = { ...album, _id: 'n1', category: 'News', title: `News ${changes}` };
    const actions = {
      up: () => response.writeHead(200, json).end(JSON.stringify([album, news])),
      refused: () => request.socket.destroy(),
      reset: () => request.socket.resetAndDestroy(),
      503: () => response.writeHead(503, json).end('{}'),
      html: () =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Back soon</h1>'),
      cut: () =>
        response
          .writeHead(200, { ...json, 'content-length': '1000' })
          .write('[{"_id":', () => response.destroy()),
      slow: () => setTimeout(() => response.writeHead(200, json).end('[]'), 3_000),
    };
    actions[STATES[changes % STATES.length]]();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async stop() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Compares the second quarter, with full caches, with the last. */
function report(samples, { requests, forms, unexpected }) {
  const quarter = Math.floor(samples.length / 4);
  const of = (from, key) => median(samples.slice(from, from + quarter).map((one) => one[key]));
  const bytes = [of(quarter, 'bytes'), of(3 * quarter, 'bytes')];
  const files = [of(quarter, 'files'), of(3 * quarter, 'files')];
  const highest = Math.max(...samples.map((one) => one.bytes));
  const mib = (value) => Math.round(value / 2 ** 20);
  console.log(
    `\n## ${MINUTES} minutes of visitors and provider errors, ${process.version}\n
${requests} requests, ${forms} forms, ${VISITORS} connections, another state of the provider every ${STATE_MS / 1000} s\n
| | second quarter | last quarter |\n|---|---|---|
| resident memory, MiB (${mib(highest)} at most) | ${bytes.map(mib).join(' | ')} |
| open files | ${files.join(' | ')} |\n
unexpected responses: ${Object.keys(unexpected).length === 0 ? 'none' : JSON.stringify(unexpected)}\n`,
  );
  const isFlat = bytes[1] < bytes[0] * 1.15 && files[1] <= files[0] + 5;
  if (!isFlat || Object.keys(unexpected).length > 0) process.exitCode = 1;
}
