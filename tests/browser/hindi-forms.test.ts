import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dialogsOf, startIsland } from '../support/browser.ts';
import { ADMISSION, attach, CAREER, ENQUIRY, fill, status, submit } from '../support/form-page.ts';
import { holdRequest } from '../support/moments.ts';
import { notice, OfflineSite } from '../support/offline-site.ts';
import { pdfBytes } from '../support/pdf.ts';

/** No state of a form below /hi has English words. */

const offline = new OfflineSite();

/** Names of kinds of files, references, and what the school calls by Latin letters. */
const NAMES = /\b(CV|PDF|MB|GIS-[\w-]+|tc\.jpg|LKG|UKG)\b/g;

/** Words of Latin letters that the page's form and the notice of waiting forms show. */
const english = (page: Page) =>
  page
    .locator('form.form, .offline-notice')
    .allInnerTexts()
    .then(
      (texts) =>
        texts
          .join('\n')
          .replace(NAMES, '')
          .match(/[a-z]{2,}.*/gi) ?? [],
    );

const openForm = async (path: string): Promise<Page> => (await offline.tab(path)).page;

async function fillIn(page: Page, values: Readonly<Record<string, string>>, cv = pdfBytes(2_000)) {
  await fill(page, values);
  if ((await page.locator('input[type=file]').count()) > 0) await attach(page, cv);
}

const FORMS = [
  ['/hi/Contact', ENQUIRY],
  ['/hi/Admission', ADMISSION],
  ['/hi/nekhpur/Career', CAREER],
] as const;

/** Sends a form that is rejected, and looks at it while it is sent and after that. */
async function failToSend(page: Page, failure: Locator): Promise<void> {
  const post = await holdRequest(page, (request) => request.resourceType() === 'xhr');
  await submit(page);
  await post.reached;
  expect(await english(page)).toEqual([]);
  await post.release();
  await failure.waitFor();
  expect(await english(page)).toEqual([]);
}

test.each(FORMS)(
  '%s with its script: wrong, sending, rejected, sent, kept, blocked',
  async (path, values) => {
    const page = await openForm(path);
    await startIsland(page, 'form.form');
    const failure = page.locator('form.form .form-failure');
    expect(await english(page)).toEqual([]);

    await submit(page);
    await page.locator('.form-summary').waitFor();
    expect(await english(page)).toEqual([]);

    await fillIn(page, { ...values, name: 'x'.repeat(101), phone: 'call me' }, Buffer.from('text'));
    await page.locator('form.form [name=name]').focus();
    await submit(page);
    await page.locator('.field-error').first().waitFor();
    expect(await english(page)).toEqual([]);

    await fillIn(page, values, Buffer.concat([pdfBytes(2_000), Buffer.from('/Encrypt')]));
    await page.locator('form.form [name=website]').evaluate((trap: HTMLInputElement) => {
      trap.value = 'filled in';
    });
    await failToSend(page, failure);

    await submit(page);
    await page.locator('.form-reference').waitFor();
    expect(await english(page)).toEqual([]);

    await offline.goOffline(page.context());
    await fillIn(page, values);
    await submit(page);
    await expect.poll(() => notice(page).textContent()).not.toBe('');
    await expect.poll(() => status(page).textContent()).not.toBe('');
    expect(await english(page)).toEqual([]);

    await page.evaluate(() => {
      indexedDB.open = () => {
        throw new Error('blocked');
      };
    });
    await fillIn(page, values);
    await submit(page);
    await failure.waitFor();
    expect(await english(page)).toEqual([]);
  },
);

test.each(FORMS)('%s whose script does not come: kept', async (path, values) => {
  const { page } = await offline.tab('/robots.txt', { expects: /./ });
  await page.route('**/*', (route) => {
    const request = route.request();
    const isLost = request.method() !== 'GET' || /Form-/.test(request.url());
    return isLost ? route.abort() : route.fallback();
  });
  await page.goto(offline.network.url + path);
  await fillIn(page, values);
  await submit(page);
  await expect.poll(() => status(page).textContent()).not.toBe('');
  await page.locator('.offline-notice').waitFor();
  expect(await english(page)).toEqual([]);
});

test('/hi/Tc: empty, looking, not found, without a network, not downloaded, downloaded', async () => {
  const page = await openForm('/hi/Tc');
  const dialogs = dialogsOf(page);
  await startIsland(page, 'form.form');
  const failure = page.locator('form.form .form-failure');
  expect(await english(page)).toEqual([]);
  await submit(page);
  await failure.waitFor();
  expect(await english(page)).toEqual([]);

  await fill(page, { admission: '१२३', name: 'आशा' });
  await failToSend(page, failure);

  const respond = (certificate: object | null) =>
    page.route('**/hi/Tc', (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      return certificate === null ? route.abort() : route.fulfill({ json: certificate });
    });
  await respond(null);
  const failed = page.waitForEvent('requestfailed');
  await submit(page);
  await failed;
  await failure.waitFor();
  expect(await english(page)).toEqual([]);

  await respond({ ok: true, data: '/tc-image?link=no' });
  await submit(page);
  await expect.poll(() => dialogs.join('')).toMatch(/^[^a-z]+$/i);
  await failure.waitFor();
  expect(await english(page)).toEqual([]);

  await page.route('**/tc-image?*', (route) =>
    route.fulfill({ contentType: 'image/jpeg', body: 'certificate' }),
  );
  await submit(page);
  await expect.poll(() => status(page).textContent()).not.toBe('');
  expect(await english(page)).toEqual([]);
});
