import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, untilEnhanced, type TestBrowser } from '../support/browser.ts';
import { startSite, type SiteOptions, type TestSite } from '../support/site.ts';
import { dayInIndia } from '../../shared/dates.ts';
import type { ListName } from '../../shared/records/provider-lists.ts';

const PICTURES = ['drawings/classroom-1.webp', 'drawings/classroom-2.webp'];

let browser: TestBrowser;
/** With the sample's records. */
let site: TestSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([
    openBrowser(),
    startSite({ prewarm: true, sharesPictures: true }),
  ]);
});

afterAll(async () => {
  await site.close();
  await browser.close();
});

/** A site whose provider answers some lists with other rows, for one test. */
async function withLists<Answer>(
  lists: Partial<Record<ListName, unknown>>,
  run: (site: TestSite) => Promise<Answer>,
  options: SiteOptions = {},
): Promise<Answer> {
  const other = await startSite({
    sharesPictures: true,
    ...options,
    prepare: ({ setList }) => {
      for (const [name, rows] of Object.entries(lists)) setList(name as ListName, rows);
    },
  });
  try {
    return await run(other);
  } finally {
    await other.close();
  }
}

function notice(id: string, more: object = {}) {
  return {
    _id: id,
    title: `Notice ${id}`,
    description: `Text of ${id}`,
    image: [],
    attachments: [],
    url: '',
    ...more,
  };
}

function event(id: string, school: string) {
  return {
    _id: id,
    school,
    title: `Event ${id}`,
    description: '',
    date: '2026-12-01',
    images: [],
    attachments: [],
    url: '',
  };
}

function dialogOf(page: Page): Locator {
  return page.locator('dialog.popup[open]');
}

/** Closes the dialogs that open by themselves, one by one. */
async function closeDialogs(page: Page, titles: readonly string[]): Promise<void> {
  for (const title of titles) {
    await page.getByRole('dialog', { name: title, exact: true }).waitFor();
    await page.keyboard.press('Escape');
  }
  await dialogOf(page).waitFor({ state: 'detached' });
}

function section(page: Page, name: string): Locator {
  return page.locator(`[data-section="${name}"]`);
}

const HOMES = [
  ['/HomeFr', { prefix: '', chairman: '/ChairmanMessage', dialogs: ['Notices'] }],
  [
    '/Home',
    {
      prefix: '/nekhpur',
      chairman: '/Nekpur/ChairmanMessage',
      dialogs: ['Notices', 'Upcoming Events'],
    },
  ],
] as const;

describe.each(HOMES)('%s without a script', (home, { prefix, chairman }) => {
  let page: Page;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ page, close } = await browser.visit(site.url + home, { javaScript: false }));
  });
  afterAll(() => close());

  test('R-069: the parts stand in the order of the specification', async () => {
    const found = await page
      .locator('header.header, [data-section], footer')
      .evaluateAll((elements) =>
        elements.map((element) => element.getAttribute('data-section') ?? element.localName),
      );
    expect(found.filter((name) => name !== 'notices')).toEqual([
      'header',
      'campus-app',
      'slider',
      'tiles',
      'about',
      'message',
      'events',
      'news',
      'birthdays',
      'gallery',
      'get-in-touch',
      'partners',
      'footer',
    ]);
    expect(await page.locator('h1').count()).toBe(1);
  });

  test('R-005: all that visitors come for has its place', async () => {
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
    expect(headings).toEqual(
      expect.arrayContaining([
        'Upcoming Events',
        'Latest News',
        "Today's Birthday",
        'Photo Gallery',
        'Chairman’s Message',
        'Get In Touch',
      ]),
    );
    const main = page.getByRole('main');
    expect(await page.getByRole('region', { name: 'Announcement' }).isVisible()).toBe(true);
    expect(await main.getByRole('link', { name: 'GIS Campus App' }).isVisible()).toBe(true);
    expect(await main.getByRole('link', { name: 'Mandatory Disclosure' }).isVisible()).toBe(true);
  });

  test('R-072 R-078 R-079 R-101: app, registrations and notices are there to read', async () => {
    expect(await section(page, 'campus-app').locator('.app-link img').count()).toBe(1);
    const rows = section(page, 'campus-app').locator('.registration');
    expect(await rows.count()).toBeGreaterThan(0);
    for (const row of await rows.all()) {
      expect(await row.locator('.registration-title').textContent()).not.toBe('');
      expect(await row.locator('a').getAttribute('href')).toMatch(/^\/api\/image\/documents\//);
    }
    expect(await section(page, 'notices').locator('.notice').count()).toBeGreaterThan(3);
    expect(
      await page.getByRole('region', { name: 'Announcement' }).locator('li').count(),
    ).toBeGreaterThan(0);
  });

  test('R-083 R-084 R-085: seven tiles, one of which calls, and none leads nowhere', async () => {
    const hrefs = await section(page, 'tiles')
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs).toHaveLength(7);
    expect(hrefs[0]).toMatch(/\.pdf$/);
    expect(hrefs.filter((href) => href?.startsWith('tel:'))).toEqual(['tel:+915692000000']);
    expect(hrefs.filter((href) => href?.startsWith(`${home}?topic=`))).toHaveLength(5);
    const told = section(page, 'tiles').locator('a[href*="#"]').getByText('contact form');
    expect(await told.count()).toBe(5);
  });

  test('R-086 R-087: about us, and four torch bearers with their portraits', async () => {
    const about = section(page, 'about');
    await about.getByRole('heading', { name: 'About Us', exact: true }).waitFor();
    const shown = about.locator('.about-text p:visible');
    expect((await shown.allTextContents()).join('').length).toBeGreaterThan(100);
    const alts = await about
      .locator('.leaders-list img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('alt')));
    expect(alts.map((alt) => alt?.split(':')[0])).toEqual([
      'Chairman',
      'Chairperson',
      'Principal',
      'Academic Head',
    ]);
  });

  test('R-047 R-048 R-049 R-050 R-088 R-090 R-094 R-097: every way on leads to the pages of this campus', async () => {
    const href = (name: string, label: string) =>
      section(page, name).getByRole('link', { name: label }).getAttribute('href');
    expect(await href('message', 'Read More')).toBe(chairman);
    expect(await href('events', 'Read More')).toBe(`${prefix}/Events`);
    expect(await href('news', 'View More')).toBe(`${prefix}/News`);
    expect(await href('gallery', 'Read More')).toBe(`${prefix}/Gallery`);
    expect(await page.locator('#message-panel').isVisible()).toBe(true);
    expect((await page.locator('.message-text').textContent())?.length).toBeGreaterThan(100);
    expect(await section(page, 'gallery').locator('.album').first().getAttribute('href')).toContain(
      `${prefix}/SubGallery?id=`,
    );
  });

  test('R-076 R-095: the announcements with a file open it in a new tab; the birthdays have their heading', async () => {
    const links = page.getByRole('region', { name: 'Announcement' }).locator('li a');
    expect(await links.count()).toBeGreaterThan(0);
    for (const link of await links.all()) {
      expect(await link.getAttribute('target')).toBe('_blank');
      expect(await link.getAttribute('rel')).toBe('noopener');
    }
    await section(page, 'birthdays')
      .getByRole('heading', { name: "Today's Birthday", exact: true })
      .waitFor();
  });

  test('R-075 R-095 R-098 R-099: logo, birthdays by category, the form, partners', async () => {
    expect(await page.locator('header .brand').getAttribute('href')).toBe(home);
    await page.locator('header .brand').getByText('Gangotri International School').waitFor();
    const lists = section(page, 'birthdays').locator('.birthday-list');
    expect(await lists.locator('h3').allTextContents()).toEqual(['Teachers', 'Students']);
    expect(await lists.nth(0).locator('.birthday').count()).toBe(3);
    expect(await lists.nth(1).locator('.birthday').count()).toBeGreaterThanOrEqual(6);
    expect(
      await section(page, 'get-in-touch')
        .locator('.field [name]')
        .evaluateAll((fields) => fields.map((field) => field.getAttribute('name'))),
    ).toEqual(['name', 'email', 'phone', 'message']);
    const alts = await section(page, 'partners')
      .locator('img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('alt')));
    expect(alts.length).toBeGreaterThan(0);
    expect(alts).not.toContain('');
  });
});

test.each(HOMES)(
  'R-070 R-089 R-100 R-182: on %s the dialogs open one by one; the picture folds the message',
  async (path, { dialogs }) => {
    const { page, faults, close } = await browser.visit(site.url + path);
    for (const title of dialogs) {
      await page.getByRole('dialog', { name: title, exact: true }).waitFor();
      expect(await dialogOf(page).count()).toBe(1);
      await page.keyboard.press('Escape');
    }
    await dialogOf(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');

    const button = page.locator('.message-button');
    await untilEnhanced(button, 'message-panel');
    for (const isOpen of [false, true]) {
      await button.click();
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe(String(isOpen));
      await expect.poll(() => page.locator('#message-panel').isVisible()).toBe(isOpen);
    }
    expect(faults).toEqual([]);
    await close();
  },
);

test('R-072 R-073 R-074: a slide has its first picture, and links only to what there is', async () => {
  const rows = [
    notice('one', {
      image: PICTURES,
      attachments: ['documents/a.pdf'],
      url: 'https://example.org/more',
    }),
    notice('two', { image: [PICTURES[1]], url: 'javascript:alert(1)' }),
    notice('three', { url: 'https://example.org/three' }),
    notice('four', { attachments: ['documents/b.pdf'] }),
  ];
  await withLists({ notification: rows }, async ({ url }) => {
    const { page, close } = await browser.visit(`${url}/HomeFr`);
    const dialog = page.getByRole('dialog', { name: 'Notices', exact: true });
    await dialog.waitFor();
    const slide = dialog.locator('.popup-slide.is-current');
    await slide.getByRole('heading', { name: 'Notice one' }).waitFor();
    await slide.getByText('Text of one').waitFor();
    expect(await slide.locator('img').count()).toBe(1);
    expect(await slide.locator('img').getAttribute('src')).toContain('classroom-1.webp');
    expect(await slide.getByText('Attachment', { exact: true }).getAttribute('href')).toBe(
      '/api/image/documents/a.pdf',
    );
    expect(await slide.getByText('Click Here', { exact: true }).getAttribute('href')).toBe(
      'https://example.org/more',
    );

    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByText('2 of 4').waitFor();
    await slide.getByRole('heading', { name: 'Notice two' }).waitFor();
    // Besides its own page.
    expect(await slide.locator('a').allTextContents()).toEqual(['Notice two']);
    expect(await slide.locator('img').getAttribute('src')).toContain('classroom-2.webp');
    for (const texts of [
      ['Notice three', 'Click Here'],
      ['Notice four', 'Attachment'],
    ]) {
      await dialog.getByRole('button', { name: 'Next' }).click();
      await slide.getByRole('heading', { name: texts[0] }).waitFor();
      expect(await slide.locator('a').allTextContents()).toEqual(texts);
    }
    await dialog.getByRole('button', { name: 'Next' }).click();
    await slide.getByRole('heading', { name: 'Notice one' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialogOf(page).waitFor({ state: 'detached' });
    await close();
  });
});

test('R-071 R-093 R-100 R-245: with empty lists there is no dialog, and every part has its words', async () => {
  const empty = {
    notification: [],
    onlineRegistration: [],
    events: [event('f', 'FARRUKHABAD')],
    news: [],
    birthdays: [],
    gallery: [],
  };
  await withLists({ ...empty, principalMessage: [] }, async ({ url, provider }) => {
    await provider.fail('/api/highlight/GISNUP', { status: 500 });
    const { page, close } = await browser.visit(`${url}/Home`);
    await page.waitForLoadState('networkidle');
    expect(await page.locator('dialog.popup').count()).toBe(0);
    expect(await section(page, 'notices').count()).toBe(0);
    expect(await section(page, 'campus-app').locator('.registration').count()).toBe(0);
    const news = (await section(page, 'news').textContent()) ?? '';
    expect(news).toContain('News Title');
    expect(news).toContain('Stay Tunned For More Updates');
    expect(await page.locator('main .empty').count()).toBe(4);
    expect(await page.locator('.leaders-list img').count()).toBe(4);
    expect((await page.locator('.message-text').textContent())?.length).toBeGreaterThan(100);
    const announcement = page.getByRole('region', { name: 'Announcement' });
    expect(await announcement.count()).toBe(1);
    expect(await announcement.locator('li').count()).toBe(0);
    const empties = () =>
      page.locator('main .empty').evaluateAll((all) =>
        all.map((line) => ({
          lines: Math.round(
            line.getBoundingClientRect().height / parseFloat(getComputedStyle(line).lineHeight),
          ),
          part: line.closest('section')?.getBoundingClientRect().height ?? Infinity,
        })),
      );
    // A part that has nothing takes a line below its heading, and no screen.
    expect((await empties()).map(({ lines }) => lines)).toEqual([1, 1, 1, 1]);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const { part } of await empties()) expect(part).toBeLessThan(740 / 2);
    await close();
  });
});

test('R-070 R-100 R-182: on a page that is still streaming in the dialogs keep their order', async () => {
  const late = { delayMs: 1_500 };
  await withLists({ notification: [notice('one')] }, async ({ url, provider }) => {
    await provider.fail('/api/notification/GISNUP', late);
    const { page, faults, close } = await browser.visit(`${url}/Home`);
    await closeDialogs(page, ['Notices', 'Upcoming Events']);
    await section(page, 'events').scrollIntoViewIfNeeded();
    await section(page, 'events').locator('.swiper-initialized').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

test('the find of the browser reaches every text of a list that is shown, folded texts too, and nothing forbids zooming', async () => {
  const rows = Array.from({ length: 8 }, (_, index) => ({
    _id: `find-${index}`,
    school: 'FARRUKHABAD',
    title: `Headline${index}`,
    description: `${'Some words of it. '.repeat(40)}Lastword${index}`,
    category: 'News',
    date: dayInIndia(new Date()),
    fromDate: dayInIndia(new Date()),
    images: [],
    attachments: [],
  }));
  await withLists({ news: rows, newsAll: rows }, async ({ url }) => {
    const { page, close } = await browser.visit(`${url}/News`, { width: 360, height: 740 });
    const found = await page.evaluate(
      (words) =>
        words.filter((word) => {
          const isFound = 'find' in window && (window.find as (text: string) => boolean)(word);
          const box = getSelection()?.getRangeAt(0).getBoundingClientRect();
          return isFound && box !== undefined && box.height > 0;
        }),
      rows.flatMap((_, index) => [`Headline${index}`, `Lastword${index}`]),
    );
    expect(found).toHaveLength(2 * rows.length);
    expect(await page.locator('meta[name=viewport]').getAttribute('content')).toBe(
      'width=device-width, initial-scale=1',
    );
    await close();
  });
});

test('R-096 R-158: the birthdays are those of today in India', async () => {
  const rows = [
    {
      school: 'NEKPUR',
      category: 'Student',
      name: 'Asha',
      class: 'II',
      date: '2020-02-02',
      attachments: [],
    },
  ];
  await withLists(
    { birthdays: rows },
    async ({ url }) => {
      const { page, close } = await browser.visit(`${url}/Home`, { javaScript: false });
      expect(await section(page, 'birthdays').locator('time').textContent()).toBe('1 January 2027');
      expect(
        await section(page, 'birthdays').locator('.birthday img').getAttribute('src'),
      ).toContain('birthday-cake');
      await close();
    },
    { prewarm: true, now: () => new Date('2026-12-31T19:00:00Z') },
  );
});

test('R-077 R-091 R-092: announcements and news move, and rest under the pointer', async () => {
  const { page, close } = await browser.visit(`${site.url}/HomeFr`);
  await closeDialogs(page, ['Notices']);
  for (const [surface, axis] of [
    ['.ticker', 'm41'],
    ['.news', 'm42'],
  ] as const) {
    const track = page.locator(`${surface}-track`);
    await page.mouse.move(0, 0);
    await page.locator(`${surface}-window`).scrollIntoViewIfNeeded();
    const place = () =>
      track.evaluate(
        (element, key) => new DOMMatrix(getComputedStyle(element).transform)[key],
        axis,
      );
    await expect.poll(place).toBeLessThan(0);
    const before = await place();
    await expect.poll(place).toBeLessThan(before);

    await page.locator(`${surface}-window`).hover();
    await expect
      .poll(() => track.evaluate((element) => getComputedStyle(element).animationPlayState))
      .toBe('paused');
    const rest = await place();
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await place()).toBe(rest);
  }
  await close();
});

test.each([320, 360, 768, 1024, 1440])(
  'R-005: at %i pixels nothing stands out of the page, and no name of a leader breaks within a word',
  async (width) => {
    const { page, close } = await browser.visit(`${site.url}/Home`, { width, javaScript: false });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const broken = await page.locator('.leaders-list .card-title a').evaluateAll((names) =>
      names.flatMap(({ firstChild: text }) =>
        [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          if (text === null) return [word];
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return range.getClientRects().length > 1 ? [word] : [];
        }),
      ),
    );
    expect(broken).toEqual([]);
    await close();
  },
);
