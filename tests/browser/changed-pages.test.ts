import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isHydrated } from '../support/browser.ts';
import { holdMoment } from '../support/moments.ts';
import { ADMISSION, CAREER, ENQUIRY, status, SUCCESS } from '../support/form-page.ts';
import { pdfBytes } from '../support/pdf.ts';
import { sharedVisit, siteInBrowser } from '../support/site-in-browser.ts';

const { browser, site } = siteInBrowser();
const visit = sharedVisit(browser, { expects: /error #418/ });

/** When the island comes. */
let moment = holdMoment();

beforeAll(async () => {
  // The tests share a tab, which keeps what another has typed.
  await visit.page.addInitScript(() => {
    if (location.protocol === 'http:') sessionStorage.clear();
  });
  // Not `page.route`, with which the browser caches nothing.
  const session = await visit.context.newCDPSession(visit.page);
  // So that each page requests it.
  const responseHeaders = [
    { name: 'Content-Type', value: 'text/javascript' },
    { name: 'Cache-Control', value: 'no-store' },
  ];
  session.on('Fetch.requestPaused', ({ requestId }) => {
    const response = { requestId, responseCode: 200, responseHeaders };
    const goOn = () => session.send('Fetch.continueResponse', response);
    // The page may be gone.
    void moment
      .wait()
      .then(goOn)
      .catch(() => undefined);
  });
  const patterns = [{ urlPattern: '*/island_*.js', requestStage: 'Response' as const }];
  await session.send('Fetch.enable', { patterns });
});
afterEach(() => moment.release());

/** What browsers do to a page before its islands start. Each runs in the page. */
const PAGE_CHANGES = {
  nothing: () => {},
  /** Chrome's translator replaces each text by two `<font>` elements. */
  'a translator': () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode())
      if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('script,style,textarea')) continue;
      const translated = document.createElement('font');
      translated.append(document.createElement('font'));
      translated.firstElementChild?.append(`हि ${text.data}`);
      text.replaceWith(translated);
    }
    document.documentElement.classList.add('translated-ltr');
  },
  /** A password manager puts its button beside each field. */
  'an extension': () => {
    for (const field of document.querySelectorAll('main form :is(input, select, textarea)'))
      field.after(document.createElement('div'));
  },
} as const;

type PageChange = keyof typeof PAGE_CHANGES;

type Values = Readonly<Record<string, string>>;

/** With the field that has the focus when the island starts. */
const FORMS: readonly [path: string, values: Values, last: string][] = [
  ['/Contact', ENQUIRY, 'message'],
  ['/Admission', ADMISSION, 'phone'],
  ['/Tc', { admission: '12', name: 'Asha' }, 'name'],
];
const LISTS = ['/News', '/Events', '/Gallery'];
const CHANGES = Object.keys(PAGE_CHANGES) as PageChange[];
const CV = { name: 'cv.pdf', mimeType: 'application/pdf' };
const ISLAND = '.island';

/** The first form of an island; each page has one. */
const FORM = `${ISLAND} form`;

const fieldOf = (page: Page, name: string) => page.locator(`${FORM} [name=${name}]`);

/** Opens a page whose island comes when `release` is called, changes it and fills its form in. */
async function openChanged(change: PageChange, path: string, values: Values) {
  const { page } = visit;
  moment = holdMoment();
  const { reached, release: goOn } = moment;
  const release = () => reached.then(goOn);
  await page.goto(site.url + path);
  await page.evaluate(PAGE_CHANGES[change]);
  await fillIn(page, values);
  return { page, release };
}

async function fillIn(page: Page, values: Values): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(page, name);
    await (['class', 'year'].includes(name) ? field.selectOption(value) : field.fill(value));
  }
}

/** Puts the caret after the first letter, has the island come, and types on. */
async function typeOn(page: Page, name: string, release: () => Promise<void>): Promise<void> {
  await fieldOf(page, name).press('Home');
  await page.keyboard.press('ArrowRight');
  await release();
  await page.waitForFunction(isHydrated, FORM);
  await page.keyboard.type('é');
}

const valuesOf = (page: Page, values: Values) =>
  Promise.all(Object.keys(values).map((name) => fieldOf(page, name).inputValue()));

const inserted = (value = '') => `${value.slice(0, 1)}é${value.slice(1)}`;

describe.each(CHANGES)('W1: changed by %s before the island starts', (change) => {
  test.each(FORMS)(
    'on %s what was typed and focused stays, and typing goes on',
    async (path, values, last) => {
      const { page, release } = await openChanged(change, path, values);
      await typeOn(page, last, release);
      const expected = { ...values, [last]: inserted(values[last]) };
      await expect.poll(() => valuesOf(page, values)).toEqual(Object.values(expected));
    },
  );

  test.each(LISTS)('on %s the filters and the search stay and work', async (path) => {
    const values = { year: 'All', q: 'ar' };
    const { page, release } = await openChanged(change, path, values);
    await typeOn(page, 'q', release);
    await expect.poll(() => valuesOf(page, values)).toEqual(['All', 'aér']);
    await expect.poll(() => page.url()).toBe(`${site.url}${path}?year=All&q=a%C3%A9r`);
    await fieldOf(page, 'q').fill('');
    await expect.poll(() => page.url()).toBe(`${site.url}${path}?year=All`);
    await page.locator(`${ISLAND} article`).first().waitFor();
  });

  test('on /Career what was typed and a chosen CV stay, also one from a picker that is still open', async () => {
    const { page, release } = await openChanged(change, '/Career', CAREER);
    const file = page.locator(`${FORM} input[type=file]`);
    const chosen = () =>
      file.evaluate((input) => (input instanceof HTMLInputElement ? input.files?.[0]?.name : ''));
    await file.setInputFiles({ ...CV, buffer: pdfBytes(900) });
    const opened = page.waitForEvent('filechooser');
    await file.click();
    await typeOn(page, 'name', release);
    const expected = { ...CAREER, name: inserted(CAREER.name) };
    await expect.poll(() => valuesOf(page, CAREER)).toEqual(Object.values(expected));
    await expect.poll(chosen).toBe('cv.pdf');
    await (await opened).setFiles({ ...CV, name: 'newer.pdf', buffer: Buffer.from('no PDF') });
    await expect.poll(chosen).toBe('newer.pdf');
    await page.getByText('Invalid file type. Only PDF are allowed.').waitFor();
  });

  test('a form submitted before is sent once, and its fields have scripts', async () => {
    const { page, release } = await openChanged(change, '/Admission', ADMISSION);
    let posts = 0;
    page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0));
    await fieldOf(page, 'name').press('Enter');
    await release();
    await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
    expect(posts).toBe(1);
    await fieldOf(page, 'phone').pressSequentially('+91 98765 43210');
    await expect.poll(() => fieldOf(page, 'phone').inputValue()).toBe('9876543210');
  });
});

test('W1: in a list that a translator has changed a letter typed as it starts keeps the year', async () => {
  const { page, release } = await openChanged('a translator', '/Events', { year: 'All' });
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).search));
  await fieldOf(page, 'q').focus();
  await page.evaluate((form) => {
    // React replaces the changed form: this letter is typed before React runs its passive effects.
    const observer = new MutationObserver(() => {
      const field = document.querySelector(`${form} [name=q]`);
      if (!(field instanceof HTMLInputElement)) return;
      observer.disconnect();
      field.value = 'ar';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    const island = document.querySelector(form)?.closest('.island');
    if (island) observer.observe(island, { childList: true });
  }, FORM);
  await release();
  await expect.poll(() => addresses).toEqual(['?year=All', '?year=All&q=ar']);
});

describe('W1: a translator changes the page while the island runs', () => {
  test('a list can be filtered on, to nothing and back', async () => {
    const path = '/Gallery';
    const { page, release } = await openChanged('nothing', path, {});
    await fieldOf(page, 'q').focus();
    await release();
    await page.waitForFunction(isHydrated, FORM);
    for (const q of ['no such record', '', 'a', '']) {
      await page.evaluate(PAGE_CHANGES['a translator']);
      await fieldOf(page, 'q').fill(q);
      await page.waitForURL(q === '' ? site.url + path : `**?q=*`);
      const hasRecords = async () => (await page.locator(`${ISLAND} article`).count()) > 0;
      await expect.poll(hasRecords).toBe(q !== 'no such record');
    }
  });

  test('errors come and go, and the form is sent', async () => {
    const { page, release } = await openChanged('nothing', '/Admission', {});
    const button = page.locator(`${FORM} button`);
    await fieldOf(page, 'name').focus();
    await release();
    await page.waitForFunction(isHydrated, FORM);
    for (const values of [{}, { name: ADMISSION.name }, ADMISSION] as readonly Values[]) {
      await page.evaluate(PAGE_CHANGES['a translator']);
      await fillIn(page, values);
      await button.click();
      await expect
        .poll(() => page.locator(`${FORM} .field-error`).count())
        .toBe(Object.keys(ADMISSION).length - Object.keys(values).length);
    }
    await expect.poll(() => status(page).textContent()).toContain(SUCCESS);
  });
});
