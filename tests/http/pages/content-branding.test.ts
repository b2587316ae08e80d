import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { contentWith } from '../../support/content-with.ts';
import { linksOf } from '../../support/read-page.ts';
import { CONTENT_FOLDER, siteOfTest } from '../../support/site.ts';
import { SOON } from '../../support/effort.ts';
import { contentErrors } from '../../support/content-errors.ts';
import { loadContent } from '../../../server/content/content.ts';
import { ALL_CAMPUSES, CAMPUS_TABLE, CAMPUSES, campusPath } from '../../../shared/campuses.ts';

const { site: WRITTEN } = await loadContent(CONTENT_FOLDER);

/** content/site.json, changed. */
const siteJson = (fields: object) => JSON.stringify({ ...WRITTEN, ...fields });

/** A menu of these tests: that of the school may change. */
const OWN_MENU = siteJson({
  menu: [
    { label: 'Facilities', links: [{ label: 'Sports', to: 'Sports' }] },
    { label: 'Papers', documents: true },
  ],
});

type Files = Readonly<Record<string, string>>;

const folderWith = (files: Files) => contentWith({ 'site.json': OWN_MENU, ...files });

async function siteWith(files: Files) {
  const contentFolder = folderWith(files);
  expect(await contentErrors(contentFolder)).toEqual([]);
  return request((await siteOfTest({ contentFolder })).url);
}

const MENU = '#menu ul a';
const QUICK_LINKS = '[aria-labelledby=quick-links] a';

const OF_ALL = `campus: ${ALL_CAMPUSES}`;

const TRANSPORT = `---
title: School transport
${OF_ALL}
menu: Facilities
---

Buses leave at **7:10**. See also [sports](/Sports) and [fees](/transport-fees).

## Routes

- Kamalganj
- Fatehgarh
`;

test('a page that the school adds has frame, title, breadcrumb, menu entry and a place in the sitemap, without code', async () => {
  const site = await siteWith({
    'pages/transport.md': TRANSPORT,
    'pages/transport.nekpur.md': TRANSPORT.replace(`${OF_ALL}\n`, '').replace('7:10', '6:50'),
    'pages/transport-fees.md':
      '\ufeff---\r\ntitle: Transport fees\r\ncampus: farrukhabad\r\nmenu: footer\r\n---\r\nFrom 900 rupees.\r\n',
    'pages/audit.md': '---\ntitle: Audit\nmenu: Papers\n---\nText.\n',
    'hi/pages/transport.md': '---\ntitle: स्कूल बस\n---\nबसें **7:10** पर।\n',
  });
  const { text } = await site.get('/transport').expect(200);
  expect(text).toContain(`<title>School transport | ${WRITTEN.name}</title>`);
  expect(text).toContain('<h1>School transport</h1>');
  expect(text).toMatch(/<nav class="breadcrumb".*?href="\/HomeFr".*?School transport.*?<\/nav>/s);
  expect(text).toContain('Buses leave at <strong>7:10</strong>.');
  expect(text).toMatch(/<a (?=[^>]*href="\/transport")[^>]*aria-current="page"/);
  expect(linksOf(text, MENU)).toContain('School transport > /transport');
  expect(linksOf(text, '.with-related .related-links a')).toContain('Sports > /Sports');
  expect(linksOf(text, MENU)).toContain('Audit > /audit');
  expect(linksOf(text, QUICK_LINKS).at(-1)).toBe('Transport fees > /transport-fees');

  const nekpur = await site.get('/Nekpur/TRANSPORT/').expect(200);
  expect(nekpur.text).toContain('<strong>6:50</strong>');
  expect(nekpur.text).toMatch(/<link rel="canonical" href="[^"]*\/nekhpur\/transport"/);
  expect(linksOf(nekpur.text, MENU)).toContain('School transport > /nekhpur/transport');
  expect(nekpur.text).not.toContain('Transport fees');
  await site.get('/nekhpur/transport-fees').expect(404);

  const hindi = await site.get('/hi/transport').expect(200);
  expect(hindi.text).toContain('<h1>स्कूल बस</h1>');
  expect(hindi.text).toContain('बसें <strong>7:10</strong>');
  expect(linksOf(hindi.text, MENU)).toContain('स्कूल बस > /hi/transport');
  for (const query of ['kamalganj', 'बसें']) {
    const search = () => site.get(`/Search?kind=pages&q=${encodeURIComponent(query)}`);
    await expect
      .poll(async () => (await search().expect(200)).text)
      .toMatch(/card-title"><a href="\/transport[#"]/);
  }

  const { text: sitemap } = await site.get('/sitemap.xml');
  for (const path of ['/transport', '/nekhpur/transport', '/transport-fees'])
    expect(sitemap).toContain(`${path}</loc>`);
});

test('a page that the school adds is served from the page cache in any letter case, on both campuses, and accepts no form', async () => {
  const page = (title: string) => `---\ntitle: ${title}\nmenu: footer\n\n---\nText.\n`;
  const pages = { 'pages/bus.md': page('Transport'), 'pages/transport-fees.md': page('Fees') };
  const site = await siteWith(pages);
  const { text } = await site.get('/nekhpur/bus').expect(200);
  const links = ['Fees > /nekhpur/transport-fees', 'Transport > /nekhpur/bus'];
  expect(linksOf(text, QUICK_LINKS).slice(-2), 'by title').toEqual(links);
  await expect
    .poll(async () => {
      const { headers } = await site.get('/Transport-Fees').expect(200);
      return headers['cache-status'];
    }, SOON)
    .toBe('gis; hit');
  await site.post('/transport-fees').expect(405);
});

/** Files below content/pages: the name, its error, and what is changed in a right one. */
const WRONG_PAGES: readonly [name: string, error: string, from: string | RegExp, to: string][] = [
  ['no-title.md', 'heading block, title: is missing', 'title', 'titel'],
  ['other-field.md', 'heading block: must not have "titel"', 'title', 'titel'],
  [
    'campus.md',
    `heading block, campus: must be one of "${ALL_CAMPUSES}"`,
    OF_ALL,
    'campus: kanpur',
  ],
  ['menu.md', 'heading block, menu: must be one of "Facilities", "Papers"', 'Facilities', 'Buses'],
  ['two-titles.md', 'line 3: must be a field', OF_ALL, 'title: Bus'],
  ['bus.nekpur.md', 'heading block: must not have "campus"', '', ''],
  ['in-list.md', '/Buses leads to no page of this site', '- Kamalganj', '- **[Bus](/Buses)**'],
  ['quoted.md', '/Buses leads to no page of this site', '## Routes', '> [Bus](/Buses)'],
  ['no-text.md', 'has no text below its title', /\n\nBuses.*/s, ''],
];

describe('of content/pages', () => {
  let errors: readonly string[] = [];
  beforeAll(async () => {
    const files = WRONG_PAGES.map(([name, , from, to]) => [
      `pages/${name}`,
      TRANSPORT.replace(from, to),
    ]);
    errors = await contentErrors(folderWith(Object.fromEntries(files)));
  });

  test.each(WRONG_PAGES)('the check reports of %s: %s', (name, error) => {
    expect(errors).toContainEqual(expect.stringContaining(`pages/${name}: ${error}`));
  });
});

test('a page that the school adds has no name that the site uses otherwise', async () => {
  const names = 'api assets events files healthz hi readyz nekhpur nekpur'.split(' ');
  const page = '---\ntitle: Bus\n---\nText.\n';
  const files = Object.fromEntries(names.map((name) => [`pages/${name}.md`, page]));
  const errors = (await contentErrors(contentWith(files))).join('\n');
  for (const name of names)
    for (const address of [`/${name}`, `/nekhpur/${name}`])
      expect(errors).toContain(
        `pages/${name}.md: the site has something else at ${address}; give the file another name`,
      );
});

test('menu, tiles, documents, footer links and seconds follow site.json, in any number and order', async () => {
  const ofBoth = WRITTEN.disclosureDocuments.filter(({ campus }) => campus === undefined);
  const [one = '', other = ''] = ofBoth.map(({ file }) => file);
  const site = await siteWith({
    'pages/transport.md': TRANSPORT.replace('Facilities', 'Life here').replace('-fees', ''),
    'site.json': siteJson({
      menu: [
        { label: 'News', to: 'News' },
        {
          label: 'Life here',
          links: [
            { label: 'Sports', to: 'Sports' },
            { label: 'Uniforms', to: 'https://shop.example/', campus: 'NEKPUR' },
          ],
        },
        { label: 'Papers', documents: true },
      ],
      footerLinks: [{ label: 'Our outlook', to: 'Vision' }],
      portalUrl: 'https://parents.example/',
      tiles: Array.from({ length: 9 }, (_, index) => ({
        icon: 'alumni',
        note: 'A note',
        href: `/files/${one}`,
        label: `Tile ${index}`,
      })),
      disclosureDocuments: [
        { label: 'The other', file: other },
        { label: 'One', file: one },
      ],
      carousels: { seconds: 4, turnSeconds: 0.5 },
      campuses: {
        ...WRITTEN.campuses,
        NEKPUR: { ...WRITTEN.campuses.NEKPUR, slider: { seconds: 9, turnSeconds: 0 } },
      },
    }),
  });
  const { text } = await site.get('/Home').expect(200);
  expect(linksOf(text, MENU)).toEqual([
    'News > /nekhpur/News',
    'Sports > /nekhpur/Sports',
    'Uniforms > https://shop.example/',
    'School transport > /nekhpur/transport',
    'All tables and documents on one page > /nekhpur/MandatoryDisclosure',
    `The other > /files/${other}`,
    `One > /files/${one}`,
  ]);
  expect(linksOf(text, '#menu .campus-switch a')).toEqual(
    CAMPUSES.map((each) => `${WRITTEN.campuses[each].label} > ${CAMPUS_TABLE[each].home}`),
  );
  // Pages that the school has added follow.
  expect(linksOf(text, QUICK_LINKS)[0]).toBe('Our outlook > /nekhpur/Vision');
  expect(text.match(/Tile \d/g)).toHaveLength(9);
  // The search is complete a moment after the start.
  await expect
    .poll(async () => (await site.get('/Search?q=outlook').expect(200)).text, SOON)
    .toMatch(/card-title"><a href="\/Vision">/);
  expect(linksOf(text, 'header a')).toContain('LOGIN > https://parents.example/');
  expect(text).not.toMatch(/<dialog|Sample content/);
  const slider = 'data-enhance="carousel" data-view="slider" data-delay="9000" data-speed="0"';
  expect(text).toContain(slider);
  expect(text).toMatch(/data-view="events[^"]*" data-delay="4000" data-speed="500"/);
  const { text: farrukhabad } = await site.get('/Sports').expect(200);
  expect(linksOf(farrukhabad, MENU)).toContain('News > /News');
  expect(farrukhabad).not.toContain('Uniforms');
});

test('a menu that leads nowhere, twice to the same name, or too fast is reported with the allowed values', async () => {
  const errorsWith = async (fields: object) =>
    contentErrors(contentWith({ 'site.json': siteJson(fields) }));
  const sport = { label: 'Sport', to: 'Sport' };
  const bus = { label: 'Bus', to: 'transport', campus: 'NEKPUR' };
  const sports = { label: 'Sport', links: [{ label: 'Sports', to: 'Sports' }, bus] };
  const footerLinks = [bus];
  expect(await errorsWith({ menu: [sport, sports], footerLinks })).toEqual([
    'site.json: menu, entry 2 (Sport), label: "Sport" is there twice',
    ...CAMPUSES.map(
      (campus) =>
        `site.json: menu, entry 1 (Sport), to: there is no page at ${campusPath(campus, 'Sport')}`,
    ),
    'site.json: menu, entry 2 (Sport), links, entry 2 (Bus), to: there is no page at /nekhpur/transport',
    'site.json: footerLinks, entry 1 (Bus), to: there is no page at /nekhpur/transport',
  ]);
  const menu = [{ label: 'News', to: 'News', documents: true }];
  expect(await errorsWith({ menu, carousels: { seconds: 0, turnSeconds: '1' } })).toEqual([
    'site.json: carousels.seconds: must be 1 or more, but is 0',
    'site.json: carousels.turnSeconds: must be a number, without quotation marks and commas, but is "1"',
    'site.json: menu, entry 1 (News): must have one of "to", "links" and "documents"',
  ]);
});
