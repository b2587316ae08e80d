import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { endProcess, untilListens } from './child-process.ts';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The host name that the shipped files have for the school's. */
export const HOST = 'www.school.example';

/** Why no nginx can be started here; null where it can. */
export const noNginx = isThere('nginx', '-v')
  ? isThere('openssl', 'version')
    ? null
    : 'openssl is missing (Debian: apt-get install openssl)'
  : 'nginx is missing (Debian: apt-get install nginx-light)';

export type NginxResponse = { status: number; headers: http.IncomingHttpHeaders; body: string };

export type RequestOptions = {
  method?: string;
  headers?: http.OutgoingHttpHeaders;
  body?: Buffer | string;
  agent?: https.Agent;
};

export type Nginx = Awaited<ReturnType<typeof startNginx>>;

/** The files of deploy/ as nginx runs them, with ports and folders of this test in place of the machine's. */
export async function startNginx(instancePorts: readonly [number, number]) {
  const folder = temporaryFolder();
  const [port, plainPort] = [await freePort(), await freePort()];
  const main = writeConfiguration(folder, { port, plainPort, instancePorts });
  const child = spawn('nginx', ['-c', main, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (bytes: Buffer) => {
    errors += bytes.toString();
  });
  await untilListens(child, port);
  if (/\[(warn|error|emerg)\]/.test(errors)) throw new Error(errors);
  return {
    port,
    /** A request by https to the school's host name. */
    request: (path: string, { headers, ...options }: RequestOptions = {}) =>
      request(https, {
        port,
        path,
        ...options,
        servername: HOST,
        rejectUnauthorized: false,
        headers: { Host: HOST, ...headers },
      }),
    /** A request by http. */
    requestPlain: (path: string, name: string) =>
      request(http, { port: plainPort, path, headers: { Host: name } }),
    log: (name: 'access.log' | 'error.log') => readFileSync(join(folder, name), 'utf8'),
    stop: () => endProcess(child),
  };
}

/** A form as the page's script sends it, for `request`. */
export const urlencoded = (fields: Readonly<Record<string, string>>) => ({
  method: 'POST',
  headers: {
    'Content-Type': 'application/x-www-form-urlencoded',
    Accept: 'application/json',
    Origin: `https://${HOST}`,
  },
  body: new URLSearchParams(fields).toString(),
});

type Places = {
  port: number;
  plainPort: number;
  instancePorts: readonly [number, number];
};

/** Writes the shipped files with other places and a certificate; returns the path of the main file. */
function writeConfiguration(folder: string, { port, plainPort, instancePorts }: Places): string {
  makeCertificate(folder);
  const site = replaced(readFileSync('deploy/nginx.conf', 'utf8'), [
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen [::]:80;', ''],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['listen [::]:443 ssl http2;', ''],
    [`/etc/letsencrypt/live/${HOST}`, folder],
    ['/var/log/gis-site', folder],
    ['/var/cache/gis-site-nginx', join(folder, 'cache')],
  ]);
  const upstream = replaced(readFileSync('deploy/nginx-upstream.conf', 'utf8'), [
    ['127.0.0.1:3001', `127.0.0.1:${instancePorts[0]}`],
    ['127.0.0.1:3002', `127.0.0.1:${instancePorts[1]}`],
  ]);
  writeFileSync(join(folder, 'site.conf'), site);
  writeFileSync(join(folder, 'upstream.conf'), upstream);
  const main = join(folder, 'nginx.conf');
  const isRoot = process.getuid?.() === 0;
  writeFileSync(
    main,
    `${isRoot ? 'user root;' : ''} daemon off; worker_processes 2; pid ${folder}/nginx.pid; error_log stderr crit;
events { worker_connections 1024; }
http {
  client_body_temp_path ${folder}/bodies; proxy_temp_path ${folder}/proxied; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  include ${folder}/upstream.conf; include ${folder}/site.conf;
}
`,
  );
  return main;
}

function replaced(file: string, places: readonly (readonly [string, string])[]): string {
  return places.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the shipped file has no ${from}`);
    return changed.replaceAll(from, to);
  }, file);
}

/** A certificate of the site's host names and its key, as `fullchain.pem` and `privkey.pem`. */
export function makeCertificate(folder: string): void {
  const { status, stderr } = spawnSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${HOST} -addext subjectAltName=DNS:${HOST},DNS:school.example -keyout privkey.pem -out fullchain.pem`.split(
      ' ',
    ),
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
}

async function request(
  client: typeof http | typeof https,
  { body, ...options }: https.RequestOptions & { body?: Buffer | string },
): Promise<NginxResponse> {
  const sent = client.request({ host: '127.0.0.1', ...options }).end(body);
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
  const { statusCode: status = 0, headers } = response;
  return { status, headers, body: await text(response) };
}

function isThere(command: string, argument: string): boolean {
  return spawnSync(command, [argument]).status === 0;
}
