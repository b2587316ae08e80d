import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openBrowser,
  untilEnhanced,
  untilModuleRan,
  type TestBrowser,
} from '../support/browser.ts';
import { startSite, type TestSite } from '../support/site.ts';

const DOCUMENTS = [
  'Affiliation Letter',
  'Staff Statement',
  'Fee Structure',
  'Academic Calendar',
  'Fire Safety',
  'Land Certificate',
  'NOC',
  'Recognition Certificate',
  'Building Safety Certificate',
  'Water/Health/Sanitation Cert.',
  'Water Analysis Cert.',
  'Society Certificate',
  'SMC',
  'PTA',
  'Last 3 Years Result',
  'Self Declaration',
  'Mandatory Disclosure details',
];
const NEKPUR_LABELS = [
  'The School',
  'Academics',
  'Facilities',
  'Gallery',
  'Admission Enquiry',
  'Career Enquiry',
  'Mandatory Disclosure',
];
const FARRUKHABAD_HREFS = [
  '/',
  '/Vision',
  '/Mission',
  '/ChairmanMessage',
  '/ChairpersonMessage',
  '/AcademicHeadMessage',
  '/PrincipalMessage',
  'https://www.cbse.gov.in/',
  '/LifeatGis',
  '/ExtraCurricularActivity',
  '/SafetySecurity',
  '/Sports',
  '/Infrastructure',
  '/Gallery',
  '/Admission',
  '/Career',
];
const QUICK_LINKS = ['SafetySecurity', 'Infrastructure', 'LifeatGis', 'ErpSoftware', 'Tc'];

/** Layout shift that the fonts may cause when they replace their fallbacks. */
const MAX_FONT_SHIFT = 0.02;

let browser: TestBrowser;
let site: TestSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([
    openBrowser(),
    startSite({ isSample: true, sharesPictures: true }),
  ]);
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

/** Values of an attribute (or the texts) of all elements that a selector finds, in order. */
function all(page: Page, selector: string, attribute = ''): Promise<string[]> {
  return page
    .locator(selector)
    .evaluateAll(
      (elements, name) =>
        elements.map((element) =>
          ((name === '' ? element.textContent : element.getAttribute(name)) ?? '').trim(),
        ),
      attribute,
    );
}

test('R-052: the Farrukhabad menu leads to its sixteen addresses', async () => {
  const { page, close } = await browser.visit(`${site.url}/Vision`);
  const hrefs = await all(page, 'header nav a:not([href^="/files/"])', 'href');
  expect(hrefs).toEqual(expect.arrayContaining(FARRUKHABAD_HREFS));
  await close();
});

test('R-043, R-044, R-065, R-066, R-067: the Nekpur menu has its seven entries, each with its links', async () => {
  const { page, close } = await browser.visit(`${site.url}/nekhpur/Vision`);
  expect(await all(page, 'header nav > ul > li > :is(a, button)')).toEqual(NEKPUR_LABELS);
  const group = (index: number) => all(page, `#menu-${index} a`, 'href');
  expect(await group(0)).toEqual([
    '/',
    '/nekhpur/Vision',
    '/nekhpur/Mission',
    '/nekhpur/ChairmanMessage',
    '/nekhpur/ChairpersonMessage',
    '/nekhpur/AcademicHeadMessage',
    '/nekhpur/PrincipalMessage',
    'https://www.cbse.gov.in/',
  ]);
  expect(await group(1)).toEqual([
    '/files/prospectus.pdf',
    '/nekhpur/LifeatGis',
    '/nekhpur/ExtraCurricularActivity',
  ]);
  expect(await group(2)).toContain('/Nekhpur/ErpSoftware');
  await close();
});

test.each(['/Vision', '/nekhpur/Vision'])(
  'R-060, R-061, R-063, R-064: Mandatory Disclosure on %s holds the seventeen documents, each for a new tab, below a heading that leads to their page',
  async (path) => {
    const { page, close } = await browser.visit(site.url + path);
    const selector = '#menu-6 li a';
    expect(await all(page, '#menu-6 .menu-heading a', 'href')).toEqual([
      path.replace('Vision', 'MandatoryDisclosure'),
    ]);
    expect(await all(page, selector)).toEqual(DOCUMENTS);
    expect(new Set(await all(page, selector, 'target'))).toEqual(new Set(['_blank']));
    expect(new Set(await all(page, selector, 'rel'))).toEqual(new Set(['noopener']));
    await close();
  },
);

test.each([1440, 360])(
  'R-068: at %i px a menu opens by keyboard, says so, and closes by Escape with the focus back',
  async (width) => {
    const { page, faults, close } = await browser.visit(`${site.url}/Vision`, { width });
    const sheet = page.getByRole('button', { name: 'Menu', exact: true });
    if (width < 1280) await sheet.press('Enter');
    const button = page.getByRole('button', { name: 'Academics' }).first();
    const link = page.locator('#menu-1 a').first();
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
    await button.press('Enter');
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
    await link.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
    await link.waitFor({ state: 'hidden' });
    await expect
      .poll(() => button.evaluate((element) => element === document.activeElement))
      .toBe(true);
    expect(faults).toEqual([]);
    await close();
  },
);

test('R-068: a menu that was opened before its script came is called open by it', async () => {
  const { page, faults, close } = await browser.visit('about:blank', { width: 360 });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/menu-*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.url}/Vision`);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.locator('#menu:popover-open').waitFor();
  release();
  await untilModuleRan(page, 'menu');
  expect(await all(page, '.menu-button, #menu button.menu-top', 'aria-expanded')).toEqual([
    'true',
    ...Array.from({ length: 4 }, () => 'false'),
  ]);
  expect(faults).toEqual([]);
  await close();
});

test.each([1440, 360])(
  'R-068: at %i px every link of the menu can be reached without JavaScript',
  async (width) => {
    const { page, close } = await browser.visit(`${site.url}/Vision`, { width, javaScript: false });
    if (width < 1280) await page.locator('.menu-button').click();
    for (const index of [0, 1, 2, 6]) {
      await page.locator(`[popovertarget="menu-${index}"]:not([popovertargetaction])`).click();
      const links = page.locator(`#menu-${index} a`);
      await links.first().waitFor();
      for (const link of await links.all()) expect(await link.isVisible()).toBe(true);
      await page.keyboard.press('Escape');
    }
    await close();
  },
);

test.each(['/', '/Vision', '/nekhpur/News', '/NoSuchPage'])(
  'R-003, R-075: the header of %s has one LOGIN and the logo with the name of the school',
  async (path) => {
    const { page, close } = await browser.visit(site.url + path);
    expect(
      await page.locator('header').getByRole('button', { name: 'LOGIN', exact: true }).count(),
    ).toBe(1);
    const brand = page.locator('header .brand');
    expect(await brand.textContent()).toContain('Gangotri International School');
    expect(
      await brand.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0);
    await close();
  },
);

test.each([true, false])(
  'R-004: LOGIN opens a note with the app links and the school code, and goes nowhere (JavaScript: %s)',
  async (javaScript) => {
    const { page, faults, close } = await browser.visit(`${site.url}/Vision`, { javaScript });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByRole('button', { name: 'LOGIN', exact: true }).click();
    const note = page.locator('#login');
    await note.waitFor();
    expect(await note.textContent()).toContain('GISNUP');
    await note.getByRole('link', { name: /Google Play/ }).waitFor();
    await note.getByRole('link', { name: /App Store/ }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await note.waitFor({ state: 'hidden' });
    expect(page.url()).toBe(`${site.url}/Vision`);
    expect(requests.filter((url) => /login|auth/i.test(url))).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  },
);

test('R-076, R-077: the announcements move, rest under the mouse and go on after it', async () => {
  const { page, close } = await browser.visit(`${site.url}/Vision`);
  const region = page.getByRole('region', { name: 'Announcement', exact: true });
  expect(await region.locator('li').count()).toBeGreaterThan(2);
  const track = region.locator('.ticker-track');
  const motion = () => track.evaluate((element) => getComputedStyle(element).animationPlayState);
  await expect.poll(() => track.getAttribute('data-state')).toBe('playing');
  await expect.poll(motion).toBe('running');
  await region.locator('.ticker-window').hover();
  await expect.poll(motion).toBe('paused');
  await page.mouse.move(600, 700);
  await expect.poll(motion).toBe('running');
  await region.getByRole('button', { name: 'Pause announcements' }).click();
  await page.mouse.move(600, 700);
  expect(await motion()).toBe('paused');
  await close();
});

test('R-076: who wants little motion, or has no JavaScript, gets a line that stands still', async () => {
  for (const options of [{ reducedMotion: true }, { javaScript: false }]) {
    const { page, close } = await browser.visit(`${site.url}/Vision`, options);
    const track = page.locator('.ticker-track');
    expect(await track.getAttribute('data-state')).toBeNull();
    expect(
      await page.locator('.ticker-window').evaluate((el) => getComputedStyle(el).overflowX),
    ).toBe('auto');
    await close();
  }
});

test('R-010, R-012, R-013, R-014, R-015: the footer tells where both branches are and how to reach them', async () => {
  const { page, close } = await browser.visit(`${site.url}/nekhpur/Vision`);
  const footer = page.locator('footer');
  const branches = footer.locator('.branch');
  expect(await branches.count()).toBe(2);
  for (const branch of await branches.all()) {
    expect(await branch.locator('address').textContent()).toContain('Farrukhabad');
    expect(await branch.locator('a[href^="tel:+91"]').count()).toBe(1);
    expect(await branch.locator('a[href^="mailto:"]').count()).toBe(1);
    expect(await branch.locator('a[title^="Map of"]').count()).toBe(1);
  }
  const text = await footer.textContent();
  expect(text).toContain('GISNUP');
  expect(text).not.toMatch(/\{|undefined/);
  expect(await footer.getByRole('link', { name: /Google Play/ }).count()).toBe(1);
  expect(await footer.getByRole('link', { name: /App Store/ }).count()).toBe(1);
  expect(await footer.getByRole('link', { name: 'Campus ERP' }).getAttribute('href')).toMatch(
    /^https:/,
  );
  await close();
});

test('R-010: the map is loaded by a click only, into a frame with a title', async () => {
  const { page, close } = await browser.visit(`${site.url}/Vision`);
  const foreign: string[] = [];
  await page.route(/openstreetmap/, (route) => {
    foreign.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: 'a map' });
  });
  const link = page.getByRole('link', { name: 'Map of Farrukhabad' });
  await untilEnhanced(link, 'map');
  expect(foreign).toEqual([]);
  await link.click();
  const frame = page.locator('footer iframe');
  expect(await frame.getAttribute('title')).toBe('Map of the Farrukhabad campus');
  await expect.poll(() => foreign.length).toBeGreaterThan(0);
  expect(page.url()).toBe(`${site.url}/Vision`);
  await close();
});

test.each([
  ['/Vision', '', '/HomeFr'],
  ['/nekhpur/Vision', '/nekhpur', '/Nekhpur/Home'],
])(
  'R-011, R-045, R-046, R-053: quick links and breadcrumb of %s stay on its campus',
  async (path, prefix, home) => {
    const { page, close } = await browser.visit(site.url + path);
    expect(await all(page, 'footer nav a', 'href')).toEqual(
      QUICK_LINKS.map((name) => `${prefix}/${name}`),
    );
    const quickLinks = page.getByRole('navigation', { name: 'Quick Links' });
    expect(await quickLinks.getByRole('link').count()).toBe(5);
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
    expect(await breadcrumb.textContent()).toBe('Home | Vision');
    expect(await breadcrumb.getByRole('link').first().getAttribute('href')).toBe(home);
    await close();
  },
);

test.each([
  ['/Vision', '/MandatoryDisclosure', ['menu', 'footer']],
  ['/HomeFr', '/MandatoryDisclosure', ['menu', 'main', 'footer']],
  ['/Home', '/nekhpur/MandatoryDisclosure', ['menu', 'main', 'footer']],
])('R-062: %s leads to %s', async (path, disclosure, places) => {
  const body = await (await fetch(site.url + path)).text();
  const [main, footer] = [body.indexOf('<main'), body.indexOf('<footer')];
  const found = [...body.matchAll(new RegExp(`href="${disclosure}"`, 'g'))].map(({ index }) =>
    index < main ? 'menu' : index < footer ? 'main' : 'footer',
  );
  expect(found).toEqual(places);
});

test('R-009, R-016, R-017: the chooser has two buttons, one to each campus', async () => {
  for (const path of ['/Campus', '/']) {
    const { page, close } = await browser.visit(site.url + path);
    const hrefs = await all(page, 'main .chooser :is(a, button)', 'href');
    expect(hrefs).toEqual(['/HomeFr', '/Home']);
    expect(await page.locator('main').evaluate((main) => main.firstElementChild?.className)).toBe(
      'chooser',
    );
    await close();
  }
});

test('R-059: a page that does not exist keeps the visitor inside: menu, and both ways home', async () => {
  const { page, close } = await browser.visit(`${site.url}/NoSuchPage`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Page not found');
  expect(await all(page, 'main a', 'href')).toEqual(['/HomeFr', '/Home']);
  expect(await page.locator('header nav a').count()).toBeGreaterThan(30);
  await close();
});

test.each([320, 768, 1024, 1200, 1440])(
  'R-259: at %i px the frame fits, hardly anything shifts, and targets are large enough',
  async (width) => {
    for (const path of ['/Campus', '/nekhpur/Vision', '/NoSuchPage']) {
      const { page, faults, close } = await browser.visit(site.url + path, { width });
      await page.evaluate(() => document.fonts.ready);
      const measured = await page.evaluate(
        () =>
          new Promise<{ overflow: number; shift: number; small: string[] }>((done) => {
            let shift = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries())
                shift += 'value' in entry ? Number(entry.value) : 0;
            }).observe({ type: 'layout-shift', buffered: true });
            requestAnimationFrame(() =>
              requestAnimationFrame(() =>
                done({
                  shift,
                  overflow: document.documentElement.scrollWidth - innerWidth,
                  small: [
                    ...document.querySelectorAll(
                      'header button, header .brand, .shortcuts a, footer :is(nav, section) a',
                    ),
                  ]
                    .filter((element) => {
                      const { width: w, height: h } = element.getBoundingClientRect();
                      return w > 0 && (w < 24 || h < 24);
                    })
                    .map(({ textContent }) => textContent),
                }),
              ),
            );
          }),
      );
      expect(measured, path).toMatchObject({ overflow: 0, small: [] });
      expect(measured.shift, path).toBeLessThan(MAX_FONT_SHIFT);
      // The address that does not exist is itself reported by the browser.
      expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
      await close();
    }
  },
);
