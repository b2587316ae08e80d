import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import https from 'node:https';
import { createSampleApp } from '../../sample/provider.ts';
import { portOfTest } from './port-of-test.ts';

/** Folder of tests/support/fixtures with a certificate. */
type Certificate = 'self-signed' | 'private-ca';

type PlatformOptions = {
  prefix?: string;
  /** Required where the contract has a token; `status` for any other. */
  token?: { value: string; status?: number };
  tls?: Certificate;
  /** Called before the platform, which sends nothing when this has responded. */
  before?: (path: string, ...args: Parameters<RequestListener>) => void;
};

const CLOSED = /^\/api\/(?:notification|onlineRegistration|principalMessage|form|tc)\//;

/** The sample's records as a school's own platform serves them: behind a prefix, a token, a certificate, until its test ends. */
export async function platform(options: PlatformOptions = {}) {
  const { prefix = '', token, tls, before } = options;
  const app = await createSampleApp({ folder: 'sample', dataDir: null });
  const requested: string[] = [];
  const handler: RequestListener = (request, response) => {
    const { url = '', method = '', headers } = request;
    requested.push(`${method} ${url}`);
    const path = url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : null;
    const isForbidden =
      token !== undefined &&
      CLOSED.test(path ?? '') &&
      headers.authorization !== `Bearer ${token.value}`;
    if (path !== null) before?.(path, request, response);
    if (response.headersSent) return;
    if (path === null)
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
    else if (isForbidden)
      response
        .writeHead(token.status ?? 401, { 'www-authenticate': 'Bearer error="invalid_token"' })
        .end();
    else {
      request.url = path;
      app(request, response);
    }
  };
  const server =
    tls === undefined ? createServer(handler) : https.createServer(certificateOf(tls), handler);
  const port = await portOfTest(server);
  return {
    /** Origin and prefix. */
    url: `http${tls === undefined ? '' : 's'}://localhost:${port}${prefix}`,
    /** Method and path of every request. */
    requested,
  };
}

function certificateOf(tls: Certificate) {
  const [cert, key] = {
    'self-signed': ['cert.pem', 'key.pem'],
    'private-ca': ['provider.pem', 'provider-key.pem'],
  }[tls].map((file) => readFileSync(`tests/support/fixtures/${tls}/${file}`));
  return { cert, key };
}
