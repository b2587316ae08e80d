// The cached home page through the complete product against bare node:http and nginx, on separate cores.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuMicroseconds, freePort, has, median, spread, startOnCore } from './processes.mjs';

const SERVER_CORE = 0;
const CLIENT_CORE = 1;
const CONNECTIONS = 32;
/** Many short ones, each server right after the other, so that what else the machine does meets both alike. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 25);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 1);
/** Requests to each server before anything counts: the compilers' threads are CPU of the process too. */
const WARM_UP_REQUESTS = 60_000;
const PATH = '/HomeFr';

/**
 * Prints requests per second, CPU per request and the medians of the rounds' ratios for 200 and 304 answers.
 * On a machine that others use too, the ratio of the CPU is the one to trust.
 */
export async function benchServer() {
  if (!has('wrk') || !has('taskset')) {
    console.log('server: needs wrk and taskset (Debian: apt-get install wrk util-linux)');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'gis-bench-'));
  const servers = await startServers(folder);
  const { etag } = servers[0];
  try {
    console.log(
      `\n## Cached home page, ${process.version}, ${ROUNDS} interleaved rounds of ${SECONDS} s, ${CONNECTIONS} connections\n`,
    );
    for (const [title, headers] of [
      ['200, brotli', ['Accept-Encoding: br']],
      ['304', ['Accept-Encoding: br', `If-None-Match: ${etag}`]],
    ]) {
      report(title, servers, measure(servers, headers));
    }
  } finally {
    for (const { server } of servers) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startServers(folder) {
  const port = await freePort();
  const product = await startOnCore(SERVER_CORE, process.execPath, ['dist/server/main.js'], {
    ready: '"event":"pages-prewarmed"',
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      LOG_FORMAT: 'json',
      // Would share the processor with what is measured.
      PICTURES_AHEAD: 'off',
    },
  });
  const url = `http://127.0.0.1:${port}${PATH}`;
  const { headers, body } = fetchRaw(url);
  const file = join(folder, 'answer.json');
  writeFileSync(file, JSON.stringify({ headers, body: body.toString('base64') }));
  const barePort = await freePort();
  const bare = await startOnCore(
    SERVER_CORE,
    process.execPath,
    ['bench/bare-server.mjs', String(barePort), file],
    { ready: 'listening' },
  );
  const servers = [
    { name: 'complete product', url, server: product, etag: headers.etag },
    { name: 'bare node:http', url: `http://127.0.0.1:${barePort}${PATH}`, server: bare },
  ];
  const nginx = has('nginx') ? await startNginx(folder, body) : null;
  return nginx === null ? servers : [...servers, nginx];
}

/** Status line, headers and the bytes as they came, without decoding them. */
function fetchRaw(url) {
  const raw = execFileSync('curl', ['-s', '-i', '-H', 'Accept-Encoding: br', url], {
    maxBuffer: 1 << 26,
  });
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw.subarray(0, end).toString().split('\r\n').slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 2),
    ]),
  );
  for (const name of ['date', 'connection', 'keep-alive']) delete headers[name];
  return { headers, body: raw.subarray(end + 4) };
}

async function startNginx(folder, body) {
  const root = join(folder, 'nginx');
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'page'), body);
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr error; user root;
events { worker_connections 1024; }
http { access_log ${folder}/access.log combined buffer=32k flush=1s; keepalive_requests 1000000000; open_file_cache max=10;
client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
server { listen 127.0.0.1:${port}; location / { root ${root}; try_files /page =404; default_type text/html; add_header Content-Encoding br; } } }`,
  );
  const server = await startOnCore(
    SERVER_CORE,
    'sh',
    ['-c', `echo listening; exec nginx -c ${config}`],
    { ready: 'listening' },
  );
  const url = `http://127.0.0.1:${port}${PATH}`;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const answer = await fetch(url).catch(() => null);
    if (answer !== null)
      return {
        name: 'nginx, a file',
        url,
        server,
        isForking: true,
        etag: answer.headers.get('etag'),
      };
  }
  throw new Error('nginx did not start');
}

function measure(servers, headers) {
  const results = servers.map(() => ({ perSecond: [], microseconds: [] }));
  for (const { url } of servers) {
    for (let requests = 0; requests < WARM_UP_REQUESTS;)
      requests += runWrk(url, headers, SECONDS).requests;
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const turns = [...servers.entries()];
    for (const [index, { url, server, isForking, etag, name }] of turned(turns, round)) {
      // Each server knows its own ETag only.
      const own = headers.map((header) =>
        header.startsWith('If-None-Match') && name.startsWith('nginx')
          ? `If-None-Match: ${etag}`
          : header,
      );
      const pid = isForking ? workerOf(server.pid) : server.pid;
      const before = cpuMicroseconds(pid);
      const { requests, seconds } = runWrk(url, own, SECONDS);
      const used = cpuMicroseconds(pid) - before;
      results[index].perSecond.push(requests / seconds);
      results[index].microseconds.push(used / requests);
    }
  }
  return results;
}

/** Another one begins each round, as nobody is always first after a pause. */
function turned(turns, round) {
  const first = round % turns.length;
  return [...turns.slice(first), ...turns.slice(0, first)];
}

function workerOf(pid) {
  return Number(
    execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')[0],
  );
}

function runWrk(url, headers, seconds) {
  const output = execFileSync(
    'taskset',
    [
      '-c',
      String(CLIENT_CORE),
      'wrk',
      '-t1',
      `-c${CONNECTIONS}`,
      `-d${seconds}s`,
      ...headers.flatMap((header) => ['-H', header]),
      url,
    ],
    { encoding: 'utf8' },
  );
  const [, requests, time] = /(\d+) requests in ([\d.]+)s/.exec(output) ?? [];
  if (/Non-2xx/.test(output) && !headers.some((header) => header.startsWith('If-None-Match')))
    throw new Error(output);
  return { requests: Number(requests), seconds: Number(time) };
}

function report(title, servers, results) {
  const [product, bare] = results;
  console.log(`### ${title}\n`);
  console.log(
    '| server | requests/s | CPU per request, us | requests/s against bare | CPU of bare against it |',
  );
  console.log('|---|---|---|---|---|');
  for (const [index, { name }] of servers.entries()) {
    const { perSecond, microseconds } = results[index];
    const speeds = ratios(perSecond, bare.perSecond);
    const shares = ratios(bare.microseconds, microseconds);
    console.log(
      `| ${name} | ${Math.round(median(perSecond))} | ${spread(microseconds, 1)} | ${spread(speeds, 2)} | ${spread(shares, 2)} |`,
    );
  }
  const bySpeed = median(ratios(product.perSecond, bare.perSecond));
  const byCpu = median(ratios(bare.microseconds, product.microseconds));
  console.log(
    `\nproduct / bare: ${byCpu.toFixed(3)} by CPU per request, ${bySpeed.toFixed(3)} by requests/s\n`,
  );
}

/** Round by round. */
function ratios(values, others) {
  return values.map((value, round) => value / others[round]);
}
