import { expect, test } from 'vitest';
import type { LogLine } from '../support/test-log.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const { browser, site } = siteInBrowser();

async function errorOf(cause: RegExp, path: string): Promise<LogLine> {
  const isIt = (line: LogLine): boolean =>
    line.event === 'browser-error' && line['path'] === path && cause.test(String(line['cause']));
  await expect.poll(() => site.lines.some(isIt)).toBe(true);
  return site.lines.find(isIt) ?? { event: '', level: '' };
}

test('errors, rejections and policy violations reach the log and fail the test; a skipped transition between pages does not', async () => {
  const { page, errors } = await browser.tab(`${site.url}/Admission?name=Planted`, {
    expects: /planted|not awaited|view transition/i,
  });
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('planted of "Asha Planted" is not a function');
    });
    void Promise.reject(new RangeError('not awaited'));
    const script = document.createElement('script');
    script.src = 'https://cdn.example/x.js?name=Planted';
    document.head.append(script);
  });
  for (const script of [/^TypeError$/, /^RangeError$/])
    expect(await errorOf(script, '/Admission')).toMatchObject({ state: 'script' });
  expect(await errorOf(/script-src/, '/Admission')).toMatchObject({
    state: 'policy',
    cause: 'script-src-elem https://cdn.example',
  });
  expect(JSON.stringify(site.lines)).not.toContain('Planted');
  await expect.poll(() => errors.join()).toContain('Content Security Policy');
  await expect.poll(() => errors.join()).toContain('pageerror');

  await page.evaluate(() => {
    for (const message of ['Transition was skipped', 'Old view transition aborted by a new one'])
      void Promise.reject(new DOMException(message, 'AbortError'));
    void Promise.reject(new DOMException('not awaited', 'DataError'));
  });
  // Reports are sent in the order of the errors.
  await errorOf(/^DataError$/, '/Admission');
  expect(site.lines.filter(({ cause }) => cause === 'AbortError')).toEqual([]);
});

test('an island that does not load is reported, and a loop of errors stops after five', async () => {
  const { page } = await browser.tab(`${site.url}/robots.txt`, { expects: /island_|again/ });
  await page.route('**/assets/island_CareerForm-*', (route) => route.abort());
  await page.goto(`${site.url}/Career`);
  const before = site.lines.filter(({ path }) => path === '/api/browser-error').length;
  await page.locator('main form').first().hover();
  expect(await errorOf(/^TypeError$/, '/Career')).toMatchObject({
    file: expect.stringMatching(/^\/assets\/island_CareerForm-/),
  });
  await page.evaluate(() => {
    for (let count = 0; count < 50; count += 1)
      setTimeout(() => {
        throw new Error('again');
      });
  });
  await errorOf(/^Error$/, '/Career');
  await page.goto(`${site.url}/Mission`);
  const after = site.lines.filter(({ path }) => path === '/api/browser-error').length;
  expect(after - before).toBeLessThanOrEqual(5);
});
