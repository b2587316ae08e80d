import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIsland } from '../support/browser.ts';
import { ENQUIRY, expectSent, fill, submit } from '../support/form-page.ts';
import { freePort } from '../support/free-port.ts';
import { sidewaysScroll } from '../support/page-checks.ts';
import { sharedBrowser } from '../support/site-in-browser.ts';
import { startSite, type TestSite } from '../support/site.ts';

let site: TestSite;
const browser = sharedBrowser();
let siteUrl: string;
let otherUrl: string;

beforeAll(async () => {
  const port = await freePort();
  siteUrl = `http://school.example:${port}`;
  otherUrl = `http://www.school.example:${port}`;
  const environment = { PORT: String(port), SITE_URL: siteUrl };
  site = await startSite({ providerHas: 'nothing', environment });
});

afterAll(() => site.close());

test.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])(
  'S9: %s, a form sent from another name of the site shows the address that accepts it',
  async (how, javaScript) => {
    const { page } = await browser.visit(`${otherUrl}/HomeFr`, {
      javaScript,
      width: 360,
      // Its address is plain HTTP.
      expects: /untrustworthy|origin-keyed/,
    });
    if (javaScript) await startIsland(page, 'form.form');
    await fill(page, { ...ENQUIRY, name: how });
    await submit(page);
    const notice = page.locator('form.form [role=alert]');
    await notice.waitFor();
    await expect.poll(() => notice.evaluate(isInView)).toBe(true);
    const { phone } = site.content.site.campuses.FARRUKHABAD;
    expect(await notice.textContent()).toBe(
      `Your form was not sent, as it did not come from ${siteUrl}. Please open ${siteUrl}/HomeFr and send it there. Or call the school: ${phone}.`,
    );
    expect(await page.inputValue('form.form [name=name]')).toBe(how);
    expect(await page.inputValue('form.form [name=message]')).toBe(ENQUIRY.message);
    expect(site.provider.received).toHaveLength(0);
    expect(await sidewaysScroll(page)).toBe(0);
    await notice.getByRole('link').click();
    await page.waitForURL(`${siteUrl}/HomeFr`);
    if (javaScript) await startIsland(page, 'form.form');
    await expectSent(page, { ...ENQUIRY, name: how });
    expect(site.provider.received.splice(0)).toHaveLength(1);
  },
);

/** Runs in the page. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && Math.floor(bottom) <= innerHeight;
}
