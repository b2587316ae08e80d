import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  allOf,
  attribute,
  openComplete,
  select,
  textOf,
  type Element,
} from '../support/read-page.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { PAGE_ADDRESSES } from '../../client/addresses.ts';

const SCHOOL = 'Gangotri International School';
const PREFIXES = ['', '/nekhpur'];

/** The sample's records, but no messages of leaders. */
let site: TestSite;

beforeAll(async () => {
  site = await startSite({
    prewarm: true,
    prepare: ({ setList }) => setList('principalMessage', []),
  });
});
afterAll(() => site.close());

const open = (path: string, at = site) => openComplete(at.url + path);

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
  async (name, heading) => {
    for (const prefix of PREFIXES) {
      const page = await open(`${prefix}/${name}`);
      expect(allOf(page, 'h1')).toEqual([heading]);
      const isEnquiry = name === 'Career' || name === 'Admission';
      expect(allOf(page, 'head title')).toEqual([isEnquiry ? heading : `${heading} | ${SCHOOL}`]);
    }
  },
);

test.each([
  ['News', ['/nekhpur/News', '/Nekhpur/News', '/NEKHPUR/news', '/Nekpur/NEWS', '/nekhpur/News/']],
  ['Vision', ['/nekhpur/Vision', '/Nekpur/vision', '/nekpur/VISION/']],
])('R-051: %s is served in any letter case and both spellings of Nekpur', async (name, paths) => {
  for (const path of paths)
    expect(allOf(await open(path), 'link[rel=canonical]', 'href'), path).toEqual([
      `${site.url}/nekhpur/${name}`,
    ]);
});

test('R-045 R-046: the breadcrumb of every page leads to its own campus', async () => {
  const pages = PAGE_ADDRESSES.filter(({ path }) => !/^\/(Home|HomeFr|Campus)?$/.test(path));
  for (const { path, campus } of pages.filter(({ page }) => page.subject === null)) {
    const home = campus === 'NEKPUR' ? '/Nekhpur/Home' : '/HomeFr';
    expect([path, allOf(await open(path), '.breadcrumb a', 'href')[0]]).toEqual([path, home]);
  }
});

test('the privacy and accessibility pages of a campus name the contact there, and every page links to them', async () => {
  for (const [prefix, email, phone] of [
    ['', 'office.farrukhabad@example.org', '+915692000000'],
    ['/nekhpur', 'office.nekpur@example.org', '+915692000001'],
  ] as const) {
    const privacy = await open(`${prefix}/Privacy`);
    expect(allOf(privacy, 'main a', 'href')).toContain(`mailto:${email}`);
    for (const text of ['37 days', '14 days', '30 days', 'on your device', 'Data Protection Board'])
      expect(allOf(privacy, 'main')[0]).toContain(text);
    const accessibility = await open(`${prefix}/Accessibility`);
    expect(allOf(accessibility, 'main a', 'href')).toEqual(
      expect.arrayContaining([`mailto:${email}`, `tel:${phone}`]),
    );
    for (const text of ['2.2 at level AA', 'Known limitations', 'Commissioner for Persons'])
      expect(allOf(accessibility, 'main')[0]).toContain(text);
    const links = allOf(await open(`${prefix}/Vision`), 'footer a', 'href');
    const from = links.indexOf(`${prefix}/Privacy`);
    expect(from).toBeGreaterThan(-1);
    expect(links.indexOf(`${prefix}/Accessibility`)).toBeGreaterThan(from);
  }
});

test.each(['/Vision', '/nekhpur/Mission', '/ChairmanMessage', '/nekhpur/Sports', '/Privacy'])(
  '%s ends with the pages beside it and the next step',
  async (path) => {
    const page = await open(path);
    const prefix = path.startsWith('/nekhpur') ? '/nekhpur' : '';
    const hrefs = (name: string) => {
      const section = select(page, 'main section').find((one) => nameOf(page, one) === name);
      return section === undefined ? [] : allOf(section, 'a', 'href');
    };
    expect(hrefs('Related').length).toBeGreaterThan(1);
    expect(hrefs('Related')).not.toContain(path);
    expect(hrefs('Next step')).toContain(`${prefix}/Admission`);
    expect(hrefs('Next step').filter((href) => href?.startsWith('tel:'))).toHaveLength(1);
  },
);

/** The name that a part has from its own label or its heading. */
function nameOf(page: Element, part: Element): string | null {
  const id = attribute(part, 'aria-labelledby');
  return id === null ? attribute(part, 'aria-label') : textOf(select(page, `#${id}`)[0]);
}

describe('messages', () => {
  const MESSAGES = [
    ['ChairmanMessage', 'Chairman', 'Chairman'],
    ['ChairpersonMessage', 'Vice Principal', 'Chairperson'],
    ['AcademicHeadMessage', 'Manager', 'Academic Head'],
    ['PrincipalMessage', 'Principal', 'Principal'],
  ] as const;

  test.each(MESSAGES)(
    'R-137 R-140: /%s without a record has a quotation, a sign-off and a portrait',
    async (name, _category, role) => {
      for (const prefix of PREFIXES) {
        const page = await open(`${prefix}/${name}`);
        expect(allOf(page, 'main blockquote')[0]).not.toBe('');
        expect(allOf(page, 'main .prose p').at(-1)).toMatch(
          new RegExp(`^(With|Yours).*, ${role}, Gangotri International School`),
        );
        const [portrait] = select(page, 'main figure img');
        expect(portrait && attribute(portrait, 'alt')).not.toBe('');
        await request(site.url)
          .get((portrait && attribute(portrait, 'src')) ?? '')
          .expect(200)
          .expect('content-type', /^image\//);
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
    for (const [name, category] of MESSAGES) {
      const [main] = select(await open(`/nekhpur/${name}`, own), 'main');
      if (main === undefined) throw new Error('no main');
      const words = textOf(main);
      for (const text of ['Dear parents', `Name of ${category}`, `Office of ${category}`])
        expect(words).toContain(text);
      expect(words).not.toContain('A second one');
      expect(allOf(main, 'img', 'src')[0]).toMatch(/adult-11\.webp/);
      for (const danger of ['script', 'img[onerror]', 'a[href^=javascript:]'])
        expect(select(main, danger)).toEqual([]);
      const [other] = select(await open(`/${name}`, own), 'main');
      expect(textOf(other)).not.toContain(`Name of ${category}`);
      expect(other && select(other, 'blockquote')).toHaveLength(1);
    }
    await own.close();
  });

  test('R-141: when the call fails the page shows the default message and no word about the failure', async () => {
    const broken = await startSite({
      prepare: (provider) => provider.fail(/principalMessage/, { status: 500 }),
    });
    const page = await open('/PrincipalMessage', broken);
    expect(select(page, 'main blockquote')).toHaveLength(1);
    expect(allOf(page, 'main')[0]).not.toMatch(/error|fail|try again|sorry/i);
    await broken.close();
  });
});

describe.each(PREFIXES)('text pages below "%s"', (prefix) => {
  const headings = async (path: string) =>
    allOf(await open(prefix + path), 'main .features h2').map((text) => text?.toLowerCase());

  /** The pictures of a page's text, each of which the site has, with a text instead of it. */
  async function countPictures(path: string): Promise<number> {
    const images = select(await open(prefix + path), 'main img');
    for (const image of images) {
      expect(attribute(image, 'alt')).not.toBe('');
      await request(site.url)
        .get(attribute(image, 'src') ?? '')
        .expect(200)
        .expect('content-type', /^image\//);
    }
    return images.length;
  }

  test('R-142 R-143 R-148: safety, buildings and vision have their subjects', async () => {
    for (const [path, subject] of [
      ['/SafetySecurity', 'speaking up'],
      ['/Infrastructure', 'classrooms'],
      ['/Vision', 'how we shall know'],
    ] as const) {
      expect(allOf(await open(prefix + path), 'main')[0]?.length).toBeGreaterThan(900);
      expect(await headings(path)).toContain(subject);
    }
    expect((await headings('/SafetySecurity')).length).toBeGreaterThan(3);
  });

  test('R-144 R-145: four activities, and the sports-a-thon with 4 photos', async () => {
    expect(await headings('/ExtraCurricularActivity')).toEqual([
      'dance',
      'music',
      'drama',
      'sof olympiad',
    ]);
    expect(allOf(await open(`${prefix}/Sports`), 'main')[0]).toMatch(/pre-primary sports-a-thon/i);
    expect(await countPictures('/Sports')).toBe(4);
  });

  test('R-146 R-147: life at GIS has its five subjects and 7 photos', async () => {
    const subjects = ['curriculum', 'co-curricular', 'swimming pool', 'pedagogy', 'technology'];
    expect(await headings('/LifeatGis')).toEqual(subjects);
    expect(await countPictures('/LifeatGis')).toBe(7);
  });

  test('R-149: the mission lists its nine items in order', async () => {
    const page = await open(`${prefix}/Mission`);
    expect(select(page, 'main ol li')).toHaveLength(9);
    expect(allOf(page, 'main ol li strong')).toEqual([
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
  });

  test('R-008 R-152 R-154 R-155: the ERP page describes the software, shows the app and links to the vendor', async () => {
    const page = await open(`${prefix}/ErpSoftware`);
    const words = allOf(page, 'main')[0] ?? '';
    expect(words.length).toBeGreaterThan(800);
    expect(words).toContain('Both campuses run on Campus ERP');
    expect(allOf(page, 'main img', 'alt').some((alt) => /\bapp\b/i.test(alt ?? ''))).toBe(true);
    const links = select(page, 'main a[href=https://example.com/]');
    expect(links).toHaveLength(2);
    for (const link of links) {
      expect(attribute(link, 'target')).toBe('_blank');
      expect(attribute(link, 'rel')).toContain('noopener');
    }
  });

  test('R-062: the mandatory disclosure has parts A to E and links all documents', async () => {
    const page = await open(`${prefix}/MandatoryDisclosure`);
    const documents = new Set(
      allOf(page, 'main table a', 'href').filter((href) =>
        /\/(Documents|files)\//.test(href ?? ''),
      ),
    );
    expect(documents.size).toBe(17);
    for (const path of documents)
      expect(allOf(await open(path ?? ''), 'main a[href^=/files/]', 'href')[0]).toMatch(/\.pdf$/);
    const parts = allOf(page, 'caption .disclosure-part');
    expect([...new Set(parts)]).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(select(page, 'table')).toHaveLength(parts.length);
    expect(allOf(page, 'th[scope=row]')).toContain('Name of the school');
    for (const href of allOf(page, 'nav[aria-label^=Parts] a', 'href'))
      expect(select(page, href ?? '')).toHaveLength(1);
  });

  test.each(['/Admission', '/Career'])(
    'R-006: %s has one form, which posts to itself',
    async (path) => {
      const page = await open(prefix + path);
      const [form] = select(page, 'main form');
      expect(select(page, 'main form')).toHaveLength(1);
      expect(form && attribute(form, 'method')).toBe('post');
      const action = new URL((form && attribute(form, 'action')) ?? '', site.url);
      expect(action.pathname).toBe(prefix + path);
      expect(select(page, 'main form .field')).toHaveLength(6);
    },
  );

  test('R-007 R-150 R-151: the certificate page has admission number, name, and the sample PDF in a frame', async () => {
    const page = await open(`${prefix}/Tc`);
    expect(allOf(page, 'main form .field label')).toEqual([
      'Admission number',
      "Student's full name",
    ]);
    const [frame] = select(page, 'main iframe');
    if (frame === undefined) throw new Error('no frame');
    expect(attribute(frame, 'height')).toBe('500');
    expect(attribute(frame, 'title')).toMatch(/transfer certificate/i);
    const source = (attribute(frame, 'src') ?? '').replace(/#.*/, '');
    await request(site.url).get(source).expect(200).expect('content-type', 'application/pdf');
    expect(allOf(page, 'main a', 'href')).toContain(source);
  });
});

test('R-137 R-142 R-149 R-152: text, message and ERP pages have no island', async () => {
  for (const path of ['/Vision', '/Mission', '/Sports', '/ErpSoftware', '/MandatoryDisclosure'])
    expect(select(await open(path), '[data-island]'), path).toEqual([]);
});
