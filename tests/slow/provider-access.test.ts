import { resolve } from 'node:path';
import { describe, expect, test, vi, type TestContext } from 'vitest';
import { SOON } from '../support/effort.ts';
import { startPlatform, type Platform } from '../support/platform.ts';
import { startProxy } from '../support/proxy.ts';
import { startProcess } from '../support/process.ts';

const CA = resolve('tests/support/fixtures/private-ca');
const PROXY_PASSWORD = 'planted-Password-7';

/** The sample's records with a certificate of a private authority, below a prefix. */
async function startSecureProvider({ onTestFinished }: TestContext): Promise<Platform> {
  const platform = await startPlatform({ prefix: '/records', tls: 'private-ca' });
  onTestFinished(() => platform.stop());
  return platform;
}

const endsWith = ({ onTestFinished }: TestContext) => ({ atEnd: onTestFinished });

/** A busy machine exceeds the deadline of a list; it is requested again then. */
async function waitForNews({ url }: { url: string }): Promise<void> {
  const newsOf = async () => (await fetch(`${url}/api/news/GISNUP`)).text();
  await vi.waitUntil(async () => (await newsOf()).includes('"nws-n-01"'), SOON);
}

describe.concurrent('a provider behind a proxy and with a certificate of a private authority', () => {
  test('is reached through the tunnel, and no line of the log has the password of the proxy', async (context) => {
    const provider = await startSecureProvider(context);
    const proxy = await startProxy(context.onTestFinished);
    const site = await startProcess(
      {
        PROVIDER_URL: provider.url,
        NODE_EXTRA_CA_CERTS: `${CA}/ca.pem`,
        https_proxy: `http://school:${PROXY_PASSWORD}@127.0.0.1:${proxy.port}`,
      },
      endsWith(context),
    );
    await waitForNews(site);
    expect(provider.requested).toContain('GET /records/api/news/GISNUP');
    const { host } = new URL(provider.url);
    expect(new Set(proxy.tunnels.map(({ to }) => to))).toEqual(new Set([host]));
    const credentials = Buffer.from(`school:${PROXY_PASSWORD}`).toString('base64');
    expect(proxy.tunnels[0]?.headers['proxy-authorization']).toBe(`Basic ${credentials}`);
    expect(await site.logged('listening')).toMatchObject({ provider: provider.url });
    const log = JSON.stringify(site.lines);
    expect(log.includes(PROXY_PASSWORD) || log.includes(credentials)).toBe(false);
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
});
