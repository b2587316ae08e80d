import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { holdRequest } from '../support/moments.ts';
import {
  ADMISSION,
  attach,
  attachFromDisk,
  CAREER,
  ENQUIRY,
  fieldErrors,
  fill,
  MISSING,
  expectSent,
  status,
  submit,
  SUCCESS,
} from '../support/form-page.ts';
import { FORM, formsInBrowser } from '../support/forms-in-browser.ts';
import { pdfBytes } from '../support/pdf.ts';

const { site, open } = formsInBrowser();
const PICTURE = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(9_000, 7)]);

beforeEach(() => {
  site.provider.files = { 'certificates/one.jpg': PICTURE };
});

/** The different values of the form's fields, the hidden ones included. */
const values = async (page: Page) => {
  const fields = page.locator(`${FORM} :is(input, select, textarea)`);
  return new Set(
    await fields.evaluateAll((all) => all.map((field) => ('value' in field ? field.value : ''))),
  );
};

/** The last submission of a kind that reached the provider; those that an earlier test left waiting may come too. */
const arrived = (end: string) => site.provider.received.findLast(({ url }) => url.endsWith(end));
const fieldsOf = (end: string) => () => arrived(end)?.fields;

const alertOf = (page: Page) => page.locator(`${FORM} [role=alert]`).textContent();

test('R-176 to R-178, R-193 to R-198: Get In Touch begins empty, names missing and wrong fields and sends nothing', async () => {
  const { page, posts } = await open('/Home');
  expect(await values(page)).toEqual(new Set(['NEKPUR', '']));
  await submit(page);
  await expect.poll(() => fieldErrors(page)).toEqual(MISSING);
  const summary = await page.locator('.form-summary').elementHandle();
  await submit(page);
  // Another one, which is read out again.
  await expect.poll(() => summary.evaluate((node) => node.isConnected)).toBe(false);
  const name = page.locator('form.form [name=name]');
  await name.pressSequentially('A');
  await expect.poll(() => fieldErrors(page)).toEqual(MISSING.slice(1));
  await expect.poll(() => name.getAttribute('aria-invalid')).toBeNull();

  await fill(page, { ...ENQUIRY, email: 'a@b', phone: '12345abcde' });
  await submit(page);
  await expect
    .poll(() => fieldErrors(page))
    .toEqual(['Email is invalid', 'Phone number must be 10 digits']);
  expect(posts).toEqual([]);
  await fill(page, { email: 'a@b.co', phone: '' });
  await page.locator('[name=phone]').pressSequentially('+91 (0) 98765 – 43210');
  const { release } = await holdRequest(page, '**/Home');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await submit(page);
  expect((await sent).postData()).toContain('phone=9876543210&');
  expect(await page.locator('form.form progress').count()).toBe(0);
  await release();
  await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
  await expect
    .poll(fieldsOf('Get%20In%20Touch'))
    .toEqual({ ...ENQUIRY, email: 'a@b.co', school: 'NEKPUR' });
});

test.each([
  ['/Admission', ADMISSION, 'end'],
  ['/Career', CAREER, 'start'],
] as const)('R-179: the success of %s is in view and focused', async (path, fields, edge) => {
  const { page } = await open(path);
  await page.setViewportSize({ width: 360, height: 780 });
  await fill(page, fields);
  if (path === '/Career') await attach(page, pdfBytes(20_000));
  const button = page.locator('form.form button[type=submit]');
  await button.evaluate((element: HTMLElement, block) => {
    element.scrollIntoView({ block });
    element.focus({ preventScroll: true });
  }, edge);
  await page.keyboard.press('Enter');
  await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('form-status');
  const box = await status(page).boundingBox();
  expect(box?.y).toBeGreaterThan(64);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(780);
});

test('R-179 to R-181, R-244: a rejection or a filled trap keeps the values; success is green and empties all but the campus', async () => {
  await site.provider.fail('forms', { status: 400 });
  const { page, errors, dialogs } = await open('/nekhpur/Contact');
  await fill(page, { ...ENQUIRY, message: 'First' });
  const response = page.waitForResponse((each) => each.request().method() === 'POST');
  await submit(page);
  expect((await response).status()).toBe(502);
  await expect.poll(() => page.locator('form.form').getAttribute('aria-busy')).toBe('false');
  expect(await status(page).textContent()).toBe('');
  expect(await page.locator('form.form [role=alert]').count()).toBe(0);
  expect(dialogs).toEqual([]);
  expect(await page.locator('[name=message]').inputValue()).toBe('First');
  // The browser logs the status itself.
  expect(errors.splice(0)).toEqual([expect.stringContaining('502')]);

  await site.provider.heal();
  await expectSent(page);
  expect(await page.locator('.form-reference').textContent()).toMatch(/GIS(?:-[0-9A-Z]{4}){2}/);
  const colour = await status(page).evaluate((node) => getComputedStyle(node).color);
  const ink = (colour.match(/[\d.]+/g) ?? []).map(Number);
  expect(Math.max(...ink)).toBe(ink[1]);
  await expect.poll(() => values(page)).toEqual(new Set(['']));
  expect(await page.locator('input[name=school]').inputValue()).toBe('');

  // A password manager fills in the hidden field.
  await fill(page, { ...ENQUIRY, message: 'Second' });
  await page.locator(`${FORM} [name=website]`).evaluate((trap) => {
    if (trap instanceof HTMLInputElement) trap.value = 'https://example.org';
  });
  await submit(page);
  await expect.poll(() => alertOf(page)).toMatch(/Please send the form again\.$/);
  expect(await status(page).textContent()).toBe('');
  await expectSent(page);
  await expect
    .poll(fieldsOf('Get%20In%20Touch'))
    .toMatchObject({ message: 'Second', school: 'NEKPUR' });
});

test('R-208 W2: what is no PDF or too large is named before it is sent; a PDF is sent as ".pdf"; an encrypted one has a note', async () => {
  const { page, posts } = await open('/Career');
  await fill(page, CAREER);
  const files: [string, Buffer, string][] = [
    ['cv.docx', Buffer.from('PK\u0003\u0004'), 'Invalid file type. Only PDF are allowed.'],
    ['cv.pdf', Buffer.from('MZ program'), 'Invalid file type. Only PDF are allowed.'],
    [
      'large.pdf',
      pdfBytes(5 * 1024 * 1024 + 1),
      'This file is 5.1 MB. The limit is 5 MB. Please choose a smaller one.',
    ],
  ];
  for (const [name, bytes, message] of files) {
    // What is no PDF says that it is one.
    await (name === 'large.pdf' ? attachFromDisk : attach)(page, bytes, name);
    await expect.poll(() => fieldErrors(page)).toEqual([message]);
    await expect.poll(() => page.locator('.form-summary').count()).toBe(0);
    await submit(page);
    await expect.poll(() => page.locator('.form-summary').count()).toBe(1);
    await expect.poll(() => fieldErrors(page)).toEqual([message]);
  }
  await attach(page, pdfBytes(900));
  await expect.poll(() => fieldErrors(page)).toEqual([]);
  await expect.poll(() => page.locator('.form-summary').count()).toBe(0);
  expect(posts).toEqual([]);

  const hint = () => page.locator('[id$="-attachments-hint"]').textContent();
  const encrypted = Buffer.concat([
    pdfBytes(900),
    Buffer.from('trailer << /Encrypt 5 0 R >> %%EOF'),
  ]);
  await attach(page, encrypted, 'Resume.pdf (1)');
  await expect.poll(hint).toMatch(/^This PDF is protected\./);
  await attach(page, pdfBytes(900));
  await expect.poll(hint).toBe('One PDF file without a password, up to 5 MB');
  await attach(page, encrypted, 'document:1000009234');
  await expectSent(page);
  await expect.poll(() => arrived('Career')?.files[0]?.name).toBe('document1000009234.pdf');
  expect(await hint()).toBe('One PDF file without a password, up to 5 MB');
});

/** Fills an admission form in, leaves it and goes back to it. Returns what reads its values. */
async function fillAndReturn(page: Page): Promise<() => Promise<string[]>> {
  await fill(page, ADMISSION);
  await page.goto(`${site.url}/robots.txt`);
  await page.goBack({ waitUntil: 'commit' });
  return () =>
    Promise.all(
      Object.keys(ADMISSION).map((name) => page.locator(`${FORM} [name=${name}]`).inputValue()),
    );
}

test('without JavaScript what was typed and not sent is there again after "back"', async () => {
  const { page } = await open('/Admission', { javaScript: false });
  await expect.poll(await fillAndReturn(page)).toEqual(Object.values(ADMISSION));
});

test.each(['', '/hi'])(
  'what was typed is there again after "back"; once sent it can be printed alone, with labels, %s',
  async (language) => {
    const { page } = await open(`${language}/nekhpur/Admission`);
    await expect.poll(await fillAndReturn(page)).toEqual(Object.values(ADMISSION));
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await submit(page);
    await page.locator('.form-success:not(:empty) ~ p button').click();
    await page.locator('html[data-printed].prints-copy').waitFor();
    for (const copy of await page.locator('.form-copy').all())
      expect(await copy.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    const facts = (await page.locator('body > .form-copy').innerText()).split(/\n+/);
    expect(facts[1]).toMatch(/^GIS(?:-[0-9A-Z]{4}){2}$/);
    expect(facts[3]).toContain(String(new Date().getFullYear()));
    const [campus, ...printed] = facts.slice(4).filter((_fact, at) => at % 2 === 1);
    expect(campus).toBe(language === '' ? 'Nekpur' : 'नेकपुर');
    expect(printed.slice(0, 5)).toEqual(['Ravi', 'Mohan', '12345', 'City School', '678']);
    expect(await page.locator('h1').isVisible()).toBe(false);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await page.locator('html.prints-copy, body > .form-copy').count()).toBe(0);
    await page.reload();
    expect(await page.locator('.form-copy').count()).toBe(0);
  },
);

test('R-262 R-170: a CV arrives unchanged with its Hindi name, with progress, once for two clicks, and empties the form', async () => {
  const { page, context, posts } = await open('/nekhpur/Career');
  const bytes = pdfBytes(3_000_000);
  await fill(page, CAREER);
  await attachFromDisk(page, bytes, 'मेरा बायोडाटा.pdf');
  const session = await context.newCDPSession(page);
  const throughput = { downloadThroughput: -1, uploadThroughput: bytes.length };
  const slow = { offline: false, latency: 0, ...throughput };
  await session.send('Network.emulateNetworkConditions', slow);
  const shares = await page.evaluateHandle(() => {
    const seen: number[] = [];
    new MutationObserver(() => {
      const progress = document.querySelector<HTMLProgressElement>('form.form progress');
      if (progress !== null) seen.push(Number.parseInt(progress.textContent, 10));
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    return seen;
  });
  const button = page.locator('form.form button[type=submit]');
  await button.dblclick();
  await page.getByRole('progressbar', { name: 'Upload' }).waitFor();
  expect(await button.textContent()).toBe('Sending…');
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
  expect(await button.textContent()).toBe('Send application');
  expect(posts).toHaveLength(1);
  const percents = await shares.jsonValue();
  expect(percents.some((percent) => percent > 0 && percent < 100)).toBe(true);
  expect(percents).toEqual(percents.filter((percent) => percent <= 100).toSorted((a, b) => a - b));
  await expect.poll(() => arrived('Career')?.files[0]?.name).toBe('मेरा बायोडाटा.pdf');
  expect(arrived('Career')?.files[0]?.bytes.equals(bytes)).toBe(true);
  await expect.poll(() => values(page)).toEqual(new Set(['']));
});

test('R-170 R-199 R-204 R-262: without JavaScript the form shows errors, keeps values, hides the field for robots and sends', async () => {
  const { page } = await open('/Career', { javaScript: false });
  const trap = page.locator('form.form [name=website]').locator('..');
  expect(await trap.boundingBox()).toMatchObject({ width: 1, height: 1 });
  await fill(page, { ...CAREER, subject: '', phone: '' });
  await page.locator('[name=phone]').pressSequentially('+91 98765 43210');
  await submit(page);
  await expect
    .poll(() => fieldErrors(page))
    .toEqual(['Teaching Subject is required.', 'Please upload CV (  PDF).']);
  expect(await page.locator('.field-error').last().innerText()).toBe('Please upload CV (  PDF).');
  expect(await page.locator('[name=name]').inputValue()).toBe('Meera');
  await fill(page, { subject: 'Maths' });
  const bytes = pdfBytes(40_000);
  await attach(page, bytes);
  await expectSent(page);
  expect(page.url()).toMatch(/\/Career\?sent=GIS-[\w-]+#form-status$/);
  await expect
    .poll(fieldsOf('Career'))
    .toEqual({ ...CAREER, subject: 'Maths', school: 'FARRUKHABAD' });
  expect(arrived('Career')?.files[0]?.bytes.equals(bytes)).toBe(true);
});

test('R-190 to R-192, R-217 to R-218, R-241 to R-242: a look-up has a message for each failure, else tc.jpg as provided', async () => {
  const { page, posts, dialogs } = await open('/nekhpur/Tc');
  await fill(page, { name: 'y' });
  await submit(page);
  await expect.poll(() => alertOf(page)).toBe('Please fill in all fields');
  const wrong = page.locator(`${FORM} [aria-invalid]`);
  expect(await wrong.getAttribute('name')).toBe('admission');
  expect(await wrong.getAttribute('aria-describedby')).toMatch(/-error$/);
  expect(posts).toEqual([]);
  await fill(page, { admission: 'x' });
  await expect.poll(() => page.locator('form.form [role=alert]').count()).toBe(0);

  site.provider.certificate = { data: '' };
  const { release } = await holdRequest(page, '**/nekhpur/Tc');
  await submit(page);
  await page.locator('form.form[aria-busy=true]').getByText('Looking…').waitFor();
  await release();
  await expect
    .poll(() => alertOf(page))
    .toBe('Failed to process your request. Please try again later.');
  expect(dialogs).toEqual([]);

  site.provider.certificate = { data: 'certificates/one.jpg' };
  await site.provider.fail('/api/image/certificates/one.jpg', { status: 500 });
  await submit(page);
  await expect.poll(() => alertOf(page)).toBe('Failed to download data.');
  await expect.poll(() => dialogs).toEqual(['Failed to download data.']);

  // A link that has expired.
  await page.route(/\/tc-image/, (route) => route.fulfill({ status: 403 }), { times: 1 });
  await submit(page);
  await expect.poll(() => dialogs).toHaveLength(2);

  await site.provider.heal();
  const [download] = await Promise.all([page.waitForEvent('download'), submit(page)]);
  expect(download.suggestedFilename()).toBe('tc.jpg');
  expect((await buffer(await download.createReadStream())).equals(PICTURE)).toBe(true);
  await expect
    .poll(() => status(page).textContent())
    .toBe('The certificate was downloaded as tc.jpg.');
  await expect.poll(fieldsOf('GISNUP')).toEqual({ admission: 'x', name: 'y' });
  // Browsers inside other apps refuse the download, and tell nobody.
  const link = page.getByRole('link', { name: 'Download the certificate' });
  const [again] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(again.suggestedFilename()).toBe('tc.jpg');

  site.provider.files = { 'certificates/one.jpg': pdfBytes(2_000) };
  await fill(page, { admission: 'x', name: 'y' });
  const [pdf] = await Promise.all([page.waitForEvent('download'), submit(page)]);
  expect(pdf.suggestedFilename()).toBe('tc.pdf');
  await expect
    .poll(() => status(page).textContent())
    .toBe('The certificate was downloaded as tc.pdf.');
});
