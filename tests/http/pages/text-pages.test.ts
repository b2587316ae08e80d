import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { contentWith } from '../../support/content-with.ts';
import { allOf, attribute, openComplete, select, textOf } from '../../support/read-page.ts';
import { element } from '../../support/rich-element.ts';
import { sharedSite, siteOfTest } from '../../support/site.ts';
import { PAGE_ADDRESSES } from '../../../client/addresses.ts';
import { callLink } from '../../../shared/links.ts';
import { PROSE_NAMES, type Block } from '../../../shared/prose.ts';

const PREFIXES = ['', '/nekhpur'] as const;
const OTHER_CAMPUS = { '': /Nekpur campus|\{/, '/nekhpur': /Farrukhabad campus|\{/ };

/** The sample's records, but no messages of leaders. */
const site = sharedSite({ hasLists: true, lists: { principalMessage: [] } });

const open = (path: string, at = site) => openComplete(at.url + path);

const officeOf = (prefix: string) =>
  site.content.site.campuses[prefix === '' ? 'FARRUKHABAD' : 'NEKPUR'];

const named = (name: string) => [name, name] as const;

/** `[page, its title and heading, what is below]`; titles of R-054. */
const PAGES = [
  ['Events', 'Upcoming Events'],
  ['Gallery', 'Photo Gallery'],
  ['News', 'Latest News'],
  ['Tc', 'Transfer Certificate', /exactly as in the school register/],
  ['ErpSoftware', 'ERP Software'],
  ['ChairmanMessage', 'Chairman Message'],
  ['ChairpersonMessage', 'Chairperson Message'],
  ['AcademicHeadMessage', 'Academic Head Message'],
  ['PrincipalMessage', 'Principal Message'],
  ['LifeatGis', 'Life at GIS'],
  ['SafetySecurity', 'Safety & Security'],
  ['ExtraCurricularActivity', 'Extra Curricular Activity'],
  ['MandatoryDisclosure', 'Mandatory Disclosure'],
  ['Career', 'Career Enquiry', /Teach .* our (?:Farrukhabad|Nekpur) campus/],
  ['Admission', 'Admission Enquiry', /Apply .* our (?:Farrukhabad|Nekpur) campus/],
  ['Contact', 'Contact', /Call.* our (?:Farrukhabad|Nekpur) campus/],
  ['Documents/academic-calendar', 'Academic Calendar'],
  ['Offline', "You're offline"],
  ...['Vision', 'Mission', 'Infrastructure', 'Sports', 'Privacy', 'Accessibility'].map(named),
  ...['Documents', 'Search'].map(named),
] as const;

test.each(PAGES)(
  'R-020 to R-042 R-054 to R-057: /%s is a complete page on both campuses, with its heading and title',
  async (name, heading, lede = /^/) => {
    for (const prefix of PREFIXES) {
      const page = await open(`${prefix}/${name}`);
      expect(allOf(page, 'h1')).toEqual([heading]);
      const isEnquiry = name === 'Career' || name === 'Admission';
      const { name: school } = site.content.site;
      expect(allOf(page, 'head title')).toEqual([isEnquiry ? heading : `${heading} | ${school}`]);
      expect(allOf(page, 'main .lede').join()).not.toMatch(OTHER_CAMPUS[prefix]);
      expect(allOf(page, 'main .lede').join()).toMatch(lede);
    }
  },
);

test('the privacy and accessibility pages of a campus name the contact there, and every page links to them', async () => {
  for (const prefix of PREFIXES) {
    const { email, phone = '' } = officeOf(prefix);
    for (const name of ['Privacy', 'Accessibility'])
      expect(allOf(await open(`${prefix}/${name}`), 'main address a', 'href')).toEqual([
        `mailto:${email}`,
        callLink(phone),
      ]);
    expect(allOf(await open(`${prefix}/Vision`), 'footer a', 'href')).toEqual(
      expect.arrayContaining([`${prefix}/Privacy`, `${prefix}/Accessibility`]),
    );
  }
});

test.each([
  [
    'Mission',
    '',
    'Vision ChairmanMessage ChairpersonMessage AcademicHeadMessage PrincipalMessage for-parents',
  ],
  ['LifeatGis', '/nekhpur', 'ExtraCurricularActivity'],
  ['ErpSoftware', '', 'SafetySecurity Infrastructure LifeatGis Tc'],
])('/%s below "%s" ends with its group and the next step', async (name, prefix, others) => {
  const page = await open(`${prefix}/${name}`);
  const expected = others.split(' ').map((other) => `${prefix}/${other}`);
  // Pages that the school has added follow.
  const links = allOf(page, 'main .related-links a', 'href');
  expect(links.slice(0, expected.length)).toEqual(expected);
  expect(allOf(page, 'main .related-ways a', 'href')).toEqual([
    `${prefix}/Admission`,
    callLink(officeOf(prefix).phone ?? ''),
  ]);
});

describe('messages', () => {
  const MESSAGES = [
    ['ChairmanMessage', 'Chairman'],
    ['ChairpersonMessage', 'Vice Principal'],
    ['AcademicHeadMessage', 'Manager'],
    ['PrincipalMessage', 'Principal'],
  ] as const;

  test.each(MESSAGES)('R-137 R-140: /%s has a built-in text', async (name) => {
    for (const prefix of PREFIXES) {
      const page = await open(`${prefix}/${name}`);
      expect(allOf(page, 'main blockquote')[0]).not.toBe('');
      expect(allOf(page, 'main .prose p').at(-1)).toMatch(/./);
      expect(allOf(page, 'main figure img', 'src')[0]).toMatch(/./);
    }
  });

  test('R-138 R-189: a record shows photo, message, name and designation, on its own campus only', async () => {
    const rows = MESSAGES.map(([, category]) => ({
      school: 'NEKPUR',
      category,
      name: `Name of ${category}`,
      designation: `Office of ${category}`,
      message: '<p>Dear <b>parents</b></p>',
      attachments: ['drawings/adult-11.webp'],
    }));
    const principalMessage = [...rows, { ...rows[0], name: 'A second one' }];
    const own = await siteOfTest({ lists: { principalMessage } });
    for (const [name, category] of MESSAGES) {
      const [main] = select(await open(`/nekhpur/${name}`, own), 'main');
      if (main === undefined) throw new Error('no main');
      const words = textOf(main);
      for (const text of ['Dear parents', `Name of ${category}`, `Office of ${category}`])
        expect(words).toContain(text);
      expect(words).not.toContain('A second one');
      expect(allOf(main, 'img', 'src')[0]).toMatch(/adult-11\.webp/);
      const [other] = select(await open(`/${name}`, own), 'main');
      expect(textOf(other)).not.toContain(`Name of ${category}`);
      expect(other && select(other, 'blockquote')).toHaveLength(1);
    }
  });

  test('R-141: when the call fails the page shows the default message and no word about the failure', async () => {
    const broken = await siteOfTest({
      prepare: (provider) => provider.fail(/principalMessage/, { status: 500 }),
    });
    const page = await open('/PrincipalMessage', broken);
    expect(select(page, 'main blockquote')).toHaveLength(1);
    expect(allOf(page, 'main')[0]).not.toMatch(/error|fail|try again|sorry/i);
  });
});

test('a page shows the pictures before its first heading, also where no section has one', async () => {
  const text =
    '# Rooms\n\nTwo.\n\n![A hall](infrastructure-1.svg "The hall")\n\n## Halls\n\nOne.\n';
  const own = await siteOfTest({ contentFolder: contentWith({ 'pages/infrastructure.md': text }) });
  expect(allOf(await open('/Infrastructure', own), 'main img', 'alt')).toEqual(['A hall']);
});

describe.each(PREFIXES)('below "%s"', (prefix) => {
  test.each([
    ['R-144', 'ExtraCurricularActivity', /dance.*music.*drama.*sof olympiad/, 4],
    ['R-145', 'Sports', /pre-primary sports-a-thon/, 4],
    [
      'R-146 R-147',
      'LifeatGis',
      /curriculum.*co-curricular.*swimming pool.*pedagogy.*technology/,
      7,
    ],
  ])('%s: /%s has its subjects and pictures', async (_rows, name, subjects, pictures) => {
    const page = await open(`${prefix}/${name}`);
    expect(allOf(page, 'main h2').join(', ').toLowerCase()).toMatch(subjects);
    const alts = allOf(page, 'main img', 'alt');
    expect(alts).toHaveLength(pictures);
    expect(alts).not.toContain('');
  });

  test('R-149: the mission lists its nine items in order', async () => {
    const page = await open(`${prefix}/Mission`);
    expect(select(page, 'main ol li')).toHaveLength(9);
    expect(allOf(page, 'main ol li strong').join(', ')).toBe(
      'Learn, Think, Communicator, Persevere, Lead, Empathise, Be disciplined, Be trustworthy, Be a nurturer',
    );
  });

  test('R-008 R-152 R-154 R-155: the ERP page describes the software, shows the app and links to the vendor', async () => {
    const page = await open(`${prefix}/ErpSoftware`);
    const { vendor } = site.content.site;
    const words = allOf(page, 'main')[0] ?? '';
    expect(words.length).toBeGreaterThan(800);
    expect(words).toContain(vendor.name);
    expect(allOf(page, 'main [aria-label^=Mobile] img', 'alt').join()).toMatch(/\bapp\b/i);
    expect(select(page, 'main .erp-app .app-links a')).toHaveLength(2);
    expect(select(page, 'main [aria-haspopup=dialog]')).toHaveLength(3);
    expect(allOf(page, 'main dialog img', 'alt')).not.toContain('');
    expect(allOf(page, 'main dialog p')).toEqual(allOf(page, 'main .card-body p'));
    const links = select(page, `main a[href=${vendor.url}]`);
    expect(links.map(textOf)).toEqual([`Visit ${vendor.name}`, `More about ${vendor.name}`]);
    for (const link of links)
      expect([attribute(link, 'target'), attribute(link, 'rel')]).toEqual(['_blank', 'noopener']);
  });

  test('R-062: the mandatory disclosure has parts A to E, each with a link to it', async () => {
    const page = await open(`${prefix}/MandatoryDisclosure`);
    for (const place of ['caption', 'nav[aria-label^=Parts]'])
      expect(allOf(page, `${place} .disclosure-part`).join('')).toBe('ABCCCDE');
    const repeated = allOf(page, 'table', 'id').map(
      (id) => select(page, `#${id} .repeated`).length,
    );
    expect(repeated.join('')).toBe('00011000');
    expect(allOf(page, 'main .lede').join()).toMatch(/: 7 tables and 17 documents\.$/);
    expect(allOf(page, 'main .page-header .more', 'href')).toEqual([`${prefix}/Documents`]);
    expect(allOf(page, 'nav[aria-label^=Parts] a', 'href')).toEqual(
      allOf(page, 'table', 'id').map((id) => `#${id}`),
    );
    expect(allOf(page, 'th[scope=row]')).toContain('Name of the school');
    const documents = select(page, 'main .file-link');
    expect(documents).toHaveLength(18);
    for (const link of documents)
      expect(`${attribute(link, 'href')} ${textOf(link)}`).toMatch(
        /^(?:\/nekhpur)?\/Documents\/[a-z0-9-]+ [A-Z].+ PDF, \d+ KB, English$/,
      );
    // Of several values each has the name of its column, as in the results of a class.
    const labels = allOf(page, '#table-4 [data-label]', 'data-label').slice(0, 6);
    expect(labels).toEqual(allOf(page, '#table-4 th[scope=col]'));
  });

  test('R-007 R-150 R-151: the certificate page has admission number, name, and the sample PDF in a frame', async () => {
    const page = await open(`${prefix}/Tc`);
    expect(allOf(page, 'main .field label')).toEqual(['Admission number', "Student's full name"]);
    const [frame] = select(page, 'main iframe');
    if (frame === undefined) throw new Error('no frame');
    expect(attribute(frame, 'height')).toBe('500');
    expect(attribute(frame, 'title')).toMatch(/transfer certificate/i);
    const source = (attribute(frame, 'src') ?? '').replace(/#.*/, '');
    await request(site.url).get(source).expect(200).expect('content-type', 'application/pdf');
    expect(allOf(page, 'main a[target=_blank]', 'href')).toEqual([source]);
    expect(allOf(page, 'main .certificate-sample .quiet').join()).toMatch(/^\(PDF, .+\)$/);
  });
});

test('R-137 R-142 R-149 R-152: text, message and ERP pages have no island', async () => {
  for (const path of ['/Vision', '/Mission', '/Sports', '/ErpSoftware', '/MandatoryDisclosure'])
    expect(select(await open(path), '[data-island]'), path).toEqual([]);
});

const KINDS = ['subject', 'paragraph', 'item', 'point', 'quotation', 'caption'];
/** The element of each kind. */
const PLACES = ['h3', 'p strong', 'ol li em', 'blockquote a[target=_blank]', 'figcaption'];

/** A block of each kind, in two languages. */
function blocksAt(place: string): Block[] {
  const text = (kind: string) => `${kind} ${place} नमस्ते`;
  const link = { href: 'https://example.org/', ...element('a', text('quotation')) };
  return [
    element('h3', text('subject')),
    element('p', element('strong', text('paragraph'))),
    element('ol', element('li', element('em', text('item')))),
    element('ul', element('li', text('point'))),
    element('blockquote', element('p', link)),
    { picture: 'sports-2.svg', alt: '', caption: null },
    { picture: 'sports-1.svg', alt: '', caption: text('caption') },
  ];
}

const filled = sharedSite({
  lists: { principalMessage: [] },
  content: (content) => {
    for (const { blocks } of Object.values(content.prose.NEKPUR)) {
      const first: Block = { tag: 'h2', children: ['First नमस्ते'] };
      blocks.unshift(...blocksAt('above'), first, ...blocksAt('inside'));
      blocks.push({ tag: 'h2', children: ['Below'] }, ...blocksAt('below'));
    }
    return content;
  },
});

test.each(PROSE_NAMES.filter((name) => name !== 'about-us'))(
  'R-142 R-143 R-148: all that the school writes is on the page of %s, the other language marked',
  async (name) => {
    const wanted = `/nekhpur/${name.replaceAll('-', '')}`;
    const { path = '' } = PAGE_ADDRESSES.find((at) => at.path.toLowerCase() === wanted) ?? {};
    const page = await open(path, filled);
    const words = allOf(page, 'main').join();
    const missing = ['above', 'inside', 'below'].flatMap((place) =>
      KINDS.filter((kind) => !words.includes(`${kind} ${place}`)),
    );
    expect(missing).toEqual([]);
    expect(words.indexOf('caption above')).toBeLessThan(words.indexOf('caption inside'));
    expect(allOf(page, 'main [lang=hi]')).toHaveLength(19);
    expect(allOf(page, 'main ul li').join()).toContain('point inside');
    expect(allOf(page, 'main figcaption')).not.toContain('');
    expect(PLACES.map((place) => select(page, `main ${place} [lang=hi]`).length)).toEqual(
      PLACES.map(() => 3),
    );
  },
);
