// The cached home page through the complete product against bare node:http, on separate cores.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  cpuMicroseconds,
  freePort,
  has,
  median,
  spread,
  startOnCores,
  startSite,
} from './processes.mjs';

const CLIENT_CORE = 1;
const CONNECTIONS = 32;
/** Short rounds in turns: other load affects both servers alike. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 25);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 1);
const WARM_UP_REQUESTS = 60_000;
const PATH = '/HomeFr';

/** On a shared machine the ratio of CPU is the reliable figure. */
export async function benchServer() {
  if (!has('wrk') || !has('taskset')) {
    console.log('server: needs wrk and taskset (Debian: apt-get install wrk util-linux)');
    return;
  }
  const site = await startSite();
  const url = `http://127.0.0.1:${site.port}${PATH}`;
  const { headers, body } = await fetchRaw(url);
  const file = join(site.dataDir, 'response.json');
  writeFileSync(file, JSON.stringify({ headers, body: body.toString('base64') }));
  const barePort = await freePort();
  const bare = await startOnCores(
    0,
    process.execPath,
    ['bench/bare-server.mjs', String(barePort), file],
    { ready: 'listening' },
  );
  const servers = [
    { name: 'complete product', pid: site.pid, url },
    { name: 'bare node:http', pid: bare.pid, url: `http://127.0.0.1:${barePort}${PATH}` },
  ];
  try {
    console.log(
      `\n## Cached home page, ${process.version}, ${ROUNDS} interleaved rounds of ${SECONDS} s, ${CONNECTIONS} connections\n`,
    );
    report('200, brotli', servers, measure(servers, ['Accept-Encoding: br']));
    const conditional = ['Accept-Encoding: br', `If-None-Match: ${headers.etag}`];
    report('304', servers, measure(servers, conditional));
  } finally {
    await bare.stop();
    await site.stop();
  }
}

async function fetchRaw(url) {
  const [response] = await once(get(url, { headers: { 'accept-encoding': 'br' } }), 'response');
  const {
    date: _date,
    connection: _connection,
    'keep-alive': _time,
    ...headers
  } = response.headers;
  return { headers, body: await buffer(response) };
}

function measure(servers, headers) {
  const results = servers.map(() => ({ perSecond: [], microseconds: [] }));
  for (const { url } of servers)
    for (let requests = 0; requests < WARM_UP_REQUESTS;) requests += runWrk(url, headers).requests;
  for (let round = 0; round < ROUNDS; round += 1) {
    const turns = [...servers.entries()];
    for (const [index, { url, pid }] of round % 2 === 0 ? turns : turns.toReversed()) {
      const before = cpuMicroseconds(pid);
      const { requests, seconds } = runWrk(url, headers);
      results[index].perSecond.push(requests / seconds);
      results[index].microseconds.push((cpuMicroseconds(pid) - before) / requests);
    }
  }
  return results;
}

function runWrk(url, headers) {
  const options = ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`];
  const output = execFileSync(
    'taskset',
    [
      '-c',
      String(CLIENT_CORE),
      'wrk',
      ...options,
      ...headers.flatMap((header) => ['-H', header]),
      url,
    ],
    { encoding: 'utf8' },
  );
  const [, requests, time] = /(\d+) requests in ([\d.]+)s/.exec(output) ?? [];
  // A 304 is Non-2xx too.
  if (/Non-2xx/.test(output) && headers.length === 1) throw new Error(output);
  return { requests: Number(requests), seconds: Number(time) };
}

function report(title, servers, [product, bare]) {
  const bySpeed = product.perSecond.map((value, round) => value / bare.perSecond[round]);
  const byCpu = bare.microseconds.map((value, round) => value / product.microseconds[round]);
  console.log(`### ${title}\n\n| server | requests/s | CPU per request, us |\n|---|---|---|`);
  for (const [index, { perSecond, microseconds }] of [product, bare].entries())
    console.log(
      `| ${servers[index].name} | ${Math.round(median(perSecond))} | ${spread(microseconds, 1)} |`,
    );
  console.log(
    `\nproduct / bare: ${spread(byCpu, 3)} by CPU per request, ${spread(bySpeed, 3)} by requests/s\n`,
  );
}
