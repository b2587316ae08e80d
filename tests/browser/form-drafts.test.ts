import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { blockStorage, startIsland, untilModuleRan } from '../support/browser.ts';
import {
  ADMISSION,
  attach,
  CAREER,
  ENQUIRY,
  fill,
  status,
  submit,
  SUCCESS,
} from '../support/form-page.ts';
import { holdRequest } from '../support/moments.ts';
import { notice, OfflineSite, SENT } from '../support/offline-site.ts';
import { pdfBytes } from '../support/pdf.ts';

/** What is typed into a form stays for the tab until it is sent. */

const offline = new OfflineSite();

/** All that the tab has of forms, as text. */
const draft = (page: Page) => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));

async function openForm(path: string, page?: Page): Promise<Page> {
  if (page === undefined) ({ page } = await offline.tab(path));
  else await page.goto(offline.network.url + path);
  await untilModuleRan(page, 'form-draft');
  return page;
}

async function valuesOf(page: Page, names: Readonly<Record<string, string>>) {
  const entries = Object.keys(names).map(
    async (name) => [name, await page.locator(`form.form [name=${name}]`).inputValue()] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

test.each([
  ['/Contact', '/hi/nekhpur/Contact', ENQUIRY],
  ['/Admission', '/hi/nekhpur/Admission', ADMISSION],
  ['/Career', '/hi/nekhpur/Career', CAREER],
] as const)(
  'what is typed at %s is there when the page, or %s, is loaded again; not once it was sent',
  async (path, other, values) => {
    const page = await openForm(path);
    await fill(page, values);
    await page.goto(`${offline.network.url}/robots.txt`);
    await openForm(path, page);
    expect(await valuesOf(page, values)).toEqual(values);
    await openForm(other, page);
    expect(await valuesOf(page, values)).toEqual(values);
    await startIsland(page, 'form.form');
    expect(await page.locator('.form-draft').textContent()).toMatch(/^[^a-z]+$/i);
    if (values === CAREER) await attach(page, pdfBytes(2_000));
    expect(await draft(page)).not.toContain('cv.pdf');
    await submit(page);
    await page.locator('.form-reference').waitFor();
    await expect.poll(() => offline.provider.received.length).toBe(1);
    expect(offline.provider.received[0]?.fields).toMatchObject({ ...values, school: 'NEKPUR' });
    await openForm(path, page);
    expect(new Set(Object.values(await valuesOf(page, values)))).toEqual(new Set(['']));
    expect(await draft(page)).not.toContain(values.name);
  },
);

test('a form that is left while it is sent is no draft: its page is empty, and the form arrives once', async () => {
  const page = await openForm('/Admission');
  await startIsland(page, 'form.form');
  await fill(page, ADMISSION);
  const post = await holdRequest(page, (request) => request.resourceType() === 'xhr');
  await submit(page);
  await post.reached;
  await openForm('/Admission', page);
  expect(new Set(Object.values(await valuesOf(page, ADMISSION)))).toEqual(new Set(['']));
  await expect.poll(() => notice(page).textContent()).toBe(SENT);
  expect(offline.provider.received).toHaveLength(1);
});

test('a form that the browser posts itself leaves no draft in the page of its success, nor elsewhere', async () => {
  const page = await openForm('/Contact');
  await page.route('**/*GetInTouchForm*', (route) => route.abort());
  await fill(page, ENQUIRY);
  await submit(page);
  await page.waitForURL(/\?sent=/);
  await untilModuleRan(page, 'form-draft');
  expect(await status(page).textContent()).toBe(SUCCESS);
  expect(await draft(page)).toBe('[]');
  await fill(page, { name: 'Another' });
  await page.reload();
  await untilModuleRan(page, 'form-draft');
  expect(await page.locator('[name=name]').inputValue()).toBe('Another');
});

test('what another link begins a field with stays; at its own address the text that was typed on is back', async () => {
  const page = await openForm('/HomeFr?topic=alumni');
  const message = page.locator('[name=message]');
  const topic = await message.inputValue();
  expect(topic).not.toBe('');
  await startIsland(page, 'form.form');
  await fill(page, { name: 'Asha', message: `${topic}of Class V` });
  await openForm('/HomeFr?topic=alumni', page);
  expect(await message.inputValue()).toBe(`${topic}of Class V`);
  await openForm('/HomeFr?topic=portal-help', page);
  expect(await message.inputValue()).not.toContain('Class V');
  expect(await page.locator('[name=name]').inputValue()).toBe('Asha');
});

test('nothing of a certificate look-up stays in the tab', async () => {
  const { page } = await offline.tab('/Tc');
  await startIsland(page, 'form.form');
  await fill(page, { admission: '4711', name: 'Ravi' });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(await draft(page)).toBe('[]');
});

test('where storage is blocked a form works, and does not say that it stays', async () => {
  const { page } = await offline.tab('/robots.txt');
  await blockStorage(page, 'sessionStorage');
  await openForm('/Contact', page);
  await expect.poll(() => page.locator('.form-draft').isVisible()).toBe(false);
  await startIsland(page, 'form.form');
  await fill(page, ENQUIRY);
  await submit(page);
  await expect.poll(() => status(page).textContent()).toBe(SUCCESS);
});
