import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { isHydrated, startIsland } from '../support/browser.ts';
import { holdRequest } from '../support/moments.ts';
import {
  ADMISSION,
  attach,
  CAREER,
  ENQUIRY,
  fieldErrors,
  fill,
  MISSING,
  expectSent,
  submit,
} from '../support/form-page.ts';
import { FORM, formsInBrowser } from '../support/forms-in-browser.ts';
import { pdfBytes } from '../support/pdf.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NUMBER = '9876543210';

const { site, open } = formsInBrowser();
const sentFields = () => site.provider.received.at(-1)?.fields;

/**
 * The modules of the islands come when `release` is called. Until then the page's clock stands, as a submit
 * waits for them ten seconds only.
 */
function holdIslands(respond?: (route: Route) => Promise<void>) {
  let arrive = async () => {};
  return {
    release: async (page: Page) => {
      await page.clock.resume();
      await arrive();
    },
    prepare: async (page: Page) => {
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
      ({ release: arrive } = await holdRequest(page, '**/island_*.js', respond));
    },
  };
}

const phoneOf = (page: Page) => page.locator(`${FORM} [name=phone]`);
const hintOf = (page: Page, name: string) => page.locator(`[id$="-${name}-hint"]`).textContent();
const isLimited = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[name=phone]')?.hasAttribute('maxlength'));

/** Copies a text as a visitor does, and pastes it over what the field holds. */
async function paste(page: Page, name: string, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.locator(`${FORM} [name=${name}]`).selectText();
  await page.keyboard.press('ControlOrMeta+V');
}

const WRITTEN = (
  '98765 43210|+91 98765 43210|+91-98765-43210|0091 98765.43210|09876543210|' +
  '(+91) 98765 43210|98765\u00a043210|९८७६५ ४३२१०'
).split('|');

describe('a telephone field', () => {
  test('R-204: a number typed, pasted or composed in any way, as on phones, stands there as its ten digits', async () => {
    const { page } = await open('/Career');
    const phone = phoneOf(page);
    await expect.poll(() => phone.getAttribute('maxlength')).toBe('10');
    for (const text of WRITTEN) {
      await phone.selectText();
      await phone.pressSequentially(text);
      await expect.poll(() => phone.inputValue(), { message: `typed ${text}` }).toBe(NUMBER);
      await phone.fill('');
      await paste(page, 'phone', text);
      await expect.poll(() => phone.inputValue(), { message: `pasted ${text}` }).toBe(NUMBER);
      await phone.fill('1');
      await phone.fill(text);
      await expect.poll(() => phone.inputValue(), { message: `filled ${text}` }).toBe(NUMBER);
      await expect.poll(() => phone.getAttribute('maxlength')).toBe('10');
    }
    // As keyboards of phones do.
    await phone.fill('');
    const session = await page.context().newCDPSession(page);
    const text = '+91 98765 43210';
    for (let end = 1; end <= text.length; end += 1)
      await session.send('Input.imeSetComposition', {
        text: text.slice(0, end),
        selectionStart: end,
        selectionEnd: end,
      });
    await session.send('Input.insertText', { text });
    await expect.poll(() => phone.inputValue()).toBe(NUMBER);
    await expect.poll(() => phone.getAttribute('maxlength')).toBe('10');
  });

  test('R-204 R-215 R-216: of more than ten digits ten stay, a text without digits stays, and the hint shows what is wrong', async () => {
    const { page } = await open('/Admission');
    const phone = phoneOf(page);
    await expect.poll(() => hintOf(page, 'phone')).toBe('10 digits');
    expect(await page.locator('[id$="-phone-hint"]').getAttribute('aria-live')).toBe('polite');
    for (const field of [phone, page.locator('[name=phone1]')])
      await expect.poll(() => field.getAttribute('maxlength')).toBe('10');
    await phone.pressSequentially('123456789012');
    await expect.poll(() => phone.inputValue()).toBe('1234567890');
    await expect.poll(() => hintOf(page, 'phone')).toBe('Enter 10 digits, without +91 or 0.');
    await page.keyboard.press('Backspace');
    await expect
      .poll(async () => [await phone.inputValue(), await hintOf(page, 'phone')])
      .toEqual(['123456789', '10 digits']);
    // A digit too many in the middle is the one that goes.
    await page.keyboard.press('0');
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('7');
    await expect.poll(() => phone.inputValue()).toBe('1234567890');
    // The caret stays where a digit in the middle was typed.
    await phone.fill('98765 4321');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('0');
    await expect.poll(() => phone.inputValue()).toBe('9876504321');
    await page.keyboard.press('Backspace');
    await expect.poll(() => phone.inputValue()).toBe('987654321');
    await paste(page, 'phone', '987654321012');
    await expect.poll(() => phone.inputValue()).toBe('9876543210');
    await page.keyboard.press('Tab');
    await expect.poll(() => hintOf(page, 'phone')).toBe('Enter 10 digits, without +91 or 0.');

    await fill(page, { ...ADMISSION, phone: '', phone1: '' });
    await phone.pressSequentially('12345');
    await expect.poll(() => hintOf(page, 'phone')).toBe('10 digits');
    await page.keyboard.press('Tab');
    await expect.poll(() => hintOf(page, 'phone')).toBe('Not 10 digits. Please check the number.');
    const foreign = '+44 20 7946 0958, after six';
    await paste(page, 'phone1', foreign);
    await expect.poll(() => page.locator('[name=phone1]').inputValue()).toBe(foreign);
    await expectSent(page);
    await expect.poll(sentFields).toMatchObject({ phone: '12345', phone1: foreign });
    await expect
      .poll(async () => [await hintOf(page, 'phone'), await hintOf(page, 'phone1')])
      .toEqual(['10 digits', '10 digits']);
  });

  test('a number that is pasted before the island runs arrives complete', async () => {
    const { prepare, release } = holdIslands();
    const { page } = await open('/Admission', { prepare });
    await isLimited(page);
    await fill(page, { ...ADMISSION, phone: '', phone1: '' });
    await paste(page, 'phone', '+91 98765 43210');
    await page.locator('[name=phone1]').pressSequentially('123456789012');
    await expect.poll(() => hintOf(page, 'phone1')).toBe('Enter 10 digits, without +91 or 0.');
    await release(page);
    await page.waitForFunction(isHydrated, FORM);
    await expect.poll(() => phoneOf(page).inputValue()).toBe(NUMBER);
    await expectSent(page);
    await expect.poll(sentFields).toMatchObject({ phone: NUMBER, phone1: '1234567890' });
  });
});

test('a CV that Android does not hand over a second time arrives', async () => {
  const { page } = await open('/Career');
  const path = join(temporaryFolder(), 'cv.pdf');
  const bytes = pdfBytes(40_000);
  writeFileSync(path, bytes);
  // A file of cloud storage: it is another one when it is sent.
  await page.exposeFunction('changeFile', () => utimesSync(path, 0, 0));
  await page.evaluate(() => {
    // oxlint-disable-next-line typescript/unbound-method -- It is called with `this`.
    const { send } = XMLHttpRequest.prototype;
    const { changeFile } = window as unknown as { changeFile: () => Promise<void> };
    XMLHttpRequest.prototype.send = function (body) {
      void changeFile().then(() => Reflect.apply(send, this, [body]));
    };
  });
  await fill(page, CAREER);
  await page.setInputFiles('input[type=file]', path);
  await expectSent(page);
  expect(site.provider.received[0]?.files[0]?.bytes.equals(bytes)).toBe(true);
});

test('a CV that is sent again after a lost response is the same submission', async () => {
  const { page } = await open('/Career');
  // Otherwise the form would wait on the device, under its key.
  await page.evaluate(() => Reflect.set(IDBFactory.prototype, 'open', null));
  const keys: (string | undefined)[] = [];
  await page.route('**/Career', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await (keys.length === 1 ? route.abort() : route.continue());
  });
  await fill(page, CAREER);
  await attach(page, pdfBytes(20_000));
  await submit(page);
  await expect.poll(() => keys.length).toBe(1);
  await page.locator(`${FORM}[aria-busy=false]`).waitFor();
  await expectSent(page);
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

test('a message counts its characters, a long paste shows the limit, and a shorter text is sent', async () => {
  const { prepare, release } = holdIslands();
  const { page, posts } = await open('/nekhpur/Contact', { prepare });
  await page.locator('[name=message]').fill(' Hello ');
  expect(await hintOf(page, 'message')).toBe('Up to 5,000 characters');
  await release(page);
  await startIsland(page, FORM);
  await expect.poll(() => hintOf(page, 'message')).toBe('5 of 5,000 characters');
  await fill(page, { ...ENQUIRY, message: 'नमस्ते' });
  await expect.poll(() => hintOf(page, 'message')).toBe('6 of 5,000 characters');
  await paste(page, 'message', 'x'.repeat(5_003));
  const tooLong = 'Please use at most 5,000 characters.';
  await expect.poll(() => fieldErrors(page)).toEqual([tooLong]);
  await expect
    .poll(async () => (await page.locator('[name=message]').inputValue()).length)
    .toBe(5_003);
  await submit(page);
  await expect.poll(() => fieldErrors(page)).toEqual([tooLong]);
  expect(await page.locator('.form-summary').innerText()).toMatch(/^Please check this field:/);
  expect(posts).toEqual([]);
  for (let key = 0; key < 3; key += 1) await page.locator('[name=message]').press('Backspace');
  await expect.poll(() => fieldErrors(page)).toEqual([]);
  await expectSent(page);
  await expect.poll(() => sentFields()?.['message']?.length).toBe(5_000);
  await expect.poll(() => hintOf(page, 'message')).toBe('Up to 5,000 characters');
});

test('a form that was sent without the island takes no focus when the island runs', async () => {
  const { prepare, release } = holdIslands();
  const { page } = await open('/nekhpur/Contact?sent=GIS-2345-6789', { prepare });
  await page.locator('[name=message]').fill('Hello');
  await release(page);
  await expect.poll(() => hintOf(page, 'message')).toBe('5 of 5,000 characters');
  expect(await page.locator('[name=message]:focus').count()).toBe(1);
});

describe('a submit before the island runs', () => {
  test('R-177 R-178: the first click waits, is checked and sends nothing; a key clears its error', async () => {
    const { prepare, release } = holdIslands();
    const { page, posts } = await open('/nekhpur/Contact', { prepare });
    await submit(page);
    await submit(page);
    expect(await page.locator(FORM).getAttribute('aria-busy')).toBe('true');
    await release(page);
    await expect.poll(() => fieldErrors(page)).toEqual(MISSING);
    expect(await page.locator(FORM).getAttribute('aria-busy')).toBe('false');
    await page.locator('[name=name]').press('A');
    await expect.poll(() => fieldErrors(page)).toHaveLength(3);
    expect(posts).toEqual([]);
    expect(page.url()).toBe(`${site.url}/nekhpur/Contact`);
  });

  test('a file that was chosen before is judged', async () => {
    const { prepare, release } = holdIslands();
    const { page } = await open('/Career', { prepare });
    await page.setInputFiles('input[type=file]', {
      name: 'cv.docx',
      mimeType: 'application/msword',
      buffer: Buffer.from('PK'),
    });
    await release(page);
    await startIsland(page, FORM);
    await expect
      .poll(() => fieldErrors(page))
      .toEqual(['Invalid file type. Only PDF are allowed.']);
    await expect.poll(() => page.locator('.field-error[role=alert]').count()).toBe(1);
  });

  const abort = (route: Route) => route.abort();
  test.each<[what: string, later: 'at once' | 'fails' | 'is late']>([
    ['is not available', 'at once'],
    ['fails while a submit waits', 'fails'],
    ['does not come in the ten seconds of a submit', 'is late'],
  ])('if the island %s, the browser posts the form', async (_what, later) => {
    const held = holdIslands(later === 'is late' ? undefined : abort);
    const atOnce = (page: Page) => page.route('**/island_*.js', abort);
    const { page } = await open('/nekhpur/Contact', {
      prepare: later === 'at once' ? atOnce : held.prepare,
    });
    await fill(page, { ...ENQUIRY, name: '' });
    const posted = page.waitForURL('**/Contact#touch-form');
    await submit(page);
    if (later !== 'at once')
      await page.waitForFunction(() => document.querySelector('form[aria-busy=true]') !== null);
    if (later === 'fails') await held.release(page);
    if (later === 'is late') await page.clock.fastForward(10_001);
    await posted;
    await expect.poll(() => fieldErrors(page)).toEqual(['Name is required.']);
    expect(await page.locator('[name=message]').inputValue()).toBe('Hello');
  });
});

describe('the summary of errors', () => {
  const covered = (page: Page) =>
    page.evaluate(() => {
      const summary = document.querySelector('.form-summary')?.getBoundingClientRect();
      const bar = document.querySelector('header')?.getBoundingClientRect();
      // With its error.
      const field = document.querySelector('.field-wrong')?.getBoundingClientRect();
      if (summary === undefined || bar === undefined || field === undefined) return 'missing';
      if (summary.top < bar.bottom) return 'the summary is under the bar';
      return field.bottom > innerHeight ? 'the field is below the screen' : 'in sight';
    });

  test.each([
    ['/Home', 360, 740],
    ['/Admission', 360, 740],
    ['/Admission', 1280, 500],
    ['/nekhpur/Career', 360, 740],
  ])(
    'on %s at %i by %i px it stands below the bar, with the first field',
    async (path, width, height) => {
      const { page } = await open(path);
      await page.setViewportSize({ width, height });
      await submit(page);
      await expect.poll(() => fieldErrors(page)).not.toEqual([]);
      await expect.poll(() => covered(page)).toBe('in sight');
      await page.locator('.form-summary:focus').waitFor();
    },
  );

  test('without JavaScript the response shows it, at an address with one fragment', async () => {
    const { page } = await open('/Home', { javaScript: false, width: 360, height: 740 });
    await Promise.all([page.waitForURL(`${site.url}/Home#touch-form`), submit(page)]);
    const bar = await page.locator('header').first().boundingBox();
    const summary = await page.locator('.form-summary').boundingBox();
    expect(summary?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
  });
});
