import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isHydrated, startIsland } from '../support/browser.ts';
import {
  ADMISSION,
  attach,
  CAREER,
  ENQUIRY,
  fill,
  expectSent,
  status,
  submit,
  SUCCESS,
} from '../support/form-page.ts';
import { holdRequest, holdTransaction } from '../support/moments.ts';
import { notice, OfflineSite, SENT, stored, WAITS } from '../support/offline-site.ts';
import { pdfBytes } from '../support/pdf.ts';
import { KEPT } from '../../client/scripts/offline/kept-forms.ts';

/** What happens between two steps of a form: each test holds the moment open. */

const offline = new OfflineSite();

/** The form's script comes when it is released; `posts` are the kinds of the requests that sent a form. */
async function visitWithLateScript() {
  const { page } = await offline.tab('/robots.txt', { hasClock: true });
  const script = await holdRequest(page, (request) => request.url().includes('GetInTouchForm'));
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.resourceType());
  });
  async function submitInVain(): Promise<void> {
    await submit(page);
    await script.reached;
    await page.clock.fastForward(11_000);
  }
  return { page, script, posts, submitInVain };
}

const isMarked = (page: Page) =>
  page.evaluate(() => localStorage.getItem('waiting-forms') !== null);

/** Another tab, which watches for waiting forms. */
async function openWatchingTab(page: Page): Promise<Page> {
  await page.evaluate(() => localStorage.setItem('waiting-forms', ''));
  const tab = await page.context().newPage();
  await tab.goto(`${offline.network.url}/Vision`);
  // It has looked, and found none.
  await expect.poll(() => isMarked(tab)).toBe(false);
  return tab;
}

const goOnlineIn = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')));

test('O10: a form that is stored while another tab looks for forms is marked, and sent by the next page', async () => {
  const { page, context } = await offline.tab('/Contact');
  await startIsland(page, 'form.form');
  const other = await openWatchingTab(page);
  const moment = await holdTransaction(other);
  await goOnlineIn(other);
  await moment.reached;
  await page.bringToFront();
  await offline.goOffline(context);
  await fill(page, ENQUIRY);
  await submit(page);
  await expect.poll(() => status(page).textContent()).toBe(KEPT);
  await moment.release();
  // Its own look has ended once it sees the form.
  await goOnlineIn(other);
  await expect.poll(() => notice(other).textContent()).toBe(WAITS);
  expect(await isMarked(page)).toBe(true);
  await other.close();
  await offline.goOnline(context);
  await page.goto(`${offline.network.url}/Vision`);
  await expect.poll(() => notice(page).textContent()).toBe(SENT);
  await expect.poll(() => offline.arrivals('Get%20In%20Touch').length).toBe(1);
});

test('a form whose script comes while the site is asked for is sent once, by its script, and stays sent', async () => {
  const { page, script, posts, submitInVain } = await visitWithLateScript();
  const head = await holdRequest(page, (request) => request.method() === 'HEAD');
  await page.goto(`${offline.network.url}/Contact`);
  await fill(page, { ...ENQUIRY, message: 'Of the script' });
  await submitInVain();
  await head.reached;
  await script.release();
  await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
  const reference = await page.locator('.form-reference').textContent();
  await head.release();
  await page.waitForResponse((response) => response.request().method() === 'HEAD');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(posts).toEqual(['xhr']);
  expect(await page.evaluate(isHydrated, 'form.form')).toBe(true);
  expect(await page.locator('.form-reference').textContent()).toBe(reference);
  expect(await stored(page)).toBe('[]');
  await expect.poll(() => offline.arrivals('Get%20In%20Touch').length).toBe(1);
});

test('a form that the browser is posting when its script comes is sent once, however often it is pressed', async () => {
  const { page, script, posts, submitInVain } = await visitWithLateScript();
  const post = await holdRequest(page, (request) => request.method() === 'POST');
  await page.goto(`${offline.network.url}/Contact`);
  await fill(page, { ...ENQUIRY, message: 'Posted by the browser' });
  // The page presses by itself: a test does not reach one that is about to be left.
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('form.form');
    const press = (): void => {
      const isTaken = Object.keys(form ?? {}).some((key) => key.startsWith('__react'));
      if (!isTaken) return void setTimeout(press, 10);
      form?.requestSubmit();
      // What the press sends comes before it.
      setTimeout(() => void fetch('/Vision?pressed'), 100);
    };
    press();
  });
  await submitInVain();
  await post.reached;
  const pressed = page.waitForRequest(/pressed/);
  await script.release();
  await pressed;
  await post.release();
  await page.waitForURL(/\?sent=/);
  expect(await status(page).textContent()).toBe(SUCCESS);
  expect(posts).toEqual(['document']);
  await expect.poll(() => offline.arrivals('Get%20In%20Touch').length).toBe(1);
});

test('a page to which the visitor comes back from a post of the browser sends its form again', async () => {
  const { page, script, submitInVain } = await visitWithLateScript();
  // The visitor stops the post, or comes back from its response: the page is the same.
  await page.route(/\/Contact/, (route) =>
    route.request().resourceType() === 'document' && route.request().method() === 'POST'
      ? route.abort('aborted')
      : route.fallback(),
  );
  await page.goto(`${offline.network.url}/Contact`);
  await fill(page, { ...ENQUIRY, message: 'Sent after the way back' });
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  await submitInVain();
  await posted;
  await script.release();
  await page.waitForFunction(isHydrated, 'form.form');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow')));
  await submit(page);
  await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
});

test.each([
  ['/Admission', ADMISSION, null],
  ['/Career', CAREER, pdfBytes(50_000)],
] as const)(
  'a form of %s that is left while it is sent is sent by the next page, under the same key',
  async (path, values, cv) => {
    const { page } = await offline.tab(path);
    await startIsland(page, 'form.form');
    await fill(page, values);
    if (cv !== null) await attach(page, cv);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && !request.url().includes('/api/'))
        keys.push(request.headers()['idempotency-key']);
    });
    const post = await holdRequest(
      page,
      (request) => request.method() === 'POST' && request.resourceType() === 'xhr',
    );
    await submit(page);
    await post.reached;
    // A tab that looks now does not send what is being sent.
    const other = await page.context().newPage();
    await other.goto(`${offline.network.url}/Vision`);
    await expect.poll(() => notice(other).textContent()).toBe(WAITS);
    await goOnlineIn(other);
    await other.close();
    expect(offline.provider.received).toEqual([]);
    await page.goto(`${offline.network.url}/Vision`);
    await expect.poll(() => notice(page).textContent()).toBe(SENT);
    await expect.poll(() => offline.provider.received.length).toBe(1);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await stored(page)).not.toContain(values.name);
  },
);

test('a form is sent where the browser denies locks, as those that block storage do', async () => {
  const { page } = await offline.tab('/Contact');
  await page.evaluate(() => {
    navigator.locks.request = () =>
      Promise.reject(new DOMException('Access to the Locks API is denied', 'SecurityError'));
  });
  await startIsland(page, 'form.form');
  await expectSent(page, { ...ENQUIRY, message: 'Without locks' });
  await expect.poll(() => offline.arrivals('Get%20In%20Touch').length).toBe(1);
});

test('a form that is deleted while it is sent, and then rejected, does not come back', async () => {
  const { page, context } = await offline.tab('/Contact');
  page.on('dialog', (dialog) => void dialog.accept());
  await offline.writeOffline(page, { ...ENQUIRY, message: 'Deleted by the visitor' });
  const post = await holdRequest(page, (request) => request.method() === 'POST');
  await offline.provider.fail('forms', { status: 422 });
  await offline.goOnline(context);
  await post.reached;
  await page.locator('.offline-notice summary').first().click();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await expect.poll(() => stored(page)).toBe('[]');
  const rejected = page.waitForResponse((response) => response.request().method() === 'POST');
  await post.release();
  expect((await rejected).ok()).toBe(false);
  // The attempt has ended when it gives up its lock.
  await page.evaluate(() => navigator.locks.request('waiting-forms', () => undefined));
  expect(await stored(page)).toBe('[]');
});

test('what a form comes to that waited does not cover the errors of the one written after it', async () => {
  const { page } = await offline.tab('/Contact');
  await offline.writeOffline(page, ENQUIRY);
  const [{ key }] = JSON.parse(await stored(page)) as [{ key: string }];
  // Another tab has sent it, and this one looks.
  await putForms(page, [{ key, state: 'sent', days: 0 }]);
  const look = await holdTransaction(page);
  await page.evaluate(() => void document.dispatchEvent(new Event('waiting-forms')));
  await look.reached;
  await fill(page, { ...ENQUIRY, phone: '123' });
  await submit(page);
  await page.locator('.form-summary').waitFor();
  await look.release();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
  expect(await page.locator('.form-summary').isVisible()).toBe(true);
  expect(await status(page).textContent()).not.toBe(SUCCESS);
});

test('a form that has arrived leaves nothing on the device, and its page no mark', async () => {
  const { page } = await offline.tab('/Contact');
  await startIsland(page, 'form.form');
  await expectSent(page, ENQUIRY);
  await expect.poll(() => stored(page)).toBe('[]');
  await expect.poll(() => isMarked(page)).toBe(false);
  expect(await page.locator('.offline-notice').isVisible()).toBe(false);
});

/** Puts forms of some days ago beside what waits. */
const putForms = (page: Page, forms: readonly { key: string; state: string; days: number }[]) =>
  page.evaluate(async (all) => {
    const open = indexedDB.open('waiting-forms', 1);
    open.addEventListener('upgradeneeded', () =>
      open.result.createObjectStore('waiting-forms', { keyPath: 'key' }),
    );
    await new Promise((resolve) => open.addEventListener('success', resolve));
    const transaction = open.result.transaction('waiting-forms', 'readwrite');
    const store = transaction.objectStore('waiting-forms');
    for (const { key, state, days } of all)
      store.put({
        key,
        state,
        form: 'touch-form',
        action: '/Contact',
        writtenAt: Date.now() - days * 86_400_000,
        fields: state === 'sent' ? [] : [['name', `Asha ${key}`]],
        reference: state === 'sent' ? `GIS-${key}` : null,
        messages: [],
      });
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    open.result.close();
    localStorage.setItem('waiting-forms', '');
  }, forms);

test('who saves data gets no worker; a form waits all the same, and those that were sent take no place of it', async () => {
  const { page, context } = await offline.tab('/Contact');
  await startIsland(page, 'form.form');
  const sent = Array.from({ length: 10 }, (_, index) => ({
    key: `${index}`,
    state: 'sent',
    days: 1,
  }));
  await putForms(page, sent);
  await offline.goOffline(context);
  await fill(page, { ...ENQUIRY, message: 'The eleventh' });
  await submit(page);
  await expect.poll(() => notice(page).textContent()).toBe(`${WAITS} 10 forms were sent.`);
  await offline.goOnline(context);
  await expect.poll(() => notice(page).textContent()).toBe('11 forms were sent.');
  await expect.poll(() => offline.arrivals('Get%20In%20Touch').length).toBe(1);
  const workers = async () => (await navigator.serviceWorker.getRegistrations()).length;
  expect(await page.evaluate(workers)).toBe(0);
});

test('after 14 days nothing that was written is on the device: what was not sent is named, what was sent is gone', async () => {
  const { page } = await offline.tab('/robots.txt');
  await putForms(page, [
    { key: 'sent', state: 'sent', days: 15 },
    { key: 'rejected', state: 'rejected', days: 15 },
    { key: 'waiting', state: 'waiting', days: 15 },
    { key: 'new', state: 'sent', days: 13 },
  ]);
  await page.goto(`${offline.network.url}/Vision`);
  await expect
    .poll(() => notice(page).textContent())
    .toBe('1 form was sent. 2 forms were not sent.');
  const left = JSON.parse(await stored(page)) as { key: string; fields: unknown[] }[];
  const lengths = left.map(({ key, fields }) => [key, fields.length] as const);
  expect(Object.fromEntries(lengths)).toEqual({ new: 0, rejected: 0, waiting: 0 });
  await page.getByText('Offline for too long.').waitFor();
  expect(offline.provider.received).toEqual([]);
});

test('a notice of a rejected form opens by itself once: closed by the visitor it stays closed', async () => {
  const { page } = await offline.tab('/robots.txt');
  await putForms(page, [{ key: 'rejected', state: 'rejected', days: 1 }]);
  await page.goto(`${offline.network.url}/Vision`);
  const list = page.locator('.offline-notice > details');
  await page.getByRole('button', { name: /^Delete/ }).waitFor();
  await list.locator('summary').first().click();
  await putForms(page, [{ key: 'sent', state: 'sent', days: 1 }]);
  await goOnlineIn(page);
  await expect.poll(() => notice(page).textContent()).toContain(SENT);
  expect(await list.evaluate((details) => details.hasAttribute('open'))).toBe(false);
});

test('what the visitor has opened in the notice, and the focus, stay when the page looks again', async () => {
  const { page, context } = await offline.tab('/Contact');
  await offline.writeOffline(page, ENQUIRY);
  await page.locator('.offline-notice summary').first().click();
  const written = page.locator('.offline-notice li details');
  await written.locator('summary').click();
  await page.getByRole('button', { name: 'Try now' }).focus();
  await putForms(page, [{ key: 'other', state: 'sent', days: 1 }]);
  await goOnlineIn(page);
  await expect.poll(() => notice(page).textContent()).toBe(`${WAITS} ${SENT}`);
  expect(await written.evaluate((details) => details.hasAttribute('open'))).toBe(true);
  expect(await page.locator(':focus').textContent()).toBe('Try now');
  await context.setOffline(false);
});

/** A browser's own timer of XMLHttpRequest goes by no clock of a test. Runs in the page. */
function timeOutByClock(): void {
  Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
    set(this: XMLHttpRequest, ms: number) {
      setTimeout(() => this.abort(), ms);
    },
  });
}

test('a look-up or a download of a certificate that is silent ends, and says so', async () => {
  const { page } = await offline.tab('/robots.txt', { hasClock: true });
  await page.goto(`${offline.network.url}/Tc`);
  await page.evaluate(timeOutByClock);
  await startIsland(page, 'form.form');
  page.on('dialog', (dialog) => void dialog.accept());
  const button = page.locator('form.form button[type=submit]');
  for (const isSilent of ['POST', 'GET']) {
    if (isSilent === 'GET')
      await page.route('**/Tc', (route) =>
        route.fulfill({ json: { ok: true, data: '/tc-image/x' } }),
      );
    const moment = await holdRequest(
      page,
      (request) =>
        request.method() === isSilent && /\/Tc$|tc-image/.test(new URL(request.url()).pathname),
    );
    await fill(page, { admission: '123', name: 'Asha' });
    await submit(page);
    await moment.reached;
    expect(await button.textContent()).toBe('Looking…');
    await page.clock.fastForward(31_000);
    await expect.poll(() => button.textContent()).toBe('Get certificate');
    await page.locator('form.form [role=alert]').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test.each(['before', 'after'])(
  'what is typed behind the text that a message begins with, %s its script comes, stays there',
  async (when) => {
    const { page } = await offline.tab('/robots.txt');
    const script = await holdRequest(page, (request) => request.url().includes('GetInTouchForm'));
    await page.goto(`${offline.network.url}/HomeFr?topic=alumni`);
    const message = page.locator('form.form [name=message]');
    await message.press('End');
    if (when === 'before') await message.pressSequentially('batch of 2019');
    await script.reached;
    await script.release();
    await expect.poll(() => page.evaluate(isHydrated, 'form.form')).toBe(true);
    if (when === 'after') await page.keyboard.type('batch of 2019');
    await expect.poll(() => message.inputValue()).toBe('Alumni Registration: batch of 2019');
    expect(await page.locator('#touch-form-message-hint').textContent()).toMatch(/^34 of/);
  },
);
