import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import https from 'node:https';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import { startProcess } from '../support/process.ts';

const CA = resolve('tests/support/fixtures/private-ca');
const PROXY_PASSWORD = 'planted-Password-7';

async function listen(server: Server, { onTestFinished }: TestContext): Promise<number> {
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
}

/** A provider with a certificate of a private authority, below a prefix. */
async function startSecureProvider(context: TestContext) {
  const requested: string[] = [];
  const options = {
    key: readFileSync(`${CA}/provider-key.pem`),
    cert: readFileSync(`${CA}/provider.pem`),
  };
  const server = https.createServer(options, (req, res) => {
    requested.push(req.url ?? '');
    const rows =
      req.url === '/records/api/news/GISNUP'
        ? [{ _id: 'n1', school: 'NEKPUR', category: 'News', title: 'Through the tunnel' }]
        : [];
    res.setHeader('content-type', 'application/json').end(JSON.stringify(rows));
  });
  return { requested, url: `https://localhost:${await listen(server, context)}/records` };
}

/** An HTTP proxy that only makes tunnels. */
async function startProxy(context: TestContext) {
  const tunnels: { to: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((_req, res) => res.writeHead(405).end());
  server.on('connect', (req, socket) => {
    tunnels.push({ to: req.url ?? '', headers: req.headers });
    const upstream = connect(Number(req.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  return { tunnels, port: await listen(server, context) };
}

const endsWith = ({ onTestFinished }: TestContext) => ({ atEnd: onTestFinished });

describe.concurrent('a provider behind a proxy and with a certificate of a private authority', () => {
  test('is reached through the tunnel, and no line of the log has the password of the proxy', async (context) => {
    const provider = await startSecureProvider(context);
    const proxy = await startProxy(context);
    const site = await startProcess(
      {
        PROVIDER_URL: provider.url,
        NODE_EXTRA_CA_CERTS: `${CA}/ca.pem`,
        https_proxy: `http://school:${PROXY_PASSWORD}@127.0.0.1:${proxy.port}`,
      },
      endsWith(context),
    );
    const page = await (await fetch(`${site.url}/Home`)).text();
    expect(page).toContain('Through the tunnel');
    expect(provider.requested).toContain('/records/api/news/GISNUP');
    const { host } = new URL(provider.url);
    expect(new Set(proxy.tunnels.map(({ to }) => to))).toEqual(new Set([host]));
    const credentials = Buffer.from(`school:${PROXY_PASSWORD}`).toString('base64');
    expect(proxy.tunnels[0]?.headers['proxy-authorization']).toBe(`Basic ${credentials}`);
    expect(await site.logged('listening')).toMatchObject({ provider: provider.url });
    const log = JSON.stringify(site.lines);
    expect(log.includes(PROXY_PASSWORD) || log.includes(credentials)).toBe(false);
  });

  test('is reached past the proxy when NO_PROXY names it', async (context) => {
    const provider = await startSecureProvider(context);
    const proxy = await startProxy(context);
    const site = await startProcess(
      {
        PROVIDER_URL: provider.url,
        NODE_EXTRA_CA_CERTS: `${CA}/ca.pem`,
        HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
        NO_PROXY: 'elsewhere.example, localhost',
      },
      endsWith(context),
    );
    expect(await (await fetch(`${site.url}/Home`)).text()).toContain('Through the tunnel');
    expect(proxy.tunnels).toEqual([]);
  });

  test('is not trusted without its authority, and the log has the cause', async (context) => {
    const provider = await startSecureProvider(context);
    const site = await startProcess({ PROVIDER_URL: provider.url }, endsWith(context));
    expect(await site.logged('provider-call')).toMatchObject({
      level: 'warn',
      cause: 'unreachable UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    });
    for (const event of ['list-failed', 'provider-state'])
      expect(await site.logged(event)).toMatchObject({
        cause: 'unreachable UNABLE_TO_VERIFY_LEAF_SIGNATURE',
        remedy: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
      });
    expect(provider.requested).toEqual([]);
  });

  test('the sample on this machine needs no proxy', async (context) => {
    const proxy = await startProxy(context);
    const site = await startProcess(
      { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` },
      endsWith(context),
    );
    expect(await site.logged('listening')).toMatchObject({ provider: 'sample' });
    expect((await fetch(`${site.url}/api/news/GISNUP`)).status).toBe(200);
    expect(proxy.tunnels).toEqual([]);
  });
});
