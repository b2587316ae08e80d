import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, startIsland, type TestBrowser, type Visit } from '../support/browser.ts';
import {
  ADMISSION,
  CAREER,
  ENQUIRY,
  errors,
  fill,
  status,
  submit,
  SUCCESS,
} from '../support/form-page.ts';
import { pdfBytes } from '../support/pdf.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { answerWith, type Fault } from '../support/providers/faults.ts';
import { startTestProvider, type TestProvider } from '../support/providers/test-provider.ts';

let provider: TestProvider;
let site: TestSite;
let browser: TestBrowser;
const visits: Visit[] = [];
const PICTURE = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(9_000, 7)]);

beforeAll(async () => {
  provider = await startTestProvider({ has: 'nothing' });
  site = await startSite({ provider });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

beforeEach(async () => {
  provider.received.length = 0;
  await provider.heal();
  provider.files = { 'certificates/one.jpg': PICTURE };
  provider.certificate = { data: 'certificates/one.jpg' };
});

afterEach(async () => {
  for (const visit of visits.splice(0)) await visit.close();
});

type Opened = Visit & { posts: string[]; dialogs: string[] };

/** A visitor at a page whose form is live. */
async function open(path: string, options: { javaScript?: boolean } = {}): Promise<Opened> {
  const visit = await browser.visit('about:blank', options);
  visits.push(visit);
  const posts: string[] = [];
  const dialogs: string[] = [];
  visit.page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  visit.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await visit.page.goto(`${site.url}${path}`);
  if (options.javaScript !== false) await startIsland(visit.page, 'form.form');
  return { ...visit, posts, dialogs };
}

const values = (page: Page) =>
  page
    .locator('form.form')
    .evaluate((form) =>
      form instanceof HTMLFormElement
        ? [...form.elements].flatMap((field) =>
            'value' in field &&
            !(field instanceof HTMLButtonElement) &&
            !(field instanceof HTMLOutputElement)
              ? [field.value]
              : [],
          )
        : [],
    );

/** The last submission of a kind that reached the provider; those that an earlier test left waiting may come too. */
const arrived = (end: string) => provider.received.findLast(({ url }) => url.endsWith(end));

describe('Get In Touch', () => {
  test('R-176 R-177 R-178 R-193 R-194 R-196 R-198: empty at first; an empty submit shows the messages and sends nothing; an edit clears only its own', async () => {
    const { page, posts, faults } = await open('/HomeFr');
    expect((await values(page)).filter((value) => value !== 'FARRUKHABAD')).toEqual([
      '',
      '',
      '',
      '',
      '',
    ]);
    await submit(page);
    await expect
      .poll(() => errors(page))
      .toEqual([
        'Name is required.',
        'Email is required',
        'Phone number is required',
        'Message is required.',
      ]);
    expect(posts).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('name');
    const name = page.locator('form.form [name=name]');
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    const described = await name.getAttribute('aria-describedby');
    expect(await page.locator(`#${described}`).textContent()).toBe('Name is required.');
    expect(await page.locator('.form-summary a').allTextContents()).toEqual([
      'Name',
      'Email',
      'Phone',
      'Message',
    ]);
    await name.pressSequentially('A');
    await expect
      .poll(() => errors(page))
      .toEqual(['Email is required', 'Phone number is required', 'Message is required.']);
    await expect.poll(() => name.getAttribute('aria-invalid')).toBeNull();
    expect(faults).toEqual([]);
  });

  test('R-195 R-197: addresses and numbers that are none are named, right ones are sent', async () => {
    const { page, posts } = await open('/Home');
    await fill(page, ENQUIRY);
    for (const email of ['abc', 'a@b']) {
      await fill(page, { email });
      await submit(page);
      await expect.poll(() => errors(page), { message: email }).toEqual(['Email is invalid']);
    }
    await fill(page, { email: 'a@b.co' });
    for (const phone of ['12345', '12345678901', '12345abcde']) {
      await fill(page, { phone });
      await submit(page);
      await expect
        .poll(() => errors(page), { message: phone })
        .toEqual(['Phone number must be 10 digits']);
    }
    expect(posts).toEqual([]);
    await fill(page, { phone: '9876543210' });
    await submit(page);
    await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
    await expect
      .poll(() => arrived('Get%20In%20Touch')?.fields)
      .toEqual({
        ...ENQUIRY,
        email: 'a@b.co',
        school: 'NEKPUR',
      });
  });

  test.each([
    { path: '/Admission', values: ADMISSION, edge: 'top' },
    { path: '/Admission', values: ADMISSION, edge: 'bottom' },
    { path: '/Career', values: CAREER, edge: 'top' },
    { path: '/Career', values: CAREER, edge: 'bottom' },
  ])(
    'R-179: on a phone the success of $path is in view and focused, with the button at the $edge edge',
    async ({ path, values: fields, edge }) => {
      const { page } = await open(path);
      await page.setViewportSize({ width: 360, height: 780 });
      await fill(page, fields);
      if (path === '/Career')
        await page.setInputFiles('input[type=file]', {
          name: 'cv.pdf',
          mimeType: 'application/pdf',
          buffer: pdfBytes(20_000),
        });
      const button = page.locator('form.form button[type=submit]');
      await button.evaluate((element, isTop) => {
        element.scrollIntoView({ block: isTop ? 'start' : 'end' });
        if (element instanceof HTMLElement) element.focus({ preventScroll: true });
      }, edge === 'top');
      await page.keyboard.press('Enter');
      await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('form-status');
      const box = await status(page).boundingBox();
      expect(box?.y).toBeGreaterThan(64);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(780);
    },
  );

  test('R-179 R-180: success is green and says so, empties the form with its school, and the next one still carries the campus', async () => {
    const { page, faults } = await open('/Home');
    await fill(page, { ...ENQUIRY, message: 'First' });
    await submit(page);
    await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
    expect(await page.locator('.form-reference').textContent()).toMatch(
      /GIS-[0-9A-Z]{4}-[0-9A-Z]{4}/,
    );
    const colours = await status(page).evaluate((node) => [
      getComputedStyle(node).color,
      getComputedStyle(node).backgroundColor,
    ]);
    const [ink = [], ground = []] = colours.map((colour) =>
      (colour.match(/[\d.]+/g) ?? []).map(Number),
    );
    expect(Math.max(...ink)).toBe(ink[1]);
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
    await expect.poll(async () => new Set(await values(page))).toEqual(new Set(['']));
    expect(await page.locator('input[name=school]').inputValue()).toBe('');
    await fill(page, { ...ENQUIRY, message: 'Second' });
    await submit(page);
    await expect
      .poll(() => arrived('Get%20In%20Touch')?.fields)
      .toMatchObject({ message: 'Second', school: 'NEKPUR' });
    expect(faults).toEqual([]);
  });

  test.each<[what: string, mode: Fault]>([
    ['422', { status: 422 }],
    [
      'JSON that says failure',
      answerWith(200, { 'Content-Type': 'application/json' }, '{"success":false}'),
    ],
  ])(
    'R-181 R-244: a rejection by %s shows nothing, keeps the values, and the button works again',
    async (what, mode) => {
      await provider.fail('forms', mode);
      const { page, dialogs } = await open('/HomeFr');
      const message = `Rejected by ${what}`;
      await fill(page, { ...ENQUIRY, message });
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await submit(page);
      expect((await answered).status()).toBe(502);
      await expect.poll(() => page.locator('form.form').getAttribute('aria-busy')).toBe('false');
      expect(await status(page).textContent()).toBe('');
      expect(await page.locator('form.form [role=alert]').count()).toBe(0);
      expect(dialogs).toEqual([]);
      expect(await page.locator('[name=message]').inputValue()).toBe(message);
      await provider.heal();
      await submit(page);
      await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
    },
  );

  test.each<[what: string, mode: Fault]>([
    ['that resets the connection', 'reset'],
    ['whose token has expired (401)', { status: 401 }],
  ])(
    'R-181: a provider %s is a success for the visitor, and gets the form once when it is back',
    async (what, mode) => {
      await provider.fail('forms', mode);
      const { page } = await open('/HomeFr');
      const message = `Stored while ${what}`;
      await fill(page, { ...ENQUIRY, message });
      await submit(page);
      await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
      const arrivals = () =>
        provider.received.filter(({ fields }) => fields['message'] === message);
      expect(arrivals()).toEqual([]);
      await provider.heal();
      await expect.poll(() => arrivals().length).toBe(1);
    },
  );

  test('what was typed before the script came stays and is sent', async () => {
    const visit = await browser.visit('about:blank');
    visits.push(visit);
    const { page } = visit;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${site.url}/Admission`, { waitUntil: 'commit' });
    await fill(page, ADMISSION);
    release();
    await startIsland(page, 'form.form');
    expect(await page.locator('[name=name]').inputValue()).toBe('Ravi');
    await submit(page);
    await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
    await expect
      .poll(() => arrived('Admission')?.fields)
      .toEqual({ ...ADMISSION, school: 'FARRUKHABAD' });
    expect(visit.faults).toEqual([]);
  });
});

describe('Career', () => {
  test('R-208 R-209: a file that is no PDF or too large is named when it is chosen, and before anything is sent', async () => {
    const { page, posts } = await open('/Career');
    await fill(page, CAREER);
    const files: [string, Buffer, string][] = [
      ['cv.docx', pdfBytes(900), 'Invalid file type. Only PDF are allowed.'],
      ['cv.pdf', Buffer.from('MZ program'), 'Invalid file type. Only PDF are allowed.'],
      [
        'large.pdf',
        pdfBytes(5 * 1024 * 1024 + 1),
        'This file is 5.1 MB. The limit is 5 MB. Please choose a smaller one.',
      ],
    ];
    for (const [name, buffer, message] of files) {
      await page.setInputFiles('input[type=file]', { name, mimeType: 'application/pdf', buffer });
      await expect.poll(() => errors(page)).toEqual([message]);
      await expect.poll(() => page.locator('.form-summary').count()).toBe(0);
      await submit(page);
      await expect.poll(() => page.locator('.form-summary').count()).toBe(1);
      await expect.poll(() => errors(page)).toEqual([message]);
    }
    await page.setInputFiles('input[type=file]', {
      name: 'cv.pdf',
      mimeType: 'application/pdf',
      buffer: pdfBytes(900),
    });
    await expect.poll(() => errors(page)).toEqual([]);
    await expect.poll(() => page.locator('.form-summary').count()).toBe(0);
    expect(posts).toEqual([]);
  });

  test('R-262 R-170: a CV arrives byte by byte with its Hindi name, with progress on the way, and the form is empty after it', async () => {
    const { page, faults } = await open('/nekhpur/Career');
    const bytes = pdfBytes(3_000_000);
    await fill(page, CAREER);
    await page.setInputFiles('input[type=file]', {
      name: 'मेरा बायोडाटा.pdf',
      mimeType: 'application/pdf',
      buffer: bytes,
    });
    const progress = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          new MutationObserver((_records, observer) => {
            if (document.querySelector('form.form progress') === null) return;
            observer.disconnect();
            resolve(true);
          }).observe(document.body, { childList: true, subtree: true });
        }),
    );
    await submit(page);
    expect(await progress).toBe(true);
    await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
    await expect.poll(() => arrived('Career')?.files[0]?.name).toBe('मेरा बायोडाटा.pdf');
    expect(arrived('Career')?.files[0]?.bytes.equals(bytes)).toBe(true);
    await expect.poll(async () => new Set(await values(page))).toEqual(new Set(['']));
    expect(faults).toEqual([]);
  });
});

describe('Admission', () => {
  test('R-172 R-173 R-210 R-211 R-212 R-213 R-214 R-215: classes, messages and limits', async () => {
    const { page, posts } = await open('/nekhpur/Admission');
    const options = await page
      .locator('select[name=class] option')
      .evaluateAll((nodes) => nodes.map((node) => [node.getAttribute('value'), node.textContent]));
    const roman = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];
    expect(options.slice(1)).toEqual([
      ['nursery', 'Nursery'],
      ['lkg', 'LKG'],
      ['ukg', 'UKG'],
      ...roman.map((numeral, index) => [String(index + 1), `Class ${numeral}`]),
    ]);
    expect(options[0]?.[0]).toBe('');
    await submit(page);
    await expect
      .poll(() => errors(page))
      .toEqual([
        'Name is required.',
        "Father's Name is required.",
        'Phone Number is required.',
        'School Name is required.',
        'Phone Number is required.',
        'Please select a class.',
      ]);
    expect(posts).toEqual([]);
    for (const name of ['phone', 'phone1'])
      expect(await page.locator(`[name=${name}]`).getAttribute('maxlength')).toBe('10');
  });

  test('R-216: a short telephone number is sent', async () => {
    const { page } = await open('/Admission');
    await fill(page, { ...ADMISSION, name: 'Short' });
    await submit(page);
    await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
    await expect
      .poll(() => arrived('Admission')?.fields)
      .toMatchObject({ phone: '12345', phone1: '678' });
  });
});

describe('Transfer certificate', () => {
  const message = (page: Page) => page.locator('form.form [role=alert]').textContent();

  test('R-190 R-217: a blank has one message, without a call', async () => {
    const { page, posts } = await open('/Tc');
    await fill(page, { name: 'a' });
    await submit(page);
    await expect.poll(() => message(page)).toBe('Please fill in all fields');
    expect(posts).toEqual([]);
    await fill(page, { admission: 'x' });
    await expect.poll(() => page.locator('form.form [role=alert]').count()).toBe(0);
  });

  test('R-191 R-218: the certificate is downloaded as tc.jpg with the provider’s bytes', async () => {
    const { page, faults } = await open('/nekhpur/Tc');
    await fill(page, { admission: 'x', name: 'y' });
    const [download] = await Promise.all([page.waitForEvent('download'), submit(page)]);
    expect(download.suggestedFilename()).toBe('tc.jpg');
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    expect(Buffer.concat(chunks).equals(PICTURE)).toBe(true);
    await expect.poll(() => arrived('GISNUP')?.fields).toEqual({ admission: 'x', name: 'y' });
    expect(faults).toEqual([]);
  });

  test('R-241: a failed look-up says so', async () => {
    provider.certificate = { data: '' };
    const { page, dialogs } = await open('/Tc');
    await fill(page, { admission: 'x', name: 'y' });
    await submit(page);
    await expect
      .poll(() => message(page))
      .toBe('Failed to process your request. Please try again later.');
    expect(dialogs).toEqual([]);
  });

  test('R-192 R-242: a file that cannot be fetched is an alert and stands in the page', async () => {
    await provider.fail('/api/image/certificates/one.jpg', { status: 500 });
    const { page, dialogs } = await open('/Tc');
    await fill(page, { admission: 'x', name: 'y' });
    await submit(page);
    await expect.poll(() => message(page)).toBe('Failed to download data.');
    await expect.poll(() => dialogs).toEqual(['Failed to download data.']);
  });
});

/** WCAG 2.2, relative luminance. */
function contrast(a: readonly number[], b: readonly number[]): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
