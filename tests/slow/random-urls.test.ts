import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProcess } from '../support/process.ts';
import { freePort } from '../support/free-port.ts';
import { providerOfTest } from '../support/providers/test-provider.ts';
import { cacheFolder } from '../../server/provider/cache-folder.ts';
import { RUNS } from '../support/effort.ts';

const REQUESTS = 2_400 * RUNS;
const CONNECTIONS = 16;
const MIB = 1024 * 1024;
/** A busy machine serves 10 requests a second, an idle one hundreds. */
const LIMIT_MS = 400_000 + REQUESTS * 100;
/** docs/promises.md#c11. */
const MAX_GROWTH = 150 * MIB;
/** Albums of 8 MiB at a kibibyte each, the lists, and a file that is being written. */
const MAX_ALBUMS = 8 * 1024;

const PAGES = ['/', '/HomeFr', '/Home', '/Events', '/News', '/nekhpur/Gallery', '/Career', '/Tc'];

const word = (): string => randomBytes(9).toString('base64url');

/** A new address of each kind in turn. */
function randomUrl(index: number): string {
  const kinds = [
    `${PAGES[index % PAGES.length]}?utm_source=${word()}`,
    `/nekhpur/Events?year=${1_000 + (index % 2_000)}&month=${(index % 12) + 1}`,
    `/News?q=${word()}`,
    `/${word()}/${word()}`,
    `/SubGallery?id=${word()}`,
    `/api/subGallery?id=${word()}`,
    `/api/image/${word()}.jpg`,
    `/api/image/${word()}?w=320&x=${word()}`,
  ];
  return kinds[index % kinds.length] ?? '/';
}

function residentBytes(pid: number | undefined): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
}

test(
  `C11: ${REQUESTS} random addresses leave the memory and the folder of the lists small`,
  async () => {
    const provider = await providerOfTest();
    const adminPort = await freePort();
    const site = await startProcess({ PROVIDER_URL: provider.url, ADMIN_PORT: String(adminPort) });
    let sent = 0;

    async function visit(path: string): Promise<number> {
      const headers = { 'Accept-Encoding': 'identity' };
      const response = await fetch(site.url + path, { headers, redirect: 'manual' });
      await response.arrayBuffer();
      return response.status;
    }

    async function visitRandomly(): Promise<void> {
      while (sent < REQUESTS) {
        sent += 1;
        const url = randomUrl(sent);
        const status = await visit(url);
        // The provider shares this machine: its album may take longer than the five seconds that it has.
        const isLate = status === 503 && /subgallery/i.test(url);
        expect([url, status < 500 || isLate]).toEqual([url, true]);
      }
    }

    for (const page of PAGES) await visit(page);
    const before = residentBytes(site.child.pid);
    await Promise.all(Array.from({ length: CONNECTIONS }, visitRandomly));
    const growth = residentBytes(site.child.pid) - before;
    const ready: unknown = await (await fetch(`http://127.0.0.1:${adminPort}/health`)).json();
    expect(growth).toBeLessThan(MAX_GROWTH);
    const cache = cacheFolder(site.dataDir, { providerUrl: provider.url, schoolCode: 'GISNUP' });
    expect(readdirSync(join(cache, 'lists')).length).toBeLessThan(30);
    expect(ready).toMatchObject({
      lists: { fresh: expect.toSatisfy((count: number) => count < MAX_ALBUMS) },
    });
  },
  LIMIT_MS,
);
