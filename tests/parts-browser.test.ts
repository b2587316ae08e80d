import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations, sidewaysScroll } from './harness/axe.ts';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { startDevServer, type DevServer } from './harness/dev-server.ts';
import { PARTS } from '../client/dev/parts/PartsPage.tsx';

let dev: DevServer;
let browser: TestBrowser;

beforeAll(async () => {
  [dev, browser] = await Promise.all([startDevServer(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await dev.close();
});

test('the parts page is found at /_parts, in the scheme that its address names', async () => {
  const { page, close } = await browser.visit(`${dev.url}/_parts`, { dark: true });
  expect(new URL(page.url()).pathname).toBe('/_parts/farrukhabad/light/frame');
  const paper = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await page.getByRole('link', { name: 'farrukhabad, dark' }).click();
  await page.waitForURL('**/dark/frame');
  expect(await paper()).not.toBe(light);
  await close();
});

/** Both campuses at both widths; a scheme changes colours only. */
const walks = PARTS.map(({ path, scheme }) => ({
  path,
  width: scheme === 'light' ? 360 : 1440,
}));

test.each(walks)(
  'R-259, R-263: $path at $width px has no sideways scroll and no axe violation',
  async ({ path, width }) => {
    const { page, faults, close } = await browser.visit(dev.url + path, {
      width,
      reducedMotion: true,
    });
    const opens = path.endsWith('/moving');
    if (opens) await page.locator('dialog.popup[open]').waitFor();
    const inDialog = opens ? await axeViolations(page) : [];
    await page.keyboard.press('Escape');
    expect(await sidewaysScroll(page)).toBe(0);
    expect([...inDialog, ...(await axeViolations(page))]).toEqual([]);
    // Missing pictures are shown on purpose.
    expect(faults.filter((fault) => !fault.includes('status of 404'))).toEqual([]);
    await close();
  },
);
