import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { startSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let browser: TestBrowser;

beforeAll(async () => {
  [site, browser] = await Promise.all([
    startSite({ prewarm: true, sharesPictures: true }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

test.each(['/Admission', '/Career', '/nekhpur/Admission', '/nekhpur/Career'])(
  'R-006: %s has one form, which works without JavaScript',
  async (path) => {
    const { page, close } = await browser.visit(site.url + path, { javaScript: false });
    expect(await page.locator('form').count()).toBe(1);
    const form = page.locator('form');
    expect(await form.getAttribute('method')).toBe('post');
    expect(new URL((await form.getAttribute('action')) ?? '', site.url).pathname).toBe(path);
    await form.locator('[type=submit]').click();
    const fields = page.locator('form .field');
    await expect.poll(() => fields.locator('.field-error').count()).toBe(6);
    expect(await fields.count()).toBe(6);
    await close();
  },
);

test.each(['/Tc', '/nekhpur/Tc'])(
  'R-007 R-150 R-151: %s has a form with admission number and name, and the sample PDF in a frame',
  async (path) => {
    const { page, faults, close } = await browser.visit(site.url + path);
    const form = page.locator('main form');
    expect(await form.getByLabel(/admission number/i).count()).toBe(1);
    expect(await form.getByLabel(/student.*name/i).count()).toBe(1);
    const frame = page.locator('main iframe');
    expect(await frame.getAttribute('height')).toBe('500');
    expect(await frame.getAttribute('title')).toMatch(/transfer certificate/i);
    const source = (await frame.getAttribute('src')) ?? '';
    const answer = await fetch(new URL(source, site.url));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    await answer.arrayBuffer();
    expect(await page.locator(`main a[href="${source.replace(/#.*/, '')}"]`).count()).toBe(1);
    expect(faults).toEqual([]);
    await close();
  },
);

test.each(['/ErpSoftware', '/Nekhpur/ErpSoftware'])(
  'R-008: %s describes the software and its vendor',
  async (path) => {
    const { page, close } = await browser.visit(site.url + path, { javaScript: false });
    expect(await page.locator('h1').textContent()).toBe('ERP Software');
    expect((await page.locator('main').textContent())?.length).toBeGreaterThan(800);
    expect(await page.getByText('Both campuses run on Campus ERP').isVisible()).toBe(true);
    expect(await page.locator('main').getByRole('link', { name: 'Campus ERP' }).count()).toBe(2);
    await close();
  },
);
