import request from 'supertest';
import { expect, test } from 'vitest';
import {
  allOf,
  attribute,
  openComplete,
  readPage,
  select,
  textOf,
} from '../../support/read-page.ts';
import { PAGE_PATHS, SAMPLE_RECORDS } from '../../support/sample-records.ts';
import { sharedSite } from '../../support/site.ts';

const DOCUMENTS =
  'Affiliation Letter, Staff Statement, Fee Structure, Academic Calendar, Fire Safety, Land Certificate, NOC, ' +
  'Recognition Certificate, Building Safety Certificate, Water/Health/Sanitation Cert., Water Analysis Cert., ' +
  'Society Certificate, SMC, PTA, Last 3 Years Result, Self Declaration, Mandatory Disclosure details';
const MENU =
  'The School, Academics, Facilities, Gallery, Admission Enquiry, Career Enquiry, Mandatory Disclosure';
const THE_SCHOOL =
  'Vision Mission ChairmanMessage ChairpersonMessage AcademicHeadMessage PrincipalMessage';
const ACADEMICS = 'LifeatGis ExtraCurricularActivity';
const FACILITIES = 'SafetySecurity Sports Infrastructure';
const ALONE = 'Gallery Admission Career';
const QUICK_LINKS = 'SafetySecurity Infrastructure LifeatGis ErpSoftware Tc';

const pathsOf = (names: string, prefix = '') => names.split(' ').map((name) => `${prefix}/${name}`);

const site = sharedSite({ isSample: true, hasLists: true });

const open = (path: string, status = 200) => openComplete(site.url + path, status);

test('on every page only external links open tabs, pictures have sizes and alt, dates match their texts, no text repeats', async () => {
  for (const path of [...PAGE_PATHS, ...SAMPLE_RECORDS]) {
    const page = await open(path);
    const links = select(page, 'a').filter((link) => {
      const [href = '', target, rel] = ['href', 'target', 'rel'].map(
        (at) => attribute(link, at) ?? '',
      );
      if (href.startsWith('http') && !href.startsWith(site.url))
        return target !== '_blank' || !rel?.includes('noopener');
      if (target === '_blank') return !/^\/(?:files|api)\//.test(href);
      return href.startsWith('/files/') && attribute(link, 'download') === null;
    });
    const pictures = select(page, 'img').filter((picture) =>
      ['width', 'height', 'alt'].some((name) => attribute(picture, name) === null),
    );
    const eager = [...select(page, 'main img'), ...select(page, 'main iframe')].filter(
      ({ attrs }) => !attrs.some(({ name }) => name === 'loading' || name === 'fetchpriority'),
    );
    const drawings = select(page, 'svg').filter(
      (each) => attribute(each, 'aria-hidden') !== 'true',
    );
    // What works with a script only.
    const early = [...select(page, '[data-noun]'), ...select(page, '.carousel-place')].filter(
      (control) => attribute(control, 'hidden') === null,
    );
    const dates = select(page, 'time').filter((time) => {
      const day = Number(attribute(time, 'datetime')?.slice(8, 10));
      return !new RegExp(`\\b0?${day}\\b`).test(textOf(time));
    });
    const files = select(page, 'main a[href^=/api/]').map((link) => [
      attribute(link, 'aria-label') ?? textOf(link) + allOf(link, 'img', 'alt').join(),
      attribute(link, 'href'),
    ]);
    const alike = files.filter(([name, href]) =>
      files.some(([other, address]) => name === other && href !== address),
    );
    const texts = allOf(page, 'main p').filter((text) => (text?.length ?? 0) > 40);
    const inDialogs = allOf(page, 'dialog p');
    const repeated = texts.filter(
      (text, at) => texts.indexOf(text) < at && !inDialogs.includes(text),
    );
    const named = { links: links.map(textOf), dates: dates.map(textOf) };
    const found = Object.entries({ pictures, eager, drawings, early, alike, repeated, ...named });
    expect([path, found.filter(([, those]) => those.length > 0)]).toEqual([path, []]);
  }
});

test.each([
  ['', [], []],
  ['/nekhpur', ['/files/prospectus.pdf'], ['/Nekhpur/ErpSoftware']],
])(
  'R-043, R-044, R-052, R-065, R-066, R-067: the menu below "%s" has its seven entries, each with its links',
  async (prefix, documents, more) => {
    const page = await open(`${prefix}/Vision`);
    expect(allOf(page, 'header nav .menu-top').join(', ')).toBe(MENU);
    expect([0, 1, 2].map((index) => allOf(page, `#menu-${index} a`, 'href'))).toEqual([
      ['/', ...pathsOf(THE_SCHOOL, prefix), 'https://www.cbse.gov.in/', `${prefix}/for-parents`],
      [...documents, ...pathsOf(ACADEMICS, prefix)],
      [...pathsOf(FACILITIES, prefix), ...more],
    ]);
    expect(allOf(page, 'a.menu-top', 'href')).toEqual(pathsOf(ALONE, prefix));
  },
);

test.each(['/Vision', '/nekhpur/Vision'])(
  'R-060, R-061, R-063, R-064: Mandatory Disclosure on %s has documents in new tabs, with type, size, language',
  async (path) => {
    const page = await open(path);
    expect(allOf(page, '#menu-6 .menu-heading a', 'href')).toEqual([
      path.replace('Vision', 'MandatoryDisclosure'),
    ]);
    expect(allOf(page, '#menu-6 li a').join(', ')).toBe(DOCUMENTS);
    for (const link of select(page, '#menu-6 li a'))
      expect(['target', 'rel', 'data-facts'].map((name) => attribute(link, name))).toEqual([
        '_blank',
        'noopener',
        expect.stringMatching(/^PDF, \d+ KB, English$/),
      ]);
  },
);

test.each([
  ['/HomeFr', '/', '"/"'],
  ['/nekhpur/ErpSoftware', '/Nekhpur/ErpSoftware', '"/Nekhpur/ErpSoftware"'],
  ['/nekhpur/Gallery', '/nekhpur/Gallery', undefined],
  ['/MandatoryDisclosure', '/MandatoryDisclosure', '"documents"'],
])(
  'R-068: the menu of %s marks %s as the current page, and its group',
  async (path, entry, inGroup) => {
    const page = await open(path);
    expect(allOf(page, '#menu [aria-current=page]', 'href')).toEqual([entry]);
    const groups = site.content.site.menu.filter(
      (group) => inGroup !== undefined && JSON.stringify(group).includes(inGroup),
    );
    expect(allOf(page, '#menu .inside')).toEqual(groups.map(({ label }) => label));
  },
);

test.each(['/', '/Vision', '/nekhpur/News', '/NoSuchPage'])(
  'R-003, R-004, R-075: the header of %s has one LOGIN, which opens a note without a script, and the logo of the school',
  async (path) => {
    const page = await open(path, path === '/NoSuchPage' ? 404 : 200);
    const buttons = allOf(page, 'header button.login[popovertarget=login]');
    expect(buttons.map((text) => text?.toUpperCase())).toEqual(['LOGIN']);
    const { campusApp, name } = site.content.site;
    expect(allOf(page, '#login p')[0]).toContain(`${campusApp.note}. Parents and students`);
    expect(allOf(page, '#login')[0]).toContain('GISNUP');
    expect(allOf(page, 'header .brand')[0]).toContain(name);
    expect(select(page, 'header .brand img')).toHaveLength(1);
  },
);

test('R-010, R-012, R-013, R-014, R-015: the footer has the addresses and contacts of both branches', async () => {
  const page = await open('/nekhpur/Vision');
  const branches = select(page, 'footer .branch');
  expect(branches).toHaveLength(2);
  for (const branch of branches) {
    for (const way of ['tel:+', 'mailto:', 'https:'])
      expect(select(branch, `a[href^=${way}]`)).toHaveLength(1);
  }
  const written = Object.values(site.content.site.campuses);
  expect(new Set(allOf(page, 'footer .branch-mail'))).toEqual(
    new Set(written.map(({ email }) => email?.replace('@', ' @'))),
  );
  const [footer] = select(page, 'footer');
  for (const line of written.flatMap(({ address }) => address))
    expect(textOf(footer)).toContain(line);
  expect(textOf(footer)).toContain('GISNUP');
  expect(textOf(footer)).toContain('Sample content: these records are invented.');
  expect(textOf(footer)).not.toMatch(/\{|undefined/);
  const links = select(page, 'footer a').map((link) => [textOf(link), attribute(link, 'href')]);
  const { appStores, vendor } = site.content.site;
  for (const name of [...appStores.map(({ label }) => label), vendor.name])
    expect(links).toContainEqual([name, expect.stringMatching(/^https:/)]);
});

test.each([
  ['/Vision', '', '/HomeFr'],
  ['/nekhpur/Vision', '/nekhpur', '/Nekhpur/Home'],
])(
  'R-011, R-045, R-046, R-053: quick links and breadcrumb of %s stay on its campus',
  async (path, prefix, home) => {
    const page = await open(path);
    expect(allOf(page, '#quick-links')).toEqual(['Quick Links']);
    // Pages that the school has added follow.
    const links = allOf(page, 'footer nav[aria-labelledby=quick-links] a', 'href');
    const expected = pathsOf(QUICK_LINKS, prefix);
    expect(links.slice(0, expected.length)).toEqual(expected);
    expect(allOf(page, 'nav[aria-label=Breadcrumb]')).toEqual(['Home | Vision']);
    expect(allOf(page, 'nav[aria-label=Breadcrumb] [aria-current=page]')).toEqual(['Vision']);
    expect(allOf(page, 'nav[aria-label=Breadcrumb] a', 'href')).toEqual([home]);
  },
);

test.each([
  ['/Vision', '/MandatoryDisclosure', [1, 0, 1]],
  ['/HomeFr', '/MandatoryDisclosure', [1, 1, 1]],
  ['/Home', '/nekhpur/MandatoryDisclosure', [1, 1, 1]],
])('R-062: %s leads to %s', async (path, disclosure, counts) => {
  const page = await open(path);
  const links = ['header', 'main', 'footer'].map(
    (part) => select(page, `${part} a[href=${disclosure}]`).length,
  );
  expect(links).toEqual(counts);
});

test('R-059: a page that does not exist has the menu, without a current entry, and links to both home pages', async () => {
  const page = await open('/nekhpur/NoSuchPage', 404);
  expect(allOf(page, 'h1')).toEqual(['Page not found']);
  expect(allOf(page, 'main .eyebrow')).toEqual(['404']);
  expect(allOf(page, 'main a[data-campus]', 'href')).toEqual(['/HomeFr', '/Home']);
  expect(allOf(page, '#menu a', 'href')).toContain('/nekhpur/Vision');
  expect(select(page, '#menu [aria-current=page]').concat(select(page, '.inside'))).toEqual([]);
  expect(allOf(page, 'footer a', 'href')).toContain('/nekhpur/Tc');
});

test.each([
  ['/Admission', '/nekhpur/Admission'],
  ['/nekhpur/Vision', '/Vision'],
  ['/hi/Events?year=2026', '/hi/nekhpur/Events?year=2026'],
  ['/SubGallery?id=alb-f-01', '/nekhpur/Gallery'],
  ['/Notices/ntf-f-01', '/nekhpur/Notices'],
  ['/', '/Home'],
  ['/Home', '/HomeFr'],
  ['/hi/NoSuchPage', '/hi/Home'],
  ['/Admission?sent=ABC', '/nekhpur/Admission'],
])('the campus switch of %s leads to %s', async (path, twin) => {
  const { text } = await request(site.url).get(path).redirects(1);
  const links = select(readPage(text), '.strip .campus-switch a');
  const others = links.filter((link) => attribute(link, 'aria-current') === null);
  expect(others.map((link) => attribute(link, 'href'))).toEqual([twin]);
});
