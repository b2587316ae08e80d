import type { Locator } from 'playwright-core';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
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

describe.each([true, false])('with JavaScript %s', (javaScript) => {
  test('R-022 R-123 R-124 R-125 R-126 R-127 R-128 R-129: an album shows its title, way back, dates, texts and photos', async () => {
    const { page, faults, close } = await browser.visit(`${site.url}/SubGallery?id=annual`, {
      javaScript,
    });
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Annual Day');
    const back = page.getByRole('link', { name: 'Back to the photo gallery' });
    expect(await back.getAttribute('href')).toBe('/Gallery');
    const facts = (await page.locator('.album-facts').innerText()).replace(/\s+/g, ' ');
    expect(facts).toBe('Event Date 05/03/2026 Updated On 05/03/2026 Total Photos 3');
    expect(await page.getByText('Songs, dances').isVisible()).toBe(true);
    const download = page.getByText('Download Photos', { exact: true });
    expect(await download.getAttribute('href')).toBe('https://photos.example.org/annual.zip');
    const links = await page
      .locator('.photos a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(PHOTOS.map((photo) => `/api/image/${photo}`));
    expect(await page.locator('.photos img').count()).toBe(3);
    expect(faults).toEqual([]);
    await close();
  });
});

test('R-124 R-128: a Nekpur album leads back to the Nekpur gallery, and has no download without an address', async () => {
  const nekpur = await start(album({ school: 'NEKPUR', url: 'javascript:alert(1)' }));
  const { page, close } = await browser.visit(`${nekpur.url}/nekhpur/SubGallery?id=annual`);
  const back = page.getByRole('link', { name: 'Back to the photo gallery' });
  expect(await back.getAttribute('href')).toBe('/nekhpur/Gallery');
  expect(await page.getByText('Download Photos').count()).toBe(0);
  await close();
  await request(nekpur.url).get('/SubGallery?id=annual').expect(404);
  await nekpur.close();
});

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
  const { page, faults, close } = await browser.visit(address);
  const styles = await page.locator('.photos img').evaluateAll((images) =>
    images.map((image) => {
      const { backgroundColor, objectPosition } = getComputedStyle(image);
      return { backgroundColor, objectPosition, focus: image.dataset['focus'] };
    }),
  );
  const [first, second] = styles;
  expect(first?.backgroundColor).not.toBe(second?.backgroundColor);
  expect(first?.objectPosition).toBe(first?.focus);
  // Nobody has looked at it: people have their heads in the upper part.
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
  expect(faults).toEqual([]);
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
  const { page, faults, close } = await browser.visit(`${site.url}/SubGallery?id=annual`);
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
  expect(faults).toEqual([]);
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
    // While it is still opening, the library hears no keys.
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

test.each([0, 1_000])('R-126 R-129: an album of %d photos is shown', async (count) => {
  const photos = Array.from({ length: count }, () => PHOTOS[0]);
  const other = await start(album({ attachments: photos }));
  const { page, faults, close } = await browser.visit(`${other.url}/SubGallery?id=annual`);
  expect(await page.locator('.album-facts').innerText()).toMatch(
    new RegExp(`Total Photos\\D*${count}$`),
  );
  expect(await page.locator('.photos img').count()).toBe(count);
  expect(faults).toEqual([]);
  await close();
  await other.close();
});

test('R-125: an album without a date shows no dates', async () => {
  const other = await start(album({ date: null }));
  const { text: html } = await request(other.url).get('/SubGallery?id=annual').expect(200);
  expect(html).not.toContain('Event Date');
  expect(html).toContain('Total Photos');
  await other.close();
});

test.each(['a/b', 'a"b\'c', 'वार्षिक उत्सव', '../../etc', 'a&b=c#d'])(
  'R-022: the id %s reaches the provider as it is',
  async (id) => {
    const other = await start(album({ _id: id }));
    await request(other.url)
      .get(`/SubGallery?id=${encodeURIComponent(id)}`)
      .expect(200);
    const asked = other.provider.requests.find(({ url }) => url.startsWith('/api/subGallery'));
    expect(new URL(asked?.url ?? '', 'http://provider').searchParams.get('id')).toBe(id);
    await other.close();
  },
);

test.each([
  '/SubGallery',
  '/SubGallery?id=',
  '/SubGallery?id=unknown',
  '/nekhpur/SubGallery?id=unknown',
])('R-022: %s is not found, and leads back to the gallery', async (path) => {
  const other = await start(null);
  const { text: html } = await request(other.url).get(path).expect(404);
  expect(html.match(/<h1/g)).toHaveLength(1);
  const prefix = path.startsWith('/nekhpur') ? '/nekhpur' : '';
  expect(html).toContain(`<a class="back-link" href="${prefix}/Gallery">`);
  await other.close();
});

describe('an album whose own answer cannot be had', () => {
  const LISTED = album({ url: 'https://photos.example.org/annual.zip' });

  /** A site that holds every list, with an album that nobody has opened. */
  async function startWithLists(rows: readonly Row[] = [LISTED]): Promise<TestSite> {
    const listed = await startSite({
      prepare: ({ setList }) => {
        setList('galleryAll', rows);
        setList('gallery', rows);
      },
    });
    await request(listed.url).get('/Gallery');
    return listed;
  }

  test('R-022 R-123 R-126 R-127 R-128 R-129: is shown from its row in the gallery, until its own answer comes', async () => {
    const listed = await startWithLists();
    await listed.provider.fail(/subGallery/, { status: 500 });
    const { text: html } = await request(listed.url)
      .get('/SubGallery?id=annual')
      .expect(200)
      .expect('cache-control', 'no-store');
    expect(html).toContain('Annual Day');
    expect(html).toContain('05/03/2026');
    expect(html).toContain('and a play');
    expect(html).toContain('https://photos.example.org/annual.zip');
    for (const photo of PHOTOS) expect(html).toContain(`href="/api/image/${photo}"`);

    listed.provider.setList('subGallery', [album({ title: 'Its own title' })]);
    await listed.provider.heal();
    await expect
      .poll(async () => (await request(listed.url).get('/SubGallery?id=annual')).text)
      .toContain('Its own title');
    await listed.close();
  });

  test('R-022: is not waited for longer than a visitor would', async () => {
    const listed = await startWithLists();
    await listed.provider.fail(/subGallery/, 'hang');
    await request(listed.url).get('/SubGallery?id=annual').expect(200);
    // The list's own deadline, by which the album would have failed anyway, has not come.
    expect(listed.lines.filter(({ event }) => event === 'list-failed')).toEqual([]);
    await listed.close();
  });

  test('R-022: is 503 where no list has it, or only the other campus does, and 404 once its own answer has none', async () => {
    const listed = await startWithLists([album({ school: 'NEKPUR' })]);
    await listed.provider.fail(/subGallery/, { status: 500 });
    const statusOf = async (path: string) => (await request(listed.url).get(path)).status;
    expect(await statusOf('/SubGallery?id=unlisted')).toBe(503);
    expect(await statusOf('/SubGallery?id=annual')).toBe(503);
    expect(await statusOf('/nekhpur/SubGallery?id=annual')).toBe(200);
    listed.provider.setList('subGallery', []);
    await listed.provider.heal();
    await expect.poll(() => statusOf('/nekhpur/SubGallery?id=annual')).toBe(404);
    await listed.close();
  });
});
