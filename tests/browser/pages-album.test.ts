import type { Locator } from 'playwright-core';
import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  openBrowser,
  untilEnhanced,
  untilPhotoOpen,
  type TestBrowser,
} from '../support/browser.ts';
import { startSite, type SiteOptions, type TestSite } from '../support/site.ts';
import { SOON } from '../support/effort.ts';

const PHOTOS = ['drawings/classroom-1.webp', 'drawings/classroom-2.webp', 'drawings/adult-11.webp'];

type Row = Record<string, unknown>;

function album(more: Row = {}): Row {
  const texts = { title: 'Annual Day', description: 'Songs, dances\nand a play', url: '' };
  const rest = { school: 'FARRUKHABAD', category: 'PhotoGallery', date: '2026-03-05' };
  return { _id: 'annual', ...texts, ...rest, attachments: PHOTOS, ...more };
}

let browser: TestBrowser;
let site: TestSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([
    openBrowser(),
    start(album({ url: 'https://photos.example.org/annual.zip' })),
  ]);
});

afterAll(async () => {
  await site.close();
  await browser.close();
});

/** A site whose provider knows one album, under every id. */
function start(row: Row | null, options: SiteOptions = {}): Promise<TestSite> {
  return startSite({
    ...options,
    prepare: ({ setList }) => setList('subGallery', row === null ? [] : [row]),
  });
}

/** Whether the photo that is open is shown in the shape that the file has. */
function shownShape(dialog: Locator, name: string): Promise<string> {
  const photo = dialog.locator(`.pswp__item[aria-hidden=false] img.pswp__img[src*="${name}"]`);
  return photo.last().evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const { width, height } = image.getBoundingClientRect();
    const wrong = width / height - image.naturalWidth / image.naturalHeight;
    return Math.abs(wrong) < 0.02 ? 'its own' : `${width} by ${height}`;
  });
}

test('a photo has a ground of its colour, and what draws the eye stays in sight', async () => {
  const seen = await start(album());
  const address = `${seen.url}/SubGallery?id=annual`;
  await request(seen.url).get(`/api/image/${PHOTOS[0]}?w=320`).expect(200);
  await vi.waitUntil(
    async () => (await request(seen.url).get('/SubGallery?id=annual')).text.includes('data-colour'),
    SOON,
  );
  const { page, errors, close } = await browser.visit(address);
  const styles = await page.locator('.photos img').evaluateAll((images) =>
    images.map((image) => {
      const { backgroundColor, objectPosition } = getComputedStyle(image);
      return { backgroundColor, objectPosition, focus: image.dataset['focus'] };
    }),
  );
  const [first, second] = styles;
  expect(first?.backgroundColor).not.toBe(second?.backgroundColor);
  expect(first?.objectPosition).toBe(first?.focus);
  // Without metadata: heads are in the upper part.
  expect(second?.objectPosition).toBe('50% 30%');
  const quarters = [0, 25, 50, 75, 100].flatMap((x) =>
    [0, 25, 50, 75, 100].map((y) => `${x}% ${y}%`),
  );
  const positions = await page
    .locator('.photos img')
    .first()
    .evaluate((image, all) => {
      const style = getComputedStyle(image);
      return all.map((focus) => {
        if (image instanceof HTMLElement) image.dataset['focus'] = focus;
        return style.objectPosition;
      });
    }, quarters);
  expect(positions).toEqual(quarters);
  expect(errors).toEqual([]);
  await close();
  await seen.close();
});

test('R-130: without JavaScript a photo is a link to its picture', async () => {
  const { page, close } = await browser.visit(`${site.url}/SubGallery?id=annual`, {
    javaScript: false,
  });
  await page.getByRole('link', { name: /photo 2 of 3/ }).click();
  await page.waitForURL('**/api/image/drawings/classroom-2.webp');
  expect(await page.locator('img').count()).toBe(1);
  await close();
});

test('R-130: a photo opens over the page, in its own shape, and is left with Escape', async () => {
  const { page, errors, close } = await browser.visit(`${site.url}/SubGallery?id=annual`);
  const scripts: string[] = [];
  page.on('request', (loaded) => {
    if (loaded.resourceType() === 'script') scripts.push(new URL(loaded.url()).pathname);
  });
  await untilEnhanced(page.locator('[data-enhance=lightbox]'), 'lightbox');
  const photo = page.getByRole('link', { name: /photo 2 of 3/ });
  const before = scripts.length;
  await photo.click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(scripts.length, 'the library comes with the first tap').toBeGreaterThan(before);
  await expect.poll(() => shownShape(dialog, 'classroom-2.webp')).toBe('its own');
  expect(await dialog.locator('.pswp-caption').textContent()).toBe('Annual Day, photo 2 of 3');
  await untilPhotoOpen(page);
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => dialog.locator('.pswp-caption').textContent())
    .toBe('Annual Day, photo 3 of 3');
  await expect.poll(() => shownShape(dialog, 'adult-11.webp')).toBe('its own');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => photo.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(errors).toEqual([]);
  await close();
});

test.each([true, false])(
  'R-130: a photo opens at once for visitors who want less motion: %s',
  async (reducedMotion) => {
    const { page, close } = await browser.visit(`${site.url}/SubGallery?id=annual`, {
      reducedMotion,
    });
    await page.evaluate(() => {
      document.addEventListener('transitionrun', ({ target }) => {
        if (target instanceof Element && target.closest('.pswp')) window.name += 'moved ';
      });
    });
    await untilEnhanced(page.locator('[data-enhance=lightbox]'), 'lightbox');
    await page.getByRole('link', { name: /photo 1 of 3/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    // While it is still opening, the library ignores keys.
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape');
        return await dialog.count();
      })
      .toBe(0);
    expect((await page.evaluate(() => window.name)).includes('moved')).toBe(!reducedMotion);
    await close();
  },
);
