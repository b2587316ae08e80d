import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { openProfile, startIsland } from '../../support/browser.ts';
import { CAREER, ENQUIRY, fill, status, submit, SUCCESS } from '../../support/form-page.ts';
import {
  expectOneCareer,
  notice,
  OfflineSite,
  SENT,
  untilKept,
  withPhone,
} from '../../support/offline-site.ts';
import { pdfBytes } from '../../support/pdf.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** What becomes of the worker and of its caches: other builds, a failing disk, a browser that restarts. */

const offline = new OfflineSite();

test('an application that is written without a network arrives once when the browser was closed and opened again', async () => {
  const folder = temporaryFolder();
  const first = await openProfile(folder);
  const page = await first.newPage();
  await page.goto(`${offline.network.url}/Career`);
  await untilKept(page);
  const cv = pdfBytes(100_000);
  await offline.writeOffline(page, CAREER, cv);
  await first.close();
  offline.network.restore();
  const second = await openProfile(folder);
  onTestFinished(() => second.close());
  const next = await second.newPage();
  await next.goto(`${offline.network.url}/Career`);
  await expect.poll(() => notice(next).textContent()).toBe(SENT);
  await expectOneCareer(offline, cv);
});

/** A build whose pages are blue-green, and otherwise this one. */
function otherBuild(): string {
  const folder = temporaryFolder();
  cpSync('dist', folder, { recursive: true });
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { css: string };
  const css = '/assets/site-otherbuild.css';
  copyFileSync(join(folder, manifest.css), join(folder, css));
  writeFileSync(join(folder, css), ':root{--build:other}', { flag: 'a' });
  writeFileSync(path, JSON.stringify({ ...manifest, css }));
  return folder;
}

/** The number of caches once no worker is installing; 0 until then. */
const cachesOfSettledWorker = (page: Page) =>
  page.evaluate(async () => {
    const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
    const isSettled = installing === null && waiting === null && active?.state === 'activated';
    return isSettled ? (await caches.keys()).length : 0;
  });

/** A browser looks for a new worker a moment after a page; what comes meanwhile it may take for the same look. */
const LOOKS = { interval: 4_000 };

async function openThen<T>(page: Page, url: string, read: (page: Page) => Promise<T>): Promise<T> {
  await page.goto(url);
  return read(page);
}

const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

test('a new build replaces the worker and its assets; pages of the build before still open, those of older ones are gone', async () => {
  const { page, context } = await offline.visit('/Vision');
  const [first] = await cacheNames(page);
  await offline.replaceSite({ distFolder: otherBuild() });
  // The worker of the previous build still serves this page and requests its successor.
  await expect
    .poll(() => openThen(page, `${offline.network.url}/Vision`, cachesOfSettledWorker), LOOKS)
    .toBe(2);
  await page.goto(`${offline.network.url}/Mission`);
  await untilKept(page);
  await offline.replaceSite({ content: withPhone('+91-5692-333333') });
  await expect
    .poll(() => openThen(page, `${offline.network.url}/Sports`, cacheNames), LOOKS)
    .not.toContain(first);
  expect(await cacheNames(page)).toHaveLength(2);
  await offline.goOffline(context);
  await page.goto(`${offline.network.url}/Mission`);
  expect(await page.locator('h1').textContent()).toBe('Mission');
  expect(
    await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--build'),
    ),
  ).toBe('other');
  await page.goto(`${offline.network.url}/Gallery`);
  expect(await page.locator('h1').textContent()).toBe("You're offline");
  expect(await page.locator('main a[href="tel:+915692333333"]').count()).toBeGreaterThan(0);
});

test('pages come with all that belongs to them when the storage of the worker fails', async () => {
  const { page, context } = await offline.visit('/Vision');
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const fail = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    Cache.prototype.put = fail;
    Cache.prototype.match = fail;
    CacheStorage.prototype.match = fail;
  });
  await page.goto(`${offline.network.url}/Contact`);
  await startIsland(page, 'form.form');
  await fill(page, ENQUIRY);
  await submit(page);
  await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
});
