import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import request from 'supertest';
import { expect, test, vi } from 'vitest';
import { closePhoto, keysLeft, untilEnhanced, untilPhotoOpen } from '../support/browser.ts';
import { contrast } from '../support/colour-pairs.ts';
import { holdRequest } from '../support/moments.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { SOON } from '../support/effort.ts';

const PHOTOS = ['drawings/classroom-1.webp', 'drawings/classroom-2.webp', 'drawings/adult-11.webp'];

const ALBUM = {
  _id: 'annual',
  title: 'Annual Day',
  description: 'Songs, dances\nand a play',
  url: '',
  school: 'FARRUKHABAD',
  category: 'PhotoGallery',
  date: '2026-03-05',
  attachments: PHOTOS,
};

const { browser, site } = siteInBrowser({
  lists: { subGallery: [ALBUM] },
  // One test looks at pictures that nobody has requested yet.
  sharesPictures: false,
});

test('a photo has a ground of its colour, and what draws the eye stays in sight', async () => {
  await request(site.url).get(`/api/image/${PHOTOS[0]}?w=320`).expect(200);
  await vi.waitUntil(
    async () => (await request(site.url).get('/SubGallery?id=annual')).text.includes('data-colour'),
    SOON,
  );
  const { page } = await browser.tab(`${site.url}/SubGallery?id=annual`);
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
});

/**
 * Takes a page back to what had arrived after each of its photos. Returns how many show after the last one, and the
 * places of those that move later. Runs in the page.
 *
 * @param shape the class of all photos.
 */
function arrivalOf(shape: string): { shown: number; moved: string[] } {
  const list = document.querySelector('.photos');
  const boxOf = (photo: Element) => {
    const { left, top, width, height } = photo.getBoundingClientRect();
    return `${left} ${top} ${width} ${height}`;
  };
  const photos = [...(list?.children ?? [])];
  for (const photo of photos) photo.className = shape;
  const complete = photos.map(boxOf);
  let shown = 0;
  const moved: string[] = [];
  for (const element of document.querySelectorAll('.photos ~ *')) element.remove();
  for (let count = photos.length; count > 0; count -= 1) {
    const visible = photos
      .slice(0, count)
      .filter((photo) => photo.checkVisibility({ visibilityProperty: true }));
    shown = Math.max(shown, visible.length);
    moved.push(...visible.map(boxOf).filter((box, place) => box !== complete[place]));
    photos[count - 1]?.remove();
  }
  return { shown, moved };
}

test.each([
  [360, 'ratio-3-2'],
  [760, 'ratio-9-16'],
  [1440, 'ratio-9-16'],
])('at %s px, photos of %s that show while an album arrives do not move', async (width, shape) => {
  const attachments = Array.from({ length: 24 }, (_, index) => PHOTOS[index % 3]);
  site.provider.setList('subGallery', [{ ...ALBUM, attachments }]);
  // So high that all photos are laid out.
  const { page } = await browser.tab(`${site.url}/SubGallery?id=many`, { width, height: 4_000 });
  const { shown, moved } = await page.evaluate(arrivalOf, shape);
  expect(moved).toEqual([]);
  expect(shown).toBeGreaterThan(attachments.length / 2);
});

test('R-130: a photo opens over the page in its own shape; the library loads with the first tap; with a modifier it is a link', async () => {
  const { page } = await browser.tab(`${site.url}/SubGallery?id=annual`);
  const scripts: string[] = [];
  page.on('request', (loaded) => {
    if (loaded.resourceType() === 'script') scripts.push(new URL(loaded.url()).pathname);
  });
  await untilEnhanced(page.locator('[data-enhance=lightbox]'), 'lightbox');
  const photo = page.getByRole('link', { name: /photo 2 of 3/ });
  const before = scripts.length;
  const keys = 'ctrlKey metaKey shiftKey altKey';
  expect(await keysLeft(photo, keys)).toBe(keys);
  const dialog = page.getByRole('dialog');
  expect(await dialog.count()).toBe(0);
  // The second click, while the photo comes, opens nothing over it.
  await photo.evaluate((link: HTMLElement) => [link, link].forEach((it) => it.click()));
  await dialog.first().waitFor();
  expect(scripts.length).toBeGreaterThan(before);
  for (const name of ['classroom-2', 'adult-11']) {
    const shown = dialog.locator(`.pswp__item[aria-hidden=false] img.pswp__img[src*="${name}"]`);
    await expect
      .poll(() =>
        shown.last().evaluate(async (image: HTMLImageElement) => {
          await image.decode();
          const { width, height } = image.getBoundingClientRect();
          return Math.abs(width / height - image.naturalWidth / image.naturalHeight);
        }),
      )
      .toBeLessThan(0.02);
    await page.keyboard.press('ArrowRight');
  }
  expect(await dialog.count()).toBe(1);
  expect(await page.locator('.photos [aria-busy]').count()).toBe(0);
});

test('R-130: a photo opens at once for visitors who want less motion, and only for them', async () => {
  const { page } = await browser.tab(`${site.url}/SubGallery?id=annual`);
  await page.evaluate(() => {
    document.addEventListener('transitionrun', ({ target }) => {
      if (target instanceof Element && target.closest('.pswp')) window.name += 'moved ';
    });
  });
  await untilEnhanced(page.locator('[data-enhance=lightbox]'), 'lightbox');
  for (const [movement, reducedMotion] of [
    ['still', 'reduce'],
    ['moving', 'no-preference'],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.locator(`html[data-movement=${movement}]`).waitFor();
    await page.getByRole('link', { name: /photo 1 of 3/ }).click();
    await page.getByRole('dialog').waitFor();
    await closePhoto(page);
    const hasMoved = (await page.evaluate(() => window.name)).includes('moved');
    expect(hasMoved).toBe(movement === 'moving');
  }
});

test('on a phone the arrows over a photo are shown, and lead on', async () => {
  const phone = { width: 360, height: 740, isPhone: true };
  const { page } = await browser.tab(`${site.url}/SubGallery?id=annual`, phone);
  await untilEnhanced(page.locator('[data-enhance=lightbox]'), 'lightbox');
  await page.getByRole('link', { name: /photo 1 of 3/ }).tap();
  await untilPhotoOpen(page);
  const shown = (name: string) =>
    page.locator(`.pswp__item[aria-hidden=false] img[src*="${name}"]`).count();
  await page.getByRole('button', { name: 'Next' }).tap();
  await expect.poll(() => shown('classroom-2')).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Previous' }).tap();
  await expect.poll(() => shown('classroom-1')).toBeGreaterThan(0);
});

test('R-130: "back" closes a photo, on Android by a close request, else by a step; after it "back" leads on', async () => {
  const { page } = await browser.tab(`${site.url}/Vision`);
  await page.goto(`${site.url}/SubGallery?id=annual`);
  await untilEnhanced(page.locator('[data-enhance=lightbox]'), 'lightbox');
  // Only Android's back button asks all close watchers; here the test does.
  await page.evaluate(() => {
    const { CloseWatcher } = window as unknown as { CloseWatcher: new () => object };
    const watchers: { requestClose(): void }[] = [];
    Object.assign(window, {
      goBack: () => watchers.at(-1)?.requestClose(),
      CloseWatcher: new Proxy(CloseWatcher, {
        construct(watcher, options) {
          const made = Reflect.construct(watcher, options);
          watchers.push(made);
          return made;
        },
      }),
    });
  });
  const openAndClose = async (close: () => Promise<unknown>) => {
    await page.getByRole('link', { name: /photo 1 of 3/ }).click();
    await untilPhotoOpen(page);
    await close();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => history.state as unknown)).toBe(null);
    expect(page.url()).toBe(`${site.url}/SubGallery?id=annual`);
  };
  const steps = await page.evaluate(() => history.length);
  await openAndClose(() => page.evaluate('goBack()'));
  expect(await page.evaluate(() => history.length)).toBe(steps);
  // Other browsers watch no close requests.
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'CloseWatcher'));
  await openAndClose(() => page.goBack());
  await openAndClose(() => closePhoto(page));
  await page.goBack();
  expect(page.url()).toBe(`${site.url}/Vision`);
});

test('R-130: a photo whose large picture fails is opened by its link', async () => {
  const { page } = await browser.tab(`${site.url}/SubGallery?id=annual`, {
    expects: /origin-keyed/,
  });
  await page.route('**/*w=1600', (route) => route.abort());
  await untilEnhanced(page.locator('[data-enhance=lightbox]'), 'lightbox');
  const photo = page.getByRole('link', { name: /photo 2 of 3/ });
  const href = await photo.getAttribute('href');
  await photo.click();
  await page.waitForURL(`${site.url}${href}`);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a PDF among the photos opens by its link, and the lightbox leaves it out', async () => {
  const [first = '', , last = ''] = PHOTOS;
  const attachments = [first, 'documents/annual-report.pdf', last];
  site.provider.setList('subGallery', [{ ...ALBUM, attachments }]);
  const { page } = await browser.tab(`${site.url}/SubGallery?id=with-pdf`);
  await untilEnhanced(page.locator('[data-enhance=lightbox]'), 'lightbox');
  const isLeft = await page.locator('.photos a[target=_blank]').evaluate((link: HTMLElement) => {
    let isOpened = false;
    const listener = (event: Event) => {
      isOpened = !event.defaultPrevented;
      event.preventDefault();
    };
    document.addEventListener('click', listener, { once: true });
    link.click();
    return isOpened;
  });
  expect(isLeft).toBe(true);
  await page.getByRole('link', { name: /photo 1 of 3/ }).click();
  const shown = page.locator('.pswp__item[aria-hidden=false] img.pswp__img').last();
  for (const [index, name] of [first, last].entries()) {
    if (index > 0) await page.keyboard.press('ArrowRight');
    await expect.poll(() => shown.getAttribute('src'), SOON).toContain(name);
  }
});

/** Resolves when the page has the photo of a link, and has had the time to open it. */
async function untilPhotoCame(photo: Locator): Promise<void> {
  await photo.evaluate(async (link: HTMLAnchorElement) => {
    const image = new Image();
    image.src = `${link.href}?w=1600`;
    await image.decode();
    for (let frame = 0; frame < 10; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

test('a photo that comes after Escape, or after the note about the login, does not open', async () => {
  const { page } = await browser.tab(`${site.url}/SubGallery?id=annual`);
  await untilEnhanced(page.locator('[data-enhance=lightbox]'), 'lightbox');
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'LOGIN' }).click(),
  ];
  for (const [index, goOn] of ways.entries()) {
    const moment = await holdRequest(page, (held) => held.url().endsWith('w=1600'));
    const photo = page.getByRole('link', { name: `photo ${index + 1} of 3` });
    await photo.click();
    await moment.reached;
    await goOn();
    await moment.release();
    await untilPhotoCame(photo);
    expect(await page.locator('.pswp').count()).toBe(0);
    expect(await page.locator('.photos [aria-busy]').count()).toBe(0);
    expect(page.url()).toBe(`${site.url}/SubGallery?id=annual`);
  }
});

/** Each pixel that a part of the page shows, as `rrggbb`. */
async function pixelsOf(part: Locator): Promise<string[]> {
  const image = sharp(await part.screenshot()).removeAlpha();
  const data = await image.raw().toBuffer();
  return data.toString('hex').match(/.{6}/g) ?? [];
}

/** The most frequent one. */
function groundOf(pixels: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

test('R-259: the text in place of a photo is readable on its ground, in the light and the dark theme', async () => {
  const { page } = await browser.tab(`${site.url}/SubGallery?id=annual`);
  const themes = [
    ['dark', '#ffffff'],
    ['light', '#000000'],
  ] as const;
  for (const [index, [colorScheme, ground]] of themes.entries()) {
    await page.emulateMedia({ colorScheme });
    const photo = page.locator('.photos a').nth(index);
    await photo.locator('img').evaluate(
      (image: HTMLImageElement, colour) =>
        // The photo shows until the one that follows it has failed.
        new Promise((resolve) => {
          image.addEventListener('error', resolve, { once: true });
          image.dataset['colour'] = colour;
          image.removeAttribute('srcset');
          image.src = '/api/image/none';
        }),
      ground,
    );
    const text = await photo.evaluate((link) => getComputedStyle(link).color.match(/\d+/g) ?? []);
    const hex = text.map((value) => Number(value).toString(16).padStart(2, '0')).join('');
    const ratio = contrast(hex, groundOf(await pixelsOf(photo)));
    expect(ratio, colorScheme).toBeGreaterThan(4.5);
  }
});

test('R-259: over a photo that is all white its words are readable, and the focus is seen', async () => {
  const { page } = await browser.tab(`${site.url}/SubGallery?id=annual`);
  await untilEnhanced(page.locator('[data-enhance=lightbox]'), 'lightbox');
  await page.getByRole('link', { name: /photo 1 of 3/ }).click();
  await untilPhotoOpen(page);
  await page.evaluate(() => {
    const white = new CSSStyleSheet();
    white.replaceSync('.pswp__bg { background: white !important } .pswp__img { opacity: 0 }');
    document.adoptedStyleSheets.push(white);
  });
  for (const words of ['.pswp__counter', '.pswp-caption']) {
    const pixels = await pixelsOf(page.locator(words));
    const ground = groundOf(pixels);
    const ratios = pixels.map((pixel) => contrast(pixel, ground));
    expect(Math.max(...ratios), words).toBeGreaterThan(4.5);
  }
  await page.keyboard.press('Tab');
  for (const name of ['Close', 'Next']) {
    const button = page.getByRole('button', { name });
    await button.blur();
    const before = await pixelsOf(button);
    await button.focus();
    const after = await pixelsOf(button);
    // As many as a line of one pixel around it.
    const seen = after.filter((pixel, at) => contrast(pixel, before[at] ?? pixel) >= 3);
    expect(seen.length, name).toBeGreaterThan(200);
  }
});
