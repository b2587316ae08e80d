import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE_ADDRESSES } from '../../client/addresses.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { startSite, type TestSite } from '../support/site.ts';

const SCHOOL = 'Gangotri International School';

let browser: TestBrowser;
/** The sample's records, but no messages of leaders. */
let site: TestSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([
    openBrowser(),
    startSite({
      sharesPictures: true,
      prepare: ({ setList }) => setList('principalMessage', []),
    }),
  ]);
});

afterAll(async () => {
  await site.close();
  await browser.close();
});

async function html(path: string, at = site): Promise<string> {
  const { text } = await request(at.url)
    .get(path)
    .expect(200)
    .expect('content-type', /^text\/html/);
  return text;
}

function textOf(source: string): string {
  return source.replace(/&amp;/g, '&').replace(/&#x27;/g, "'");
}

/** `[page, its title, its heading]`; titles of R-054. */
const PAGES = [
  ['Events', 'Upcoming Events'],
  ['Gallery', 'Photo Gallery'],
  ['News', 'Latest News'],
  ['Tc', 'Transfer Certificate'],
  ['ErpSoftware', 'ERP Software'],
  ['Vision', 'Vision'],
  ['Mission', 'Mission'],
  ['ChairmanMessage', 'Chairman Message'],
  ['ChairpersonMessage', 'Chairperson Message'],
  ['AcademicHeadMessage', 'Academic Head Message'],
  ['PrincipalMessage', 'Principal Message'],
  ['LifeatGis', 'Life at GIS'],
  ['SafetySecurity', 'Safety & Security'],
  ['Infrastructure', 'Infrastructure'],
  ['ExtraCurricularActivity', 'Extra Curricular Activity'],
  ['Sports', 'Sports'],
  ['MandatoryDisclosure', 'Mandatory Disclosure'],
  ['Career', 'Career Enquiry'],
  ['Admission', 'Admission Enquiry'],
  ['Privacy', 'Privacy'],
  ['Accessibility', 'Accessibility'],
  ['Contact', 'Contact'],
  ['Documents', 'Documents'],
  ['Documents/fee-structure', 'Fee Structure'],
] as const;

test.each(PAGES)(
  'R-020 to R-042 R-054 R-055 R-056 R-057: /%s is a complete page on both campuses, with its heading and title',
  async (page, heading) => {
    for (const prefix of ['', '/nekhpur']) {
      const source = await html(`${prefix}/${page}`);
      expect(source.match(/<h1[ >]/g), prefix).toHaveLength(1);
      const h1 = /<h1[^>]*>(.*?)<\/h1>/s.exec(source)?.[1] ?? '';
      expect(textOf(h1)).toBe(heading);
      const title = textOf(/<title>(.*?)<\/title>/s.exec(source)?.[1] ?? '');
      const isEnquiry = page === 'Career' || page === 'Admission';
      expect(title).toBe(isEnquiry ? heading : `${heading} | ${SCHOOL}`);
    }
  },
);

test.each([
  ['News', ['/nekhpur/News', '/Nekhpur/News', '/NEKHPUR/news', '/Nekpur/NEWS', '/nekhpur/News/']],
  ['Vision', ['/nekhpur/Vision', '/Nekpur/vision', '/nekpur/VISION/']],
])('R-051: %s answers in any letter case and both spellings of Nekpur', async (page, paths) => {
  for (const path of paths) {
    const { text } = await request(site.url).get(path).expect(200);
    expect(text, path).toContain(`<link rel="canonical" href="${site.url}/nekhpur/${page}"/>`);
  }
});

test('R-045 R-046: the breadcrumb of every page leads to its own campus', async () => {
  const pages = PAGE_ADDRESSES.filter(({ path }) => !/^\/(Home|HomeFr|Campus)?$/.test(path));
  for (const { path, campus } of pages.filter(({ page }) => page.subject === null)) {
    const trail = /<nav class="breadcrumb".*?<\/nav>/s.exec(await html(path))?.[0] ?? '';
    const home = campus === 'NEKPUR' ? '/Nekhpur/Home' : '/HomeFr';
    expect(/href="([^"]*)"/.exec(trail)?.[1], path).toBe(home);
  }
});

test('R-058: the title changes on the way from page to page', async () => {
  const { page, faults, close } = await browser.visit(`${site.url}/Vision`);
  expect(await page.title()).toBe(`Vision | ${SCHOOL}`);
  await page.evaluate(() =>
    document.querySelector<HTMLAnchorElement>('a[href="/Mission"]')?.click(),
  );
  await page.waitForURL('**/Mission');
  expect(await page.title()).toBe(`Mission | ${SCHOOL}`);
  expect(faults).toEqual([]);
  await close();
});

test('the privacy page of a campus says who is asked there, and every page leads to it', async () => {
  for (const [prefix, email] of [
    ['', 'office.farrukhabad@example.org'],
    ['/nekhpur', 'office.nekpur@example.org'],
  ] as const) {
    const main = /<main.*<\/main>/s.exec(await html(`${prefix}/Privacy`))?.[0] ?? '';
    expect(main).toContain(`href="mailto:${email}"`);
    for (const told of ['37 days', '14 days', '30 days', 'on your device', 'Data Protection Board'])
      expect(main).toContain(told);
    const footer = /<footer.*<\/footer>/s.exec(await html(`${prefix}/Vision`))?.[0] ?? '';
    expect(footer).toContain(`<a href="${prefix}/Privacy"`);
  }
});

test('the accessibility page of a campus names the standard, the gaps and whom to tell there, and every page leads to it', async () => {
  for (const [prefix, email, phone] of [
    ['', 'office.farrukhabad@example.org', '+915692000000'],
    ['/nekhpur', 'office.nekpur@example.org', '+915692000001'],
  ] as const) {
    const main = /<main.*<\/main>/s.exec(await html(`${prefix}/Accessibility`))?.[0] ?? '';
    expect(main).toContain(`href="mailto:${email}"`);
    expect(main).toContain(`href="tel:${phone}"`);
    for (const told of ['2.2 at level AA', 'Known limitations', 'Commissioner for Persons'])
      expect(main).toContain(told);
    const footer = /<footer.*<\/footer>/s.exec(await html(`${prefix}/Vision`))?.[0] ?? '';
    expect(footer).toMatch(
      new RegExp(`<a href="${prefix}/Privacy".*<a href="${prefix}/Accessibility"`),
    );
  }
});

describe('messages', () => {
  const MESSAGES = [
    ['ChairmanMessage', 'Chairman', 'Chairman'],
    ['ChairpersonMessage', 'Vice Principal', 'Chairperson'],
    ['AcademicHeadMessage', 'Manager', 'Academic Head'],
    ['PrincipalMessage', 'Principal', 'Principal'],
  ] as const;

  test.each(MESSAGES)(
    'R-137 R-140: /%s without a record has a quotation, a sign-off and a portrait',
    async (path, _category, role) => {
      for (const prefix of ['', '/nekhpur']) {
        const { page, faults, close } = await browser.visit(`${site.url}${prefix}/${path}`, {
          javaScript: false,
        });
        const main = page.getByRole('main');
        expect(await main.locator('blockquote').innerText()).not.toBe('');
        expect(await main.locator('.prose > p').last().innerText()).toMatch(
          new RegExp(`^(With|Yours).*,\\s${role}, Gangotri International School`),
        );
        const portrait = main.locator('figure img');
        expect(await portrait.getAttribute('alt')).not.toBe('');
        await expect
          .poll(() => portrait.evaluate((img: HTMLImageElement) => img.naturalWidth))
          .toBeGreaterThan(0);
        expect(faults).toEqual([]);
        await close();
      }
    },
  );

  test('R-138 R-139 R-189: a record shows photo, message, name and designation, on its own campus only', async () => {
    const rows = MESSAGES.map(([, category]) => ({
      school: 'NEKPUR',
      category,
      name: `Name of ${category}`,
      designation: `Office of ${category}`,
      message:
        '<p>Dear <b>parents</b></p><script>window.ran = 1</script><img src=x onerror="window.ran = 1"><a href="javascript:window.ran = 1">x</a>',
      attachments: ['drawings/adult-11.webp'],
    }));
    const own = await startSite({
      prepare: ({ setList }) =>
        setList('principalMessage', [...rows, { ...rows[0], name: 'A second one' }]),
    });
    for (const [path, category] of MESSAGES) {
      const { page, close } = await browser.visit(`${own.url}/nekhpur/${path}`);
      const main = page.getByRole('main');
      expect(await main.locator('.leader-text b, .leader-text strong').innerText()).toBe('parents');
      expect(await main.getByText(`Name of ${category}`, { exact: true }).isVisible()).toBe(true);
      expect(await main.getByText(`Office of ${category}`).isVisible()).toBe(true);
      expect(await main.locator('img').getAttribute('src')).toMatch(/adult-11\.webp/);
      expect(await main.locator('script, img[onerror], a[href^="javascript:"]').count()).toBe(0);
      expect(await page.evaluate(() => 'ran' in window)).toBe(false);
      await page.goto(`${own.url}/${path}`);
      expect(await page.getByText(`Name of ${category}`).count()).toBe(0);
      expect(await main.locator('blockquote').count()).toBe(1);
      await close();
    }
    expect(await html('/nekhpur/ChairmanMessage', own)).not.toContain('A second one');
    await own.close();
  });

  test('R-141: when the call fails the default message stands there, without a word of the failure', async () => {
    const broken = await startSite({
      prepare: (provider) => provider.fail(/principalMessage/, { status: 500 }),
    });
    const { page, close } = await browser.visit(`${broken.url}/PrincipalMessage`);
    const main = page.getByRole('main');
    expect(await main.locator('blockquote').count()).toBe(1);
    expect(await main.innerText()).not.toMatch(/error|fail|try again|sorry/i);
    await close();
    await broken.close();
  });
});

describe('static pages', () => {
  async function headings(path: string): Promise<string[]> {
    const { page, faults, close } = await browser.visit(site.url + path, { javaScript: false });
    const found = await page.getByRole('main').locator('.features h2').allInnerTexts();
    expect(faults).toEqual([]);
    await close();
    return found;
  }

  async function mainImages(path: string): Promise<number> {
    const { page, close } = await browser.visit(site.url + path);
    const images = page.getByRole('main').locator('img');
    for (const image of await images.all()) {
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(0);
      expect(await image.getAttribute('alt')).not.toBe('');
    }
    const count = await images.count();
    await close();
    return count;
  }

  test.each(['', '/nekhpur'])(
    'R-142 R-143 R-148: %s/… tells of safety, buildings and vision',
    async (prefix) => {
      for (const [path, subject] of [
        ['/SafetySecurity', 'Speaking up'],
        ['/Infrastructure', 'Classrooms'],
        ['/Vision', 'How we shall know'],
      ] as const) {
        const { page, close } = await browser.visit(site.url + prefix + path, {
          javaScript: false,
        });
        const main = page.getByRole('main');
        expect((await main.innerText()).length).toBeGreaterThan(900);
        const subjects = main.locator('.features').getByRole('heading', { name: subject });
        expect(await subjects.count(), path).toBe(1);
        await close();
      }
      expect((await headings(`${prefix}/SafetySecurity`)).length).toBeGreaterThan(3);
    },
  );

  test.each(['', '/nekhpur'])(
    'R-144: %s/ExtraCurricularActivity has its four activities',
    async (prefix) => {
      const found = await headings(`${prefix}/ExtraCurricularActivity`);
      expect(found.map((text) => text.toLowerCase())).toEqual([
        'dance',
        'music',
        'drama',
        'sof olympiad',
      ]);
    },
  );

  test.each(['', '/nekhpur'])(
    'R-145: %s/Sports tells of the sports-a-thon with 4 photos',
    async (prefix) => {
      expect(await html(`${prefix}/Sports`)).toMatch(/pre-primary sports-a-thon/i);
      expect(await mainImages(`${prefix}/Sports`)).toBe(4);
    },
  );

  test.each(['', '/nekhpur'])(
    'R-146 R-147: %s/LifeatGis has its five subjects and 7 photos',
    async (prefix) => {
      const found = (await headings(`${prefix}/LifeatGis`)).map((text) => text.toLowerCase());
      const subjects = ['curriculum', 'co-curricular', 'swimming pool', 'pedagogy', 'technology'];
      expect(found).toEqual(subjects);
      expect(await mainImages(`${prefix}/LifeatGis`)).toBe(7);
    },
  );

  test.each(['', '/nekhpur'])('R-149: %s/Mission lists its nine items in order', async (prefix) => {
    const { page, close } = await browser.visit(`${site.url}${prefix}/Mission`, {
      javaScript: false,
    });
    const items = page.getByRole('main').locator('ol > li');
    expect(await items.locator('strong:first-child').allInnerTexts()).toEqual([
      'Learn',
      'Think',
      'Communicator',
      'Persevere',
      'Lead',
      'Empathise',
      'Be disciplined',
      'Be trustworthy',
      'Be a nurturer',
    ]);
    expect(await items.count()).toBe(9);
    await close();
  });

  test('R-137 R-142 R-149 R-152: static, message and ERP pages ship no React', async () => {
    for (const path of [
      '/Vision',
      '/Mission',
      '/Sports',
      '/ErpSoftware',
      '/ChairmanMessage',
      '/MandatoryDisclosure',
    ]) {
      const { page, close } = await browser.visit('about:blank');
      const scripts: string[] = [];
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(response.url());
      });
      await page.goto(site.url + path);
      await page.mouse.move(300, 300);
      const bodies = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()));
      expect(
        bodies.some((body) => body.includes('react.transitional.element')),
        path,
      ).toBe(false);
      expect(await page.locator('[data-island]').count(), path).toBe(0);
      await close();
    }
  });
});

describe('the ERP page', () => {
  const POPUPS = ['Manage Data', 'Parent Portal', 'Communication Portal'];

  test.each([true, false])(
    'R-153: its three pictures open, close with Escape and give the focus back, JavaScript %s',
    async (javaScript) => {
      const { page, faults, close } = await browser.visit(`${site.url}/nekhpur/ErpSoftware`, {
        javaScript,
      });
      for (const name of POPUPS) {
        const button = page.getByRole('button', { name, exact: true });
        await button.click();
        const dialog = page.getByRole('dialog', { name });
        await dialog.waitFor();
        const picture = dialog.locator('img');
        await expect
          .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
          .not.toBe(0);
        expect(await picture.getAttribute('alt')).not.toBe('');
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
        await expect
          .poll(() => button.evaluate((element) => element === document.activeElement))
          .toBe(true);
      }
      expect(faults).toEqual([]);
      await close();
    },
  );

  test('R-152 R-154 R-155: it describes the software, shows the app and links to the vendor', async () => {
    const { page, close } = await browser.visit(`${site.url}/ErpSoftware`, { javaScript: false });
    const main = page.getByRole('main');
    expect(await main.getByText('Both campuses run on Campus ERP').isVisible()).toBe(true);
    expect(await main.getByRole('img', { name: /\bapp\b/i }).isVisible()).toBe(true);
    const links = main.locator('a[href="https://example.com/"]');
    expect(await links.count()).toBe(2);
    for (const link of await links.all()) {
      expect(await link.getAttribute('target')).toBe('_blank');
      expect(await link.getAttribute('rel')).toContain('noopener');
    }
    await close();
  });
});

describe('the mandatory disclosure', () => {
  test.each(['', '/nekhpur'])(
    'R-062: %s/MandatoryDisclosure has parts A to E and links all documents',
    async (prefix) => {
      const source = await html(`${prefix}/MandatoryDisclosure`);
      const main = /<main.*<\/main>/s.exec(source)?.[0] ?? '';
      const documents = new Set(
        [...main.matchAll(/href="(\/files\/[^"]+\.pdf)"/g)].map(([, path]) => path),
      );
      expect(documents.size).toBe(17);
      for (const path of documents) {
        const { body } = await request(site.url)
          .get(path ?? '')
          .expect(200)
          .expect('content-type', 'application/pdf');
        expect(String(body).slice(0, 5), path).toBe('%PDF-');
      }
      const { page, close } = await browser.visit(`${site.url}${prefix}/MandatoryDisclosure`, {
        javaScript: false,
        width: 320,
      });
      const parts = await page.locator('caption .disclosure-part').allInnerTexts();
      expect([...new Set(parts)]).toEqual(['A', 'B', 'C', 'D', 'E']);
      const tables = page.getByRole('table');
      expect(await tables.count()).toBe(parts.length);
      expect(await page.getByRole('rowheader', { name: 'Name of the school' }).count()).toBe(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      const jump = page
        .getByRole('navigation', { name: 'Parts of the disclosure' })
        .getByRole('link');
      await jump.last().click();
      await expect
        .poll(() => tables.last().evaluate((table) => table.getBoundingClientRect().top < 400))
        .toBe(true);
      await close();
    },
  );
});
