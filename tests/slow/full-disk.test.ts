import { mkdirSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'vitest';
import { mountSmallDisk, noSmallDisk } from '../support/small-disk.ts';
import { startImages } from '../support/image-site.ts';
import { pdfBytes } from '../support/pdf.ts';
import { postForm } from '../support/post-form.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { SOON } from '../support/effort.ts';
import { PAGE_ADDRESSES } from '../../client/addresses.ts';

const PAGES = PAGE_ADDRESSES.filter(({ page }) => page.subject === null).map(({ path }) => path);

/** A disk of a test's own, with the folder of the data and its sites: tests run beside each other, as they wait most. */
function openDisk({ skip, onTestFinished }: TestContext) {
  if (noSmallDisk !== null) skip(noSmallDisk);
  const disk = mountSmallDisk(16);
  const dataDir = join(disk.folder, 'data');
  mkdirSync(dataDir);
  const running = new Set<TestSite>();
  async function start(): Promise<TestSite> {
    const site = await startSite({ dataDir, hasLists: true });
    running.add(site);
    return site;
  }
  async function stop(site: TestSite): Promise<void> {
    running.delete(site);
    await site.stop();
    await site.provider.stop();
  }
  onTestFinished(async () => {
    for (const site of running) await stop(site);
    disk.close();
  });
  return { disk, dataDir, start, stop };
}

async function statusesOf(site: TestSite): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const path of PAGES) statuses[path] = (await fetch(site.url + path)).status;
  return statuses;
}

const ALL_WELL = Object.fromEntries(PAGES.map((path) => [path, 200]));

async function ready(site: TestSite): Promise<{ httpStatus: number } & Record<string, unknown>> {
  const response = await fetch(`${site.url}/readyz`);
  return { httpStatus: response.status, ...(await site.app.health()) };
}

const send = async ({ url }: TestSite, name: string, cv?: Buffer) =>
  (await postForm(Number(new URL(url).port), name, cv)).status;

const POLL = { ...SOON, interval: 200 };

describe.concurrent('R3, O2: a disk of the data folder', () => {
  test('that is full stops forms and not pages, shows in health, and ends when space is free', async (context) => {
    const { expect } = context;
    const { disk, start } = openDisk(context);
    const site = await start();
    // A check of a busy machine may take longer than it may.
    const isWell = { httpStatus: 200, outbox: { storage: 'ok' } };
    await expect.poll(() => ready(site), POLL).toMatchObject(isWell);
    // Filled again each time: a list that is being saved frees its old copy.
    const whenFull = () => {
      disk.fill();
      return ready(site);
    };
    await expect
      .poll(whenFull, POLL)
      .toMatchObject({ httpStatus: 200, status: 'ready', outbox: { storage: 'disk-full' } });
    expect(await statusesOf(site)).toEqual(ALL_WELL);
    expect(await send(site, 'On a full disk')).toBe(503);
    disk.empty();
    await expect.poll(() => ready(site), POLL).toMatchObject({ outbox: { storage: 'ok' } });
    expect(await send(site, 'With free space')).toBe(200);
  });

  test('that is read-only: every page is served, also after a start, and what was stored stays', async (context) => {
    const { expect } = context;
    const { disk, start, stop } = openDisk(context);
    const before = await start();
    await before.provider.fail('forms', { status: 503 });
    expect(await send(before, 'Before')).toBe(202);
    // Linux makes no disk read-only on which a file is open for writing.
    await stop(before);
    disk.remount('ro');
    const site = await start();
    expect(await statusesOf(site)).toEqual(ALL_WELL);
    const outbox = { storage: 'read-only' };
    expect(await ready(site)).toMatchObject({ httpStatus: 200, status: 'ready', outbox });
    for (const cv of [undefined, pdfBytes(5_000)])
      expect(await send(site, 'On a read-only disk', cv)).toBe(503);
    const [album] = await (await fetch(`${site.url}/api/gallery/All/GISNUP`)).json();
    const picture = await fetch(`${site.url}/api/image/${album.attachments[0]}?w=320`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([
      503,
      'image/svg+xml; charset=utf-8',
    ]);
    // One line for all lists that cannot be saved.
    expect(site.lines.filter(({ event }) => event === 'snapshot-failed')).toHaveLength(1);
    disk.remount('rw');
    await expect.poll(() => ready(site), POLL).toMatchObject({ outbox: { storage: 'ok' } });
    await expect.poll(() => send(site, 'Writable again'), POLL).toBe(200);
    const names = () => site.provider.received.map(({ fields }) => fields['name']);
    await expect.poll(names, POLL).toContain('Before');
  });
});

describe.concurrent('O2: pictures give way to forms', () => {
  const MIB = 1024 * 1024;
  const LIMITS = { freeFloorBytes: 4 * MIB, diskCheckMs: 50 };
  /** Each a file of 300 kB. */
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `f${index}`,
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300_000, index)]),
    ]),
  );

  test('the floor stays free whatever is requested, every file is served, and one line is logged', async (context) => {
    const { expect } = context;
    const { disk, dataDir } = openDisk(context);
    function freeBytes(): number {
      const { bavail, bsize } = statfsSync(disk.folder);
      return bavail * bsize;
    }
    const folder = join(dataDir, 'images');
    const { site, provider } = await startImages(files, { folder, limits: LIMITS });
    const cached = () => readdirSync(folder);
    try {
      const names = Object.keys(files);
      for (let at = 0; at < names.length; at += 4) {
        const get = async (name: string) => {
          const { status, body } = await site.get(`/api/image/${name}`);
          expect([name, status, body.equals(files[name] ?? body)]).toEqual([name, 200, true]);
        };
        await Promise.all(names.slice(at, at + 4).map(get));
        expect(freeBytes()).toBeGreaterThanOrEqual(LIMITS.freeFloorBytes);
      }
      // 12 MiB above the floor hold about forty files of 300 kB; the last ones are there without a fetch.
      expect(cached().length).toBeGreaterThan(20);
      const before = provider.requestedFiles.length;
      await site.get('/api/image/f59');
      expect(provider.requestedFiles.length).toBe(before);

      // Another program fills the disk: cached files are removed before the floor is reached, without a request.
      disk.fillTo(3 * MIB);
      await expect.poll(freeBytes, POLL).toBeGreaterThanOrEqual(LIMITS.freeFloorBytes);
      for (let round = 0; round < 9 && cached().length > 0; round += 1) {
        disk.fill();
        await expect
          .poll(() => cached().length === 0 || freeBytes() >= LIMITS.freeFloorBytes, POLL)
          .toBe(true);
      }
      disk.fill();
      expect(cached()).toEqual([]);
      for (const name of ['f0', 'f1', 'f0']) {
        const { status, body } = await site.get(`/api/image/${name}`);
        expect([name, status, body.equals(files[name] ?? body)]).toEqual([name, 200, true]);
      }
      expect(site.events('disk-low')).toHaveLength(1);
      expect(cached()).toEqual([]);

      disk.empty();
      await expect.poll(() => site.events('disk-ok').length, POLL).toBe(1);
      await site.get('/api/image/f2');
      expect(cached()).toHaveLength(1);
      disk.fill();
      await expect.poll(() => site.events('disk-low').length, POLL).toBe(2);
    } finally {
      await site.stop();
    }
  });
});
