import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openBrowser,
  startIsland,
  untilPhotoOpen,
  type TestBrowser,
  type Visit,
} from '../support/browser.ts';
import { SAMPLE_RECORDS, SAMPLE_SEARCH } from '../support/sample-records.ts';
import { startSite, type TestSite } from '../support/site.ts';

/** What assistive technology and the keyboard get: trees of roles, names and states, the order of the focus, sizes. */

const PHONE = { width: 360, height: 640, reducedMotion: true };

/** One page of each kind, in English; Hindi has them below /hi. */
const KINDS = [
  '/',
  '/HomeFr',
  '/Home',
  '/Vision',
  '/ChairmanMessage',
  '/Infrastructure',
  '/Events',
  '/News',
  '/Notices',
  '/Gallery',
  '/SubGallery?id=alb-f-01',
  '/EventCalendar',
  '/Documents',
  '/Documents/fee-structure',
  '/MandatoryDisclosure',
  '/nekhpur/Contact',
  '/Career',
  '/Tc',
  '/ErpSoftware',
  '/Accessibility',
  '/Offline',
  '/Search',
  SAMPLE_SEARCH,
  '/NoSuchPage',
  ...SAMPLE_RECORDS.slice(0, 2),
];

let browser: TestBrowser;
let site: TestSite;
const visits: Visit[] = [];

beforeAll(async () => {
  [browser, site] = await Promise.all([
    openBrowser(),
    startSite({ isSample: true, sharesPictures: true, prewarm: true }),
  ]);
});
afterAll(async () => {
  for (const { close } of visits) await close();
  await browser.close();
  await site.close();
});

async function open(path: string, options = PHONE): Promise<Page> {
  const visit = await browser.visit(site.url + path, options);
  visits.push(visit);
  return visit.page;
}

/** Its part of the accessibility tree, a line for each element with its role, name and states; without addresses. */
async function treeOf(part: Locator): Promise<string[]> {
  const lines = (await part.ariaSnapshot()).split('\n').map((line) => line.trim());
  return lines.filter((line) => !line.startsWith('- /url')).map((line) => line.replace(/^- /, ''));
}

/** What has the focus, as it is read out; nothing where the page itself has it. */
async function focused(page: Page): Promise<string> {
  const focus = page.locator(':focus');
  if ((await focus.count()) === 0) return '';
  const [line = ''] = await treeOf(focus);
  return line.replace(/:$/, '');
}

async function press(page: Page, ...keys: string[]): Promise<string> {
  for (const key of keys) await page.keyboard.press(key);
  return focused(page);
}

/** Goes on with Tab until this has the focus; fails after the last of a page. */
async function tabTo(page: Page, line: string): Promise<void> {
  const passed: string[] = [];
  while ((await focused(page)) !== line) {
    passed.push(await press(page, 'Tab'));
    expect(passed.length, `${line} comes after ${passed.join(', ')}`).toBeLessThan(60);
  }
}

/** Presses a key for as many times as a page has targets inside this part, and answers what else had the focus. */
async function leftBy(page: Page, part: string): Promise<string[]> {
  const count = await page.locator(`${part} :is(a, button, input, [tabindex])`).count();
  const outside: string[] = [];
  for (let step = 0; step <= count; step += 1) {
    await page.keyboard.press('Tab');
    const place = await page.evaluate((selector) => {
      const { activeElement } = document;
      // Between the last and the first the browser's own bars have it.
      if (activeElement === null || activeElement === document.body) return null;
      return activeElement.closest(selector) === null ? activeElement.outerHTML : null;
    }, part);
    if (place !== null) outside.push(place);
  }
  return outside;
}

test('2.4.1, 2.4.3: the keyboard goes from the way past the bar through the bar, and the way past it leads to the text', async () => {
  const page = await open('/Vision');
  expect(await press(page, 'Tab')).toBe('link "Skip to content"');
  const order = [];
  for (let step = 0; step < 5; step += 1) order.push(await press(page, 'Tab'));
  expect(order).toEqual([
    'link "Gangotri International School Farrukhabad"',
    'button "Menu"',
    'button "LOGIN"',
    'link "Call the office"',
    'link "News"',
  ]);
  await page.reload();
  await press(page, 'Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test('2.1.1, 4.1.2: menu, group and note open by the keyboard, say so, name what they have, and give the focus back', async () => {
  const page = await open('/Vision');
  await tabTo(page, 'button "Menu"');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('button "Menu" [expanded]');
  const menu = page.getByRole('navigation', { name: 'Main' });
  expect((await treeOf(menu)).filter((line) => /^(?:button|link)/.test(line))).toEqual([
    'button "The School"',
    'button "Academics"',
    'button "Facilities"',
    'link "Gallery":',
    'link "Admission Enquiry":',
    'link "Career Enquiry":',
    'button "Mandatory Disclosure"',
    'link "Farrukhabad":',
    'link "Nekpur":',
  ]);
  expect(await press(page, 'Tab', 'Tab')).toBe('button "Academics"');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('button "Academics" [expanded]');
  expect(await treeOf(page.locator('#menu-1'))).toEqual([
    'button "Academics"',
    'list:',
    'listitem:',
    'link "Life at GIS":',
    'listitem:',
    'link "Extra Curricular Activity":',
  ]);
  // The first leads back to the whole menu.
  expect(await press(page, 'Tab', 'Tab')).toBe('link "Life at GIS"');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('button "Academics"');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('button "Menu"');

  await tabTo(page, 'button "LOGIN"');
  await page.keyboard.press('Enter');
  const note = page.getByRole('dialog', { name: 'GIS Campus App' });
  expect(
    (await treeOf(note)).filter((line) => /^(?:dialog|heading|button|link)/.test(line)),
  ).toEqual([
    'dialog "GIS Campus App":',
    'heading "GIS Campus App" [level=2]',
    'button "Close"',
    'link "Get it on Google Play":',
    'link "Download on the App Store":',
  ]);
  await tabTo(page, 'button "Close"');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('button "LOGIN"');
  await note.waitFor({ state: 'hidden' });
});

test('2.1.2, 4.1.2: a dialog that comes by itself holds the focus, turns its slides by keys, and is left with Escape', async () => {
  const page = await open('/HomeFr');
  const dialog = page.getByRole('dialog', { name: 'Notices' });
  await dialog.waitFor();
  const parts = (await treeOf(dialog)).filter((line) => /^(?:dialog|heading|button)/.test(line));
  expect(parts).toEqual([
    'dialog "Notices":',
    'heading "Notices" [level=2]',
    expect.stringMatching(/^heading ".+" \[level=3\]/),
    'button "Previous"',
    'button "Next"',
    'button "Close"',
  ]);
  await tabTo(page, 'button "Next"');
  const count = page.locator('dialog.popup [aria-live=polite]');
  const [, all] = /^1 of (\d+)$/.exec((await count.textContent()) ?? '') ?? [];
  await page.keyboard.press('Enter');
  await expect.poll(() => count.textContent()).toBe(`2 of ${all}`);
  expect(await leftBy(page, 'dialog.popup')).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('2.1.1, 2.2.2, 4.1.2: slider and carousel are turned and paused by keys, and say where they stand', async () => {
  const page = await open('/HomeFr');
  await page.getByRole('dialog', { name: 'Notices' }).waitFor();
  await page.keyboard.press('Escape');
  const slider = page.getByRole('region', { name: 'Life on our campus' });
  const next = slider.getByRole('button', { name: 'Next slide' });
  await next.focus();
  expect(await press(page, 'Enter')).toBe('button "Next slide"');
  await expect.poll(() => slider.locator('.slider-count').textContent()).toBe('2 / 3');
  expect(await press(page, 'Shift+Tab')).toBe('button "Previous slide"');
  await page.keyboard.press('Enter');
  await expect.poll(() => slider.locator('.slider-count').textContent()).toBe('1 / 3');

  const gallery = page.locator('[data-view="gallery"]');
  await gallery.scrollIntoViewIfNeeded();
  const place = gallery.getByRole('slider', { name: 'Slide of Photo Gallery' });
  await place.waitFor();
  const said = () => place.getAttribute('aria-valuetext');
  const [, count] = /^1 of (\d+)$/.exec((await said()) ?? '') ?? [];
  // A key that is pressed while the carousel takes its places may be lost, as a visitor's would be.
  await expect
    .poll(async () => {
      await place.focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      return said();
    })
    .toBe(`2 of ${count}`);
  expect(await press(page, 'Tab')).toBe('button "Play photo gallery"');
  expect(await press(page, 'Enter')).toBe('button "Pause photo gallery"');
  expect(await press(page, 'Enter')).toBe('button "Play photo gallery"');
  expect((await treeOf(gallery)).filter((line) => /^(?:group|slider|button)/.test(line))).toEqual([
    'group "Photo Gallery":',
    expect.stringMatching(/^slider "Slide of Photo Gallery"/),
    'button "Play photo gallery"',
  ]);
});

/** Role, name, description and whether it is wrong, as assistive technology has a field. */
async function fieldsOf(page: Page, form: string): Promise<(string | boolean)[][]> {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: `${form} .form-fields :is(input, select, textarea)`,
  });
  const fields = await Promise.all(
    nodeIds.map(async (nodeId) => {
      const { nodes } = await session.send('Accessibility.getPartialAXTree', {
        nodeId,
        fetchRelatives: false,
      });
      const [node] = nodes;
      const invalid = node?.properties?.find(({ name }) => name === 'invalid');
      return [
        String(node?.role?.value),
        String(node?.name?.value),
        String(node?.description?.value),
        invalid?.value.value === 'true',
      ];
    }),
  );
  await session.detach();
  return fields;
}

test('3.3.1, 3.3.2, 4.1.3: a form is filled in and sent by keys, and each wrong field says what is wrong with it', async () => {
  const page = await open('/Career');
  const form = '#career-form';
  await startIsland(page, form);
  await page.locator(`${form} [name=name]`).focus();
  const order: string[] = [];
  for (let step = 0; step < 6; step += 1) order.push(await press(page, 'Tab'));
  expect(order).toEqual([
    'textbox "Teaching subject"',
    'textbox "Contact number"',
    'textbox "Post applied for"',
    'textbox "Total experience"',
    'button "CV"',
    'button "Send application"',
  ]);
  await page.keyboard.press('Enter');
  const summary = page.getByRole('alert');
  await summary.waitFor();
  expect((await treeOf(summary)).filter((line) => /^(?:paragraph|link)/.test(line))).toEqual([
    'paragraph: "Please check these 6 fields:"',
    'link "Name":',
    'link "Teaching subject":',
    'link "Contact number":',
    'link "Post applied for":',
    'link "Total experience":',
    'link "CV":',
  ]);
  await expect.poll(() => focused(page)).toBe('textbox "Name" [invalid]');
  expect(await fieldsOf(page, form)).toEqual([
    ['textbox', 'Name', 'Name is required.', true],
    ['textbox', 'Teaching subject', 'Teaching Subject is required.', true],
    ['textbox', 'Contact number', '10 digits Contact Number is required.', true],
    ['textbox', 'Post applied for', 'Post Applied is required.', true],
    ['textbox', 'Total experience', 'Total Exp is required.', true],
    ['button', 'CV', 'One PDF file, up to 5 MB Please upload CV ( PDF).', true],
  ]);
  await page.keyboard.type('Meera');
  await expect.poll(() => focused(page)).toBe('textbox "Name": Meera');
  await summary.getByRole('link', { name: 'Contact number' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('textbox "Contact number" [invalid]');
});

test('2.1.2, 4.1.2: a photograph opens and turns by keys, in a dialog that is named, and gives the focus back', async () => {
  const page = await open('/SubGallery?id=alb-f-01');
  const name = await page.locator('h1').textContent();
  const photo = page.locator('.photos a').nth(1);
  await photo.scrollIntoViewIfNeeded();
  const dialog = page.getByRole('dialog');
  // Before its script has come the link leads to the picture itself.
  const isOpened = () =>
    location.pathname !== '/SubGallery' ||
    document.querySelector('.pswp img:not(.pswp__img--placeholder)') !== null;
  await photo.press('Enter');
  await page.waitForFunction(isOpened);
  while (new URL(page.url()).pathname !== '/SubGallery') {
    await page.goBack();
    await photo.press('Enter');
    await page.waitForFunction(isOpened);
  }
  await untilPhotoOpen(page);
  const lines = await treeOf(dialog);
  expect(lines.filter((line) => /^(?:dialog|img|button)/.test(line))).toEqual([
    `dialog "${name}":`,
    `img "${name}, photo 2 of 6"`,
    'button "Zoom"',
    'button "Close"',
    'button "Previous"',
    'button "Next"',
  ]);
  const caption = dialog.locator('[aria-live=polite]');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => caption.textContent()).toBe(`${name}, photo 3 of 6`);
  expect(await leftBy(page, '.pswp')).toEqual([]);
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape');
      return dialog.count();
    })
    .toBe(0);
  await expect.poll(() => photo.evaluate((link) => link === document.activeElement)).toBe(true);
});

/** Targets of less than 24 by 24 CSS pixels that are neither in a sentence nor alone within 24 pixels. Runs in the page. */
function smallTargets(): string[] {
  const LEAST = 24;
  const targets = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]',
    ),
  ]
    .filter((target) => target.checkVisibility({ visibilityProperty: true }))
    .filter((target) => target.closest('[aria-hidden=true], .visually-hidden') === null)
    .map((target) => ({ target, box: target.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  const isSmall = (box: DOMRect) => box.width < LEAST - 0.5 || box.height < LEAST - 0.5;

  function isInSentence(target: HTMLElement): boolean {
    if (!getComputedStyle(target).display.startsWith('inline')) return false;
    const block = target.closest('p, li, dd, td, address, blockquote');
    const around = block?.textContent.replace(target.textContent, '').trim() ?? '';
    return around.length > 1;
  }
  /** The circle around a small one's middle, against another target, or the circle of another small one. */
  function isCrowded(box: DOMRect, other: DOMRect): boolean {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const [ax, ay] = isSmall(other)
      ? [other.x + other.width / 2, other.y + other.height / 2]
      : [
          Math.max(other.left, Math.min(x, other.right)),
          Math.max(other.top, Math.min(y, other.bottom)),
        ];
    return Math.hypot(ax - x, ay - y) < (isSmall(other) ? LEAST : LEAST / 2);
  }
  return targets
    .filter(({ target, box }) => isSmall(box) && !isInSentence(target))
    .filter(({ target, box }) =>
      targets.some(
        (other) =>
          other.target !== target && !other.target.contains(target) && isCrowded(box, other.box),
      ),
    )
    .map(
      ({ target, box }) =>
        `${Math.round(box.width)} by ${Math.round(box.height)}: ${target.outerHTML.slice(0, 120)}`,
    );
}

/** What has the focus without a mark, or wholly below something else, in the order of Tab and back. Runs in the page. */
function hiddenFocus(): string[] {
  const stops = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    ),
  ].filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility({ visibilityProperty: true }));
  const faults: string[] = [];
  for (const stop of [...stops, ...stops.toReversed()]) {
    stop.focus();
    if (document.activeElement !== stop) continue;
    const name = stop.outerHTML.slice(0, 120);
    const marks = [stop, ...stop.querySelectorAll('*'), stop.parentElement ?? stop].map((part) =>
      getComputedStyle(part),
    );
    const isMarked = marks.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px',
    );
    if (!isMarked) faults.push(`no mark: ${name}`);
    // A link of two lines is seen by either of them.
    const isSeen = [...stop.getClientRects()].some(({ left, right, top, bottom }) =>
      [left + 1, (left + right) / 2, right - 1].some((x) =>
        [top + 1, (top + bottom) / 2, bottom - 1].some((y) => {
          const found = document.elementFromPoint(x, y);
          return found !== null && (stop.contains(found) || found.contains(stop));
        }),
      ),
    );
    if (!isSeen) faults.push(`not seen: ${name}`);
  }
  return [...new Set(faults)];
}

test.each([
  { language: 'English', prefix: '', dark: false },
  { language: 'Hindi', prefix: '/hi', dark: true },
])(
  'R-259, 2.4.7, 2.4.11, 2.5.8: at 360 px each kind of page in $language has targets that are large or apart, and a focus that is marked and seen',
  async ({ prefix, dark }) => {
    // Scripts would open dialogs over the pages; they have scripts of their own above.
    const { page, close } = await browser.visit('about:blank', {
      ...PHONE,
      dark,
      javaScript: false,
    });
    const faults: string[] = [];
    for (const kind of KINDS) {
      const path = `${prefix}${kind}`;
      await page.goto(site.url + path);
      faults.push(...(await page.evaluate(smallTargets)).map((fault) => `${path}: ${fault}`));
      // From here on the focus is the keyboard's.
      await page.keyboard.press('Tab');
      faults.push(...(await page.evaluate(hiddenFocus)).map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
    await close();
  },
);
