import type { BrowserContext, Page, Request, Worker } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { axeViolations } from '../support/axe-violations.ts';
import { startIsland } from '../support/browser.ts';
import { ADMISSION, CAREER, ENQUIRY, fill, status, submit, SUCCESS } from '../support/form-page.ts';
import {
  expectOneCareer,
  isKept,
  notice,
  OfflineSite,
  sendLater,
  SENT,
  stored,
  untilKept,
  WAITS,
  withPhone,
} from '../support/offline-site.ts';
import { listen } from '../support/providers/listen.ts';
import { pdfBytes } from '../support/pdf.ts';
import { OFFLINE_LIMITS } from '../../client/scripts/offline/offline-limits.ts';
import { KEPT } from '../../client/scripts/offline/kept-forms.ts';
import { CAMPUSES, campusPath } from '../../shared/campuses.ts';
import { MAX_CV_BYTES } from '../../shared/forms/cv.ts';
import { callLink } from '../../shared/links.ts';

const offline = new OfflineSite();

test.each([
  ['FARRUKHABAD', '/Vision', '/Mission'],
  ['NEKPUR', '/nekhpur/Vision', '/nekhpur/Sports'],
  ['NEKPUR', '/hi/nekhpur/Vision', '/hi/Home'],
] as const)(
  'without a network the page of %s, after %s, has whom to call, what opens, its styles and its date',
  async (campus, visited, path) => {
    const { site, hindi } = offline.content;
    const texts = path.startsWith('/hi') ? hindi?.texts : undefined;
    const [heading, title] = ["You're offline", 'Vision'].map((text) => texts?.[text] ?? text);
    const { page, context } = await offline.revisit(visited);
    if (path.startsWith('/hi'))
      await untilKept(page, new URL('/hi/nekhpur/Offline', page.url()).href);
    await offline.goOffline(context);
    await page.goto(offline.network.url + path);
    expect(page.url()).toBe(offline.network.url + path);
    expect(await page.locator('h1').textContent()).toBe(heading);
    const call = page.locator('main .contact a[href^="tel:"]').first();
    expect(await call.getAttribute('href')).toBe(callLink(site.campuses[campus].phone ?? ''));
    const list = page.locator('[data-enhance=kept-pages] a');
    const titles = () => list.allTextContents();
    await expect.poll(titles).toEqual([expect.stringContaining(`${title} |`)]);
    expect(await axeViolations(page)).toEqual([]);
    await list.first().click();
    await page.waitForURL(offline.network.url + visited);
    expect(await page.locator('h1').textContent()).toBe(title);
    const age = path.startsWith('/hi') ? /\d+ \p{Script=Devanagari}+/u : /from \d+ \w+/;
    await expect.poll(() => notice(page).textContent()).toMatch(age);
    expect(await page.locator('.offline-notice details').isVisible()).toBe(false);
    const brand = () => getComputedStyle(document.body).getPropertyValue('--brand');
    expect(await page.evaluate(brand)).not.toBe('');
    const hasFont = () => document.fonts.check('16px "School Sans"');
    await expect.poll(() => page.evaluate(hasFont)).toBe(true);
    await offline.goOnline(context);
    await page.goto(offline.network.url + path);
    expect(await page.locator('h1').textContent()).not.toBe(heading);
  },
);

const workerOf = async (context: BrowserContext): Promise<Worker> =>
  context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));

/** Ends what the worker waits for at once, from now on. Returns how long it would have waited, in milliseconds. */
async function endWaits(worker: Worker): Promise<() => Promise<number[]>> {
  const waits = await worker.evaluateHandle(() => {
    const own = setTimeout;
    const all: number[] = [];
    const end = (run: () => void, ms: number, ...values: []) => {
      all.push(ms);
      return own(run, 0, ...values);
    };
    Object.assign(globalThis, { setTimeout: end });
    return all;
  });
  return () => waits.jsonValue();
}

test('with a network the page is always the newest; after a 5xx, or some seconds without a response, the stored one', async () => {
  const { page, context } = await offline.visit('/Vision');
  const other = await offline.replaceSite({ content: withPhone('+91-5692-111111') });
  // Its first page takes longest, and what takes too long comes from the device.
  await fetch(`${other.url}/Vision`);
  await page.reload();
  expect(await page.locator('.shortcuts .shortcuts-number').textContent()).toBe('+91-5692-111111');
  expect(await page.locator('.offline-notice').isVisible()).toBe(false);
  // A reverse proxy whose site is down.
  const proxy = await listen((_request, response) => void response.writeHead(502).end());
  onTestFinished(() => proxy.stop());
  offline.leadTo(proxy.origin);
  expect((await page.reload())?.status()).toBe(200);
  offline.leadTo(other.url);
  await page.goto(`${offline.network.url}/Vision`);
  offline.network.stall();
  const waits = await endWaits(await workerOf(context));
  await page.goto(`${offline.network.url}/Vision`);
  expect(await waits()).toContain(OFFLINE_LIMITS.networkMs);
  expect(await page.locator('.shortcuts .shortcuts-number').textContent()).toBe('+91-5692-111111');
  await expect.poll(() => notice(page).textContent()).toContain('This page is from');
});

test('a page that lacks a list, or broke off, opens no more without a network', async () => {
  const { page, context } = await offline.revisit('/Vision');
  await offline.provider.fail(/\/api\/news\//, { status: 503 });
  await offline.replaceSite();
  const response = await page.goto(`${offline.network.url}/News`);
  expect(response?.headers()['cache-control']).toBe('no-store');
  await offline.provider.fail(/\/api\/notification\//, 'hang');
  await offline.replaceSite();
  await page.goto(`${offline.network.url}/Notices`, { waitUntil: 'commit' });
  await offline.goOffline(context);
  await page.goto(`${offline.network.url}/Notices`);
  expect(await page.locator('h1').textContent()).toBe("You're offline");
  await page.goto(`${offline.network.url}/News`);
  expect(await page.locator('h1').textContent()).toBe("You're offline");
});

const messages = () => offline.arrivals('Get%20In%20Touch').map(({ fields }) => fields['message']);

/** @returns what lets the worker send, as Background Sync does, and resolves when it has. */
async function backgroundSync(page: Page): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${offline.network.url}/`);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const event = { registrationId, tag: 'waiting-forms', lastChance: false };
  return () =>
    session.send('ServiceWorker.dispatchSyncEvent', { origin: offline.network.url, ...event });
}

describe('an application written without a network', () => {
  test('waits in sight, and arrives once when the network comes back to both tabs', async () => {
    const { page, context } = await offline.revisit('/Career');
    const other = await context.newPage();
    await other.goto(`${offline.network.url}/Vision`);
    await page.bringToFront();
    const cv = pdfBytes(MAX_CV_BYTES);
    await offline.writeOffline(page, CAREER, cv);
    expect(await status(page).textContent()).toBe(KEPT);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('form-status');
    expect(await page.locator('form.form [role=alert]').count()).toBe(0);
    for (const name of ['name', 'attachments'])
      expect(await page.locator(`form.form [name=${name}]`).inputValue()).toBe('');
    await page.locator('.offline-notice summary').first().click();
    expect(await page.locator('.offline-notice li').first().textContent()).toMatch(
      /^Career Enquiry of .+: not sent yet\..*What you wrote.*meera\.pdf/,
    );
    await page.getByText('A form is kept for 14 days, and not sent after that.').waitFor();
    // At its end, where the notice covers nothing that is to be pressed.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await axeViolations(page)).toEqual([]);
    expect(await stored(page)).toContain(CAREER.name);
    await other.reload();
    await expect.poll(() => notice(other).textContent()).toContain(WAITS);
    await offline.goOnline(context);
    await expect.poll(() => notice(page).textContent()).toBe(SENT);
    await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
    expect(await page.locator('.form-reference').textContent()).toMatch(/GIS-/);
    expect(await page.locator('.form-copy').textContent()).toContain(CAREER.subject);
    await expect.poll(() => notice(other).textContent()).toContain(SENT);
    await expectOneCareer(offline, cv);
    expect(await page.locator('.offline-notice li').textContent()).toMatch(
      /GIS-[0-9A-Z]{4}-[0-9A-Z]{4}Close$/,
    );
    expect(await stored(page)).not.toContain(CAREER.name);
    await page.getByRole('button', { name: 'Close: Career Enquiry' }).click();
    await expect.poll(() => page.locator('.offline-notice').isVisible()).toBe(false);
    expect(await stored(page)).toBe('[]');
    const mark = () => page.evaluate(() => localStorage.getItem('waiting-forms'));
    await expect.poll(mark).toBe(null);
  });

  test('arrives once when its tab was closed and another page is opened', async () => {
    const { page, context } = await offline.visit('/Career');
    const cv = pdfBytes(100_000);
    await offline.writeOffline(page, CAREER, cv);
    await page.close();
    await offline.goOnline(context);
    const next = await context.newPage();
    await next.goto(`${offline.network.url}/Vision`);
    await expect.poll(() => notice(next).textContent()).toBe(SENT);
    await expectOneCareer(offline, cv);
  });

  test('is sent by the worker alone when no page is open (Background Sync)', async () => {
    const { page, context } = await offline.visit('/Career');
    const sync = await backgroundSync(page);
    const cv = pdfBytes(100_000);
    await offline.writeOffline(page, CAREER, cv);
    await page.goto('about:blank');
    expect(offline.arrivals('Career')).toEqual([]);
    await offline.goOnline(context);
    await sync();
    await expectOneCareer(offline, cv);
  });

  test('comes back as sent at the next page when it was deleted while the worker sent it', async () => {
    const { page } = await offline.visit('/Career');
    page.on('dialog', (dialog) => void dialog.accept());
    const sync = await backgroundSync(page);
    const failed: string[] = [];
    page.on('requestfailed', (request) => void failed.push(request.method()));
    await startIsland(page, 'form.form');
    offline.network.cut();
    const cv = pdfBytes(100_000);
    await sendLater(page, CAREER, cv);
    // What was submitted, and one more attempt of the page, which has ended when it gives up its lock.
    await expect.poll(() => failed.filter((method) => method === 'POST').length).toBe(2);
    await page.evaluate(() => navigator.locks.request('waiting-forms', () => undefined));
    offline.network.stall();
    const sent = sync();
    await expectOneCareer(offline, cv);
    await page.locator('.offline-notice summary').first().click();
    await page.getByRole('button', { name: /^Delete/ }).click();
    await expect.poll(() => stored(page)).toBe('[]');
    await page.goto('about:blank');
    offline.network.restore();
    await sent;
    await page.goto(`${offline.network.url}/Vision`);
    await expect.poll(() => notice(page).textContent()).toBe(SENT);
  });

  test('arrives once when the responses were lost, under the key of the device', async () => {
    const { page } = await offline.revisit('/Career');
    await startIsland(page, 'form.form');
    offline.network.loseResponses();
    const cv = pdfBytes(100_000);
    await sendLater(page, CAREER, cv);
    const [, key] = /"key":"([^"]+)"/.exec(await stored(page)) ?? [];
    await expectOneCareer(offline, cv);
    offline.network.restore();
    await page.locator('.offline-notice summary').first().click();
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect.poll(() => notice(page).textContent()).toBe(SENT);
    await page.locator(':focus', { hasText: 'Try now' }).waitFor();
    await expectOneCareer(offline, cv);
    expect(offline.arrivals('Career')[0]?.idempotencyKey).toBe(key);
  });
});

test('a form whose own script was never fetched waits too, once, in a browser that knows or does not know that it is offline; rejected later it shows the reasons', async () => {
  // It is so far down that its script is not loaded.
  const { page, context } = await offline.visit('/HomeFr');
  const beliefs = ['thinks that it is online', 'knows that it is offline'];
  for (const [before, belief] of beliefs.entries()) {
    if (belief === 'knows that it is offline') await offline.goOffline(context);
    else offline.network.cut();
    const isScript = (request: Request) => request.url().includes('/island_GetInTouchForm-');
    const notFetched = page.waitForEvent('requestfailed', isScript);
    await page.goto(`${offline.network.url}/HomeFr`);
    await fill(page, { ...ENQUIRY, message: belief });
    await submit(page);
    await notFetched;
    await expect.poll(() => notice(page).textContent()).toContain(WAITS);
    await expect.poll(() => status(page).textContent()).toBe(KEPT);
    expect(await page.locator('[name=message]').inputValue()).toBe('');
    // An empty form does not wait.
    await submit(page);
    await page.locator('form.form [name=name]:focus').waitFor();
    expect(JSON.parse(await stored(page))).toHaveLength(before + 1);
    await offline.goOnline(context);
    // The visitor comes back to the tab.
    if (belief === 'thinks that it is online')
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const sent = before === 0 ? SENT : '2 forms were sent.';
    await expect.poll(() => notice(page).textContent()).toContain(sent);
    await expect.poll(messages).toEqual(beliefs.slice(0, before + 1));
  }
  await offline.goOffline(context);
  // Its own script, which would check it, is not loaded.
  await page.goto(`${offline.network.url}/HomeFr`);
  await fill(page, { ...ENQUIRY, phone: '12' });
  await submit(page);
  await expect.poll(() => notice(page).textContent()).toContain(WAITS);
  await offline.goOnline(context);
  await page.getByText('not sent. Phone number must be 10 digits').waitFor();
});

/** Deletes the form of the notice after its question, which keeps it when dismissed. */
async function deleteForm(page: Page, name: string): Promise<void> {
  for (const answer of ['dismiss', 'accept'] as const) {
    expect(await stored(page)).not.toBe('[]');
    const question = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog[answer]();
      return dialog.message();
    });
    await page.getByRole('button', { name: `Delete: ${name}` }).click();
    expect(await question).toBe(`Delete this form? The school does not have it: ${name}`);
  }
  await expect.poll(() => page.locator('.offline-notice').isVisible()).toBe(false);
}

test('a form that is rejected later shows it, and its text is readable until it is deleted', async () => {
  const { page, context } = await offline.revisit('/Admission');
  await offline.provider.fail('forms', { status: 422 });
  await offline.writeOffline(page, ADMISSION);
  await offline.goOnline(context);
  await expect.poll(() => notice(page).textContent()).toBe('1 form was not sent.');
  const item = page.locator('.offline-notice li');
  await item.locator('summary').click();
  expect(await item.textContent()).toMatch(
    /^Admission Enquiry of .+: not sent\. .+Please call the office\..*City School/,
  );
  expect(await item.textContent()).not.toContain('FARRUKHABAD');
  const link = item.getByRole('link', { name: 'Open the form' });
  expect(await link.getAttribute('href')).toBe('/Admission');
  await deleteForm(page, 'Admission Enquiry');
  expect(await stored(page)).toBe('[]');
});

test('at most ten forms wait on a device, and 20 MiB of them: of another one nothing is stored', async () => {
  const { page } = await offline.revisit('/Contact');
  await offline.writeOffline(page, ENQUIRY);
  /** How many wait after so many others were put there, in place of those before, and one was sent. */
  const countWith = async (count: number, bytes: number, message: string) => {
    await page.evaluate(async (sizes) => {
      const open = indexedDB.open('waiting-forms');
      await new Promise((resolve) => open.addEventListener('success', resolve));
      const transaction = open.result.transaction('waiting-forms', 'readwrite');
      for (const [key, size] of sizes.entries()) {
        const fields = [['file', new File([new Uint8Array(size)], 'a.pdf')]];
        const form = { key: `${key}`, form: 'a', action: '/', state: 'waiting', messages: [] };
        transaction.objectStore('waiting-forms').put({ ...form, writtenAt: 0, fields });
      }
      open.result.close();
    }, Array<number>(count).fill(bytes));
    await fill(page, { ...ENQUIRY, message });
    await submit(page);
    await expect.poll(() => page.locator('form.form').getAttribute('aria-busy')).toBe('false');
    return (JSON.parse(await stored(page)) as unknown[]).length;
  };
  expect(await countWith(1, 20 * 2 ** 20, 'Too large')).toBe(2);
  expect(await countWith(8, 1, 'Tenth')).toBe(10);
  expect(await countWith(8, 1, 'Eleventh')).toBe(10);
  expect(await page.locator('form.form [role=alert]').textContent()).toBe(
    'This form could not be sent, and too many others wait on this phone. What you wrote is still here: please try again when you are online.',
  );
  expect(await page.locator('[name=message]').inputValue()).toBe('Eleventh');
});

test('a form that was deleted while it waited is not sent; pressed again, the same form waits once', async () => {
  const { page, context } = await offline.visit('/Contact');
  await offline.writeOffline(page, { ...ENQUIRY, message: 'Deleted' });
  await fill(page, { ...ENQUIRY, message: 'Deleted' });
  await submit(page);
  await expect.poll(() => page.locator('form.form [name=message]').inputValue()).toBe('');
  expect(await notice(page).textContent()).toBe(WAITS);
  await page.locator('.offline-notice summary').first().click();
  await deleteForm(page, 'Get In Touch');
  await offline.goOnline(context);
  await fill(page, { ...ENQUIRY, message: 'Sent' });
  await submit(page);
  await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
  await expect.poll(messages).toEqual(['Sent']);
});

/** Runs in a page. */
const countWorkers = async () => (await navigator.serviceWorker.getRegistrations()).length;

test('a form with Retry-After delays no other, and an expired one is not sent', async () => {
  const { page, context } = await offline.newVisitor({ connection: { saveData: true } });
  await context.route('**/*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  // The page sends the oldest form at once; while that goes on the network must stay down.
  const oldestFailed = page.waitForEvent('requestfailed', {
    predicate: (sent) => sent.resourceType() === 'fetch' && /Hello/.test(sent.postData() ?? ''),
    timeout: 0,
  });
  for (const [path, values, ageMs, count] of [
    ['/Contact', { ...ENQUIRY, message: 'Later' }, 1_000, '1 form not'],
    ['/Admission', { ...ADMISSION, name: 'Next' }, 0, '2 forms not'],
    ['/nekhpur/Contact', ENQUIRY, OFFLINE_LIMITS.formMs + 1_000, '3 forms not'],
  ] as const) {
    await page.clock.setFixedTime(Date.now() - ageMs);
    await page.goto(offline.network.url + path);
    await startIsland(page, 'form.form');
    await fill(page, values);
    await submit(page);
    await expect.poll(() => notice(page).textContent()).toContain(count);
  }
  await oldestFailed;
  await page.goto('about:blank');
  await page.clock.setFixedTime(Date.now());
  const response = (code: number, json: object | null) => ({ status: code, json });
  let later = response(503, { ok: false, error: 'storage' });
  await context.route('**/Contact', (route) =>
    route.request().method() === 'POST' ? route.fulfill(later) : route.continue(),
  );
  // Last: interception ends with the last route, and may begin again too late for the next page.
  await context.unroute('**/*');
  await page.goto(`${offline.network.url}/nekhpur/Contact`);
  await expect.poll(() => notice(page).textContent()).toBe(`${WAITS} ${SENT} 1 form was not sent.`);
  expect(await page.locator('.offline-notice li').first().textContent()).toContain(
    'Offline for too long.',
  );
  await expect.poll(() => offline.arrivals('Admission').length).toBe(1);
  const tryNow = page.getByRole('button', { name: 'Try now' });
  // The last two are no response to a form: a network's own page, and a proxy's.
  for (const code of [429, 408, 425, 200, 404]) {
    later = response(code, code > 404 ? { ok: false, error: 'later' } : null);
    const rejected = context.waitForEvent('response', (arrived) => arrived.status() === code);
    // "Back" leads to the page, too.
    const comeBack = () => page.evaluate(() => dispatchEvent(new Event('pageshow')));
    await (code === 408 ? comeBack() : tryNow.click());
    await rejected;
  }
  await context.unroute('**/Contact');
  await tryNow.click();
  await expect
    .poll(() => notice(page).textContent())
    .toBe('2 forms were sent. 1 form was not sent.');
  const sent = () =>
    new Set(offline.provider.received.map(({ fields }) => fields['message'] ?? fields['name']));
  await expect.poll(sent).toEqual(new Set(['Later', 'Next']));
  expect(offline.provider.received).toHaveLength(2);
});

test('where the device never opens its database, or lets nothing be marked, nothing of a form is stored, and its text stays', async () => {
  const { page, context } = await offline.visit('/Contact');
  for (const fault of [
    'indexedDB.open = () => new EventTarget()',
    "Storage.prototype.setItem = () => { throw new Error('full') }",
  ]) {
    await offline.goOnline(context);
    await page.goto(`${offline.network.url}/Contact`);
    await startIsland(page, 'form.form');
    await page.evaluate(fault);
    await page.clock.install();
    await offline.goOffline(context);
    await fill(page, ENQUIRY);
    await submit(page);
    const busyLater = async () => {
      await page.clock.fastForward(OFFLINE_LIMITS.openMs);
      return page.locator('form.form').getAttribute('aria-busy');
    };
    await expect.poll(busyLater).toBe('false');
    expect(await page.locator('.offline-notice').isVisible()).toBe(false);
    expect(await page.locator('[name=message]').inputValue()).toBe(ENQUIRY.message);
    expect(await page.locator('form.form [role=alert]').textContent()).toBe(
      'This form could not be sent, nor saved on this phone. What you wrote is still here: please try again when you are online.',
    );
    const databases = await page.evaluate(() => indexedDB.databases());
    expect(databases.length === 0 ? '[]' : await stored(page)).toBe('[]');
  }
});

test('SERVICE_WORKER=off: the worker and all that it kept go at the next page, and what waits is sent', async () => {
  const { page, context } = await offline.visit('/Contact');
  await offline.writeOffline(page, ENQUIRY);
  await offline.replaceSite({ environment: { SERVICE_WORKER: 'off' } });
  await offline.goOnline(context);
  await page.goto(`${offline.network.url}/Vision`);
  await expect.poll(() => notice(page).textContent()).toBe(SENT);
  await expect.poll(() => page.evaluate(countWorkers)).toBe(0);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  await expect.poll(() => offline.arrivals('Get%20In%20Touch').length).toBe(1);
  await offline.goOffline(context);
  await expect(page.goto(`${offline.network.url}/Vision`)).rejects.toThrow('net::ERR');
});

test('a new worker keeps the pages of the build that was visited last, also after a rollback to it', async () => {
  const { page } = await offline.visit('/Vision');
  const own = await page.evaluate(async () => {
    // The first is the older cache, and has the newer page.
    for (const [name, keptAt] of [
      ['gis-1', Date.now() - 1_000],
      ['gis-2', Date.now() - 2_000],
    ] as const) {
      const headers = { 'X-Kept-At': String(keptAt) };
      await (await caches.open(name)).put('/kept', new Response('', { headers }));
    }
    return (await caches.keys())[0];
  });
  /** A page that comes before the worker has gone with the last page that it controlled keeps it. */
  const startNewWorker = async () => {
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.unregister();
    });
    await page.goto('about:blank');
    await page.goto(`${offline.network.url}/Mission`);
    await untilKept(page);
    // A page that lists what is kept may open a cache again that the worker has just deleted.
    return page.evaluate(async () => {
      const names = await caches.keys();
      const counts = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).length),
      );
      return names.filter((_, index) => counts[index] !== 0);
    });
  };
  await expect.poll(startNewWorker).toEqual([own, 'gis-1']);
});

/** Of this site, in all caches. */
const keptAddresses = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => url.slice(location.origin.length));
  });

test('a worker keeps nothing more once the visitor saves data', async () => {
  const { page, context } = await offline.visit('/Vision');
  const worker = await workerOf(context);
  const setSaving = (saveData: boolean) =>
    worker.evaluate((value) => {
      const connection = { value: { saveData: value }, configurable: true };
      Object.defineProperty(navigator, 'connection', connection);
    }, saveData);
  await setSaving(true);
  await page.goto(`${offline.network.url}/Mission`);
  await setSaving(false);
  await page.goto(`${offline.network.url}/Sports`);
  await untilKept(page);
  const kept = await keptAddresses(page);
  expect(['/Vision', '/Mission'].filter((path) => kept.includes(path))).toEqual(['/Vision']);
});

test('nothing is kept but pages and what they are made of: no certificate, no data, no response to a form or search', async () => {
  offline.provider.files = { 'certificates/one.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xe0]) };
  const { page } = await offline.visit('/Tc');
  await startIsland(page, 'form.form');
  await fill(page, { admission: 'x', name: 'y' });
  await Promise.all([page.waitForEvent('download'), submit(page)]);
  await page.evaluate(async () => {
    await fetch('/api/news');
    await fetch('/Search?q=sports');
    await fetch('/sitemap.xml');
  });
  await page.goto(`${offline.network.url}/Search?q=sports`);
  const plain = (path: string) =>
    page.evaluate((action) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action });
      document.body.append(form);
      form.submit();
    }, path);
  const rejected = page.waitForResponse((response) => response.status() === 422);
  const arrived = page.waitForURL('**/Contact?from=form');
  await plain('/Contact?from=form');
  await Promise.all([rejected, arrived]);
  await page.goto(`${offline.network.url}/Sports`);
  await untilKept(page);
  const kept = await keptAddresses(page);
  const [pages, assets] = [false, true].map((isAsset) =>
    kept.filter((url) => url.startsWith('/assets/') === isAsset),
  );
  const offlinePages = CAMPUSES.map((campus) => campusPath(campus, 'Offline'));
  expect(pages?.toSorted()).toEqual(['/Sports', '/Tc', ...offlinePages].toSorted());
  expect(assets?.filter((url) => /\.(jpg|png|webp|avif)$/.test(url))).toEqual([]);
});

/** Caches pages, each with its age in milliseconds. */
const keep = (page: Page, pages: readonly (readonly [string, ageMs: number])[]) =>
  page.evaluate(async (all) => {
    const [name = ''] = await caches.keys();
    const cache = await caches.open(name);
    for (const [path, ageMs] of all) {
      const headers = { 'Content-Type': 'text/html', 'X-Kept-At': String(Date.now() - ageMs) };
      await cache.put(path, new Response('<h1>kept</h1>', { headers }));
    }
  }, pages);

test('a page that the school has taken down, or that is too old, opens no more without a network', async () => {
  const { page, context } = await offline.revisit('/Vision');
  await keep(page, [
    ['/Taken/down', 0],
    ['/Without/title', 3_600_000],
    ['/Too/old', OFFLINE_LIMITS.pageMs + 1_000],
  ]);
  await page.goto(`${offline.network.url}/Taken/down`);
  expect(await page.locator('h1').textContent()).not.toBe('kept');
  await expect.poll(() => keptAddresses(page)).not.toContain('/Taken/down');
  await offline.goOffline(context);
  // In English, as no Hindi page was visited.
  for (const path of ['/hi/Mission', '/Taken/down', '/Too/old']) {
    await page.goto(offline.network.url + path);
    expect([path, await page.locator('h1').textContent()]).toEqual([path, "You're offline"]);
  }
  const list = page.locator('[data-enhance=kept-pages] a');
  await expect
    .poll(() => list.allTextContents())
    .toEqual([expect.stringContaining('Vision |'), '/Without/title']);
});

test('a device stores a limited number of pages for a limited time, also after its clock was ahead; the offline pages stay and are fetched each day', async () => {
  const { page } = await offline.visit('/Vision');
  const { pages, pageMs, offlinePageMs } = OFFLINE_LIMITS;
  const count = pages + 5;
  await keep(
    page,
    Array.from({ length: count }, (_, index) => [
      `/kept/${index}`,
      (index === 0 ? pageMs : 2 * offlinePageMs) + 1_000 * (count - index),
    ]),
  );
  await page.goto(`${offline.network.url}/Mission`);
  const keptNow = async () =>
    (await keptAddresses(page)).filter((path) => !/^\/assets\/|\/Offline$/.test(path));
  await expect.poll(async () => (await keptNow()).length).toBe(pages);
  expect(await keptNow()).toEqual(
    expect.arrayContaining(['/Vision', '/Mission', `/kept/${pages + 4}`]),
  );
  expect(await keptNow()).not.toContain('/kept/0');

  await keep(page, [['/Offline', offlinePageMs + 1_000]]);
  await page.goto(`${offline.network.url}/Sports`);
  const standIn = () => page.evaluate(async () => (await caches.match('/Offline'))?.text());
  await expect.poll(standIn).toContain('<h1>You&#x27;re offline</h1>');

  const ahead = Array.from({ length: count }, (_, index) => `/ahead/${index}`);
  await keep(
    page,
    ['/Offline', ...ahead].map((path) => [path, -2 * pageMs]),
  );
  await page.goto(`${offline.network.url}/nekhpur/Vision`);
  await expect.poll(standIn).toContain('<h1>You&#x27;re offline</h1>');
  expect(await keptNow()).toContain('/nekhpur/Vision');
  expect(await keptNow()).not.toContain('/ahead/0');
});

test('a page of the network in place of a script is not kept: the script comes once the site responds', async () => {
  const { page } = await offline.visit('/Vision');
  const script = await page.evaluate(async () => {
    const html = await (await fetch('/Contact')).text();
    return /\/assets\/island_GetInTouchForm-\w+\.js/.exec(html)?.[0] ?? '';
  });
  const type = () =>
    page.evaluate(async (url) => (await fetch(url)).headers.get('Content-Type'), script);
  const site = await offline.replaceSite();
  // A Wi-Fi whose login page is the response to everything.
  const wifi = await listen((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Log in</h1>');
  });
  onTestFinished(() => wifi.stop());
  offline.leadTo(wifi.origin);
  expect(await type()).toBe('text/html');
  offline.leadTo(site.url);
  // A connection that was ended just now may fail the first request.
  await expect
    .poll(async () => {
      await page.goto(`${offline.network.url}/Mission`);
      return page.evaluate(isKept, page.url());
    })
    .toBe(true);
  expect(await type()).toContain('javascript');
});

test('a form whose connection breaks off each time delays no other', async () => {
  const { page, context } = await offline.tab('/robots.txt');
  let broken = /./;
  await context.route('**/*', (route) => {
    const request = route.request();
    const isBroken = request.method() === 'POST' && broken.test(request.url());
    return isBroken ? route.abort('connectionreset') : route.continue();
  });
  await page.goto(`${offline.network.url}/Career`);
  await sendLater(page, CAREER, pdfBytes(100_000));
  await page.goto(`${offline.network.url}/Contact`);
  await startIsland(page, 'form.form');
  // An enquiry that an earlier test has sent would be recognized as the same.
  await fill(page, { ...ENQUIRY, message: 'After it' });
  await submit(page);
  await expect.poll(() => notice(page).textContent()).toContain('2 forms not');
  broken = /\/Career$/;
  await page.evaluate(() => dispatchEvent(new Event('pageshow')));
  await expect.poll(() => notice(page).textContent()).toBe(`${WAITS} ${SENT}`);
  await expect.poll(messages).toEqual(['After it']);
});

test('links from other sites lead to one kept page, whatever those sites add to its address', async () => {
  const { page, context } = await offline.revisit('/Vision');
  for (const added of ['?fbclid=a', '?utm_source=whatsapp&new=b']) {
    await page.goto(`${offline.network.url}/Mission${added}`);
    await untilKept(page, `${offline.network.url}/Mission`);
  }
  const missions = (await keptAddresses(page)).filter((path) => path.startsWith('/Mission'));
  expect(missions).toEqual(['/Mission']);
  await offline.goOffline(context);
  await page.goto(`${offline.network.url}/Mission?fbclid=c`);
  expect(await page.locator('h1').textContent()).toBe('Mission');
  await expect.poll(() => notice(page).textContent()).toContain('This page is from');
});
