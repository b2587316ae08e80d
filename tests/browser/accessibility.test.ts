import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { closePhoto, startIsland, untilModuleRan, untilPhotoOpen } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

/** What assistive technology and the keyboard get: trees of roles, names and states, the order of the focus, sizes. */

const PHONE = { width: 360, height: 640 };

const { browser, site } = siteInBrowser({ isSample: true, hasLists: true });

async function open(path: string, options = PHONE): Promise<Page> {
  const { page } = await browser.tab(site.url + path, options);
  return page;
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

/** Whether the text, the login and the shortcuts of an open menu's page are out of reach. */
const inertBehindMenu = (page: Page) =>
  page
    .locator('main, .login, .menu-ways')
    .evaluateAll((parts) => parts.map((part) => part.closest('[inert]') !== null));

/** Presses a key for as many times as a page has targets inside this part, and returns what else had the focus. */
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
  for (let step = 0; step < 4; step += 1) order.push(await press(page, 'Tab'));
  const { name, campuses } = site.content.site;
  const school = `link "${name} ${campuses.FARRUKHABAD.label}"`;
  expect(order).toEqual([school, 'button "Menu"', 'button "LOGIN"', 'link "Search"']);
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
  const entries = (await treeOf(menu)).filter((line) => /^(?:button|link)/.test(line));
  const { menu: written, campusApp, appStores } = site.content.site;
  const groups = written.filter(({ to }) => to === undefined);
  expect(entries.filter((line) => line.startsWith('button'))).toEqual(
    groups.map(({ label }) => `button "${label}"`),
  );
  const [, second] = groups;
  const first = second?.links?.find(({ campus }) => campus !== 'NEKPUR');
  expect(entries).toContain('link "हिन्दी":');
  expect(await press(page, 'Tab', 'Tab')).toBe(`button "${second?.label}"`);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('button "Back to menu"');
  expect(await inertBehindMenu(page)).toEqual([true, true, true]);
  expect(await press(page, 'Tab')).toBe(`link "${first?.label}"`);
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe(`button "${second?.label}"`);
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('button "Menu"');
  expect(await inertBehindMenu(page)).toEqual([false, false, false]);

  await tabTo(page, 'button "LOGIN"');
  await page.keyboard.press('Enter');
  const note = page.getByRole('dialog', { name: campusApp.label });
  expect((await treeOf(note)).filter((line) => /^(?:dialog|link)/.test(line))).toEqual([
    `dialog "${campusApp.label}":`,
    ...appStores.map(({ label }) => `link "${label}":`),
  ]);
  expect(await leftBy(page, '#login')).toEqual([]);
  await tabTo(page, 'button "Close"');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('button "LOGIN"');
  await note.waitFor({ state: 'hidden' });
});

test('2.1.1, 2.1.2, 2.2.2, 4.1.2: a dialog that comes by itself, slider and carousel are used by keys, and say where they are', async () => {
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
  const [, all] = /^1 of (\d+): ./.exec((await count.textContent()) ?? '') ?? [];
  await page.keyboard.press('Enter');
  await expect.poll(() => count.textContent()).toContain(`2 of ${all}: `);
  const title = await dialog.locator('.is-current h3').textContent();
  expect(await count.textContent()).toBe(`2 of ${all}: ${title}`);
  expect(await leftBy(page, 'dialog.popup')).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  const slider = page.getByRole('region', { name: 'Life on our campus' });
  const next = slider.getByRole('button', { name: 'Next slide' });
  await next.focus();
  expect(await press(page, 'Enter')).toBe('button "Next slide"');
  await expect.poll(() => slider.locator('.slider-count').textContent()).toBe('2 / 3');
  const spoken = await slider.locator('[aria-live=polite]').textContent();
  expect(spoken).toBe(`2 of 3: ${await slider.locator('.slide-title').nth(1).textContent()}`);
  expect(await press(page, 'Shift+Tab')).toBe('button "Previous slide"');
  await page.keyboard.press('Enter');
  await expect.poll(() => slider.locator('.slider-count').textContent()).toBe('1 / 3');

  const gallery = page.locator('[data-view="gallery"]');
  await gallery.scrollIntoViewIfNeeded();
  const place = gallery.getByRole('slider', { name: 'Slide of Photo Gallery' });
  await place.waitFor();
  const valueText = () => place.getAttribute('aria-valuetext');
  const [, last] = /^1 of (\d+)$/.exec((await valueText()) ?? '') ?? [];
  // A key that is pressed while the carousel takes its places may be lost, as a visitor's would be.
  await expect
    .poll(async () => {
      await place.focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      return valueText();
    })
    .toBe(`2 of ${last}`);
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return valueText();
    })
    .toBe(`${last} of ${last}`);
  expect(await gallery.locator('.carousel-place span').textContent()).toBe(`${last} / ${last}`);
  expect(await press(page, 'Tab')).toBe('button "Play photo gallery"');
  expect(await press(page, 'Enter')).toBe('button "Pause photo gallery"');
  expect(await press(page, 'Enter')).toBe('button "Play photo gallery"');
  expect((await treeOf(gallery)).filter((line) => /^(?:group|slider|button)/.test(line))).toEqual([
    'group "Photo Gallery":',
    expect.stringMatching(/^slider "Slide of Photo Gallery"/),
    'button "Play photo gallery"',
  ]);
});

/** Label, description and whether it is wrong, of each field. */
function fieldsOf(page: Page, form: string) {
  return page.locator(`${form} .form-fields :is(input, select, textarea)`).evaluateAll((fields) =>
    fields.map((field) => [
      (field as HTMLInputElement).labels?.[0]?.textContent,
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ')
        .replaceAll(/\s+/g, ' '),
      field.ariaInvalid,
    ]),
  );
}

test('R-200, R-206, R-259, 3.3.1, 3.3.2, 4.1.3: a form is filled in and sent by keys, and each wrong field shows its error', async () => {
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
  const summary = page.locator('.form-summary');
  await summary.waitFor();
  expect((await treeOf(summary)).filter((line) => /^(?:paragraph|link)/.test(line))).toEqual([
    'paragraph: "Please check these 6 fields:"',
    'link "Name":',
    ...order.slice(0, 5).map((field) => field.replace(/^\w+ (.+)/, 'link $1:')),
  ]);
  await expect.poll(() => focused(page)).toBe('group "Please check these 6 fields:"');
  // What has the focus is read; an alert would be read too.
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await fieldsOf(page, form)).toEqual([
    ['Name', 'Name is required.', 'true'],
    ['Teaching subject', 'Teaching Subject is required.', 'true'],
    ['Contact number', '10 digits Contact Number is required.', 'true'],
    ['Post applied for', 'Post Applied is required.', 'true'],
    ['Total experience', 'Total Exp is required.', 'true'],
    ['CV', 'One PDF file without a password, up to 5 MB Please upload CV ( PDF).', 'true'],
  ]);
  await press(page, 'Tab', 'Enter');
  await expect.poll(() => focused(page)).toBe('textbox "Name" [invalid]');
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
  await photo.focus();
  // Before its script has come the link leads to the picture itself.
  await untilModuleRan(page, 'lightbox');
  await photo.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.locator('img:not(.pswp__img--placeholder)').first().waitFor();
  await untilPhotoOpen(page);
  expect(await dialog.getAttribute('aria-modal')).toBe('true');
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
  await closePhoto(page);
  await expect.poll(() => photo.evaluate((link) => link === document.activeElement)).toBe(true);
});
