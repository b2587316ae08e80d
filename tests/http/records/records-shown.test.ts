import { describe, expect, test } from 'vitest';
import { allOf, readPage } from '../../support/read-page.ts';
import { siteOfTest, type Lists, type SiteOptions, type TestSite } from '../../support/site.ts';
import type { Block } from '../../../shared/prose.ts';

/** This year is 2026. */
const NOW = new Date('2026-06-15T06:00:00Z');

const ofFarrukhabad = (row: object) => ({ school: 'FARRUKHABAD', ...row });

/** A site whose provider has only these records; they are Farrukhabad's unless they say otherwise. */
async function start(records: Lists, options: SiteOptions = {}) {
  const lists = Object.fromEntries(
    Object.entries(records).map(([name, rows]) => [name, rows.map(ofFarrukhabad)]),
  );
  const site = await siteOfTest({ now: () => NOW, providerHas: 'nothing', lists, ...options });
  // The first visit brings the lists.
  for (const path of ['/HomeFr', '/Events', '/Gallery', '/News', '/ChairmanMessage'])
    await (await fetch(site.url + path)).text();
  return site;
}

/** A page without the data of its island, which repeats it. */
async function pageOf(site: TestSite, path: string): Promise<string> {
  const html = await (await fetch(site.url + path)).text();
  return html.replace(/<script type="application\/json">.*?<\/script>/gs, '');
}

/** The lines of an event, by the name of their list. */
function linesOf(site: TestSite, event: string): Record<string, unknown>[] {
  return site.lines
    .filter((line) => line.event === event)
    .toSorted((a, b) => String(a['list']).localeCompare(String(b['list'])));
}

describe('a record without a title', () => {
  const poster = { _id: '1', image: ['poster.jpg'], images: ['poster.jpg'], date: '2026-06-20' };

  test('R-073 R-103 R-117 R-135: is shown on all pages, without empty headings, its picture with a name', async () => {
    const album = { ...poster, category: 'PhotoGallery', attachments: ['poster.jpg', '2.jpg'] };
    const news = {
      _id: '1',
      category: 'News',
      attachments: ['poster.pdf'],
      fromDate: '2026-06-10',
    };
    const papers = ['dates.pdf', 'https://docs.example/c.pdf'];
    const words = { _id: '2', description: 'Words of it' };
    const site = await start({
      events: [{ ...poster, time: '9 am', url: 'forms.gle/x', attachments: ['plan.pdf'] }, words],
      eventsAll: [poster],
      gallery: [album],
      galleryAll: [album],
      news: [news, { ...news, ...words, attachments: [] }],
      newsAll: [news],
      notification: [poster],
      onlineRegistration: [{ _id: '1', attachments: ['form.pdf'] }],
      highlight: [...papers.map((paper) => ({ attachments: [paper] })), { title: 'Holiday' }],
    });
    const [home = '', events, gallery, newsPage] = await Promise.all(
      ['/HomeFr', '/Events', '/Gallery', '/News'].map((path) => pageOf(site, path)),
    );
    for (const html of [home, events, gallery, newsPage])
      expect(html).not.toMatch(/<(h[1-6]|strong|a|p|ul|li|time)\b[^>]*>\s*<\/\1>|<span><\/span>/);
    const pictured = (alt: string) => new RegExp(`<img[^>]*poster\\.jpg[^>]*alt="${alt}"`);
    expect(events).toMatch(pictured('Event of 20 June 2026'));
    expect(gallery).toMatch(pictured('Photo album of 20 June 2026'));
    const linksOf = (html: string) => allOf(readPage(html), 'main a');
    expect(linksOf(gallery ?? '')).toContain('View More : Photo album of 20 June 2026');
    expect(linksOf(newsPage ?? '')).toContain('View Attachment : News of 10 June 2026 , PDF');
    expect(home).toMatch(pictured('Notice'));
    expect(home).toMatch(pictured('Event of 20 June 2026'));
    expect(home).toContain('<strong class="album-title">Photo album of 20 June 2026</strong>');
    expect(home).toMatch(/<a href="\/api\/image\/dates\.pdf"[^>]*>Announcement<\/a>/);
    expect(home).toMatch(
      /c\.pdf" target="_blank" rel="noopener nofollow">Announcement<.+<li>Holiday</,
    );
    const page = readPage(home);
    expect(
      allOf(page, 'main a').filter((text) => /^(Attach|Click|Register)/.test(text ?? '')),
    ).toEqual([
      'Register Online registration PDF',
      'Attachment : Event of 20 June 2026 , PDF',
      'Click Here : Event of 20 June 2026',
      'Attachment : News of 10 June 2026 , PDF',
    ]);
    expect(allOf(page, '.week-list li')).toEqual(['Sat 20 Jun Event of 20 June 2026 9 am']);
    expect(allOf(page, '.first-step').join(' ')).toContain('Event of 20 June 2026');
    expect(allOf(page, '.event-place')).toEqual(['9 am']);
    for (const part of ['.news-item', '.event'])
      expect(allOf(page, `${part} a`)).toContain('Words of it');
    expect(linesOf(site, 'rows-dropped')).toEqual([]);
  });

  test('R-123: its album has a heading and a title of their own', async () => {
    const site = await start({
      subGallery: [{ ...poster, description: 'A day at the fair', attachments: ['1.jpg'] }],
    });
    const html = await pageOf(site, '/SubGallery?id=1');
    expect(html).toMatch(/<h1[^>]*>A day at the fair<\/h1>/);
    expect(html).toContain('<title>A day at the fair | Photo Gallery');
  });

  test('R-239: is dropped and counted only when it has nothing to show at all', async () => {
    const nothing = {
      title: ' ',
      description: '<p></p>',
      attachments: [null],
      images: [],
      url: '#',
    };
    const site = await start({
      eventsAll: [
        nothing,
        { ...nothing, description: 'Words' },
        { ...nothing, url: 'forms.gle/x' },
      ],
    });
    const events = await pageOf(site, '/Events');
    expect(events.match(/<article/g)).toHaveLength(2);
    expect(linesOf(site, 'rows-dropped')).toMatchObject([
      { list: 'eventsAll', count: 1, rows: 2, examples: ['empty'] },
    ]);
  });
});

test('R-156 R-159: records of no campus or category are counted once, and health names a list that shows none', async () => {
  const site = await start({
    newsAll: [
      { title: 'a', category: 'News', school: 'KANPUR' },
      { title: 'b', category: 'News', school: `GIS ${'x'.repeat(100)}` },
      { title: 'c', category: 'Circular' },
    ],
    galleryAll: [
      { title: 'a', category: 'PhotoGallery' },
      { title: 'b', category: 'Wallpaper' },
    ],
  });
  const hidden = linesOf(site, 'rows-hidden');
  expect(hidden).toMatchObject([
    { list: 'galleryAll', count: 1, rows: 2, examples: ['FARRUKHABAD Wallpaper'] },
    {
      list: 'newsAll',
      count: 3,
      rows: 3,
      examples: ['KANPUR News', `GIS ${'x'.repeat(36)}`, 'FARRUKHABAD Circular'],
    },
  ]);
  expect(await site.app.health()).toMatchObject({ hiddenLists: ['newsAll'] });
});

test('R-109 R-118 R-238: each file and link of a record leads where it should, or there is none', async () => {
  const albums = [
    { category: 'PhotoGallery', title: 'No id', url: 'forms.gle/x' },
    { category: 'PhotoGallery', title: 'No id either', attachments: ['1.jpg'] },
  ];
  const prepare: SiteOptions['prepare'] = ({ setList, url }) => {
    const files = [
      { attachments: [{ url: `${url}/api/image/a.pdf` }] },
      { attachments: 'uploads\\b.pdf' },
      { attachments: ['https://docs.example/c.pdf'] },
      { images: ['https://cdn.example/d.jpg'] },
      { attachments: ['data:image/png;base64,AAAA'] },
    ].map((row, index) => ({ ...ofFarrukhabad(row), _id: index, title: `Event ${index}` }));
    setList('eventsAll', files);
  };
  const site = await start({ galleryAll: albums, gallery: albums }, { prepare });
  const events = await pageOf(site, '/Events');
  expect(events).toMatch(/href="\/api\/image\/a\.pdf"/);
  expect(events).toMatch(/href="\/api\/image\/uploads\/b\.pdf"/);
  const away = /<a[^>]*href="https:\/\/docs\.example\/c\.pdf"[^>]*>/.exec(events)?.[0];
  expect(away).toContain('rel="noopener nofollow"');
  expect(away).toContain('target="_blank"');
  const files = allOf(readPage(events), 'main a');
  expect(files.filter((text) => text?.startsWith('View Attachment'))).toHaveLength(3);
  expect(events).not.toContain('cdn.example');
  expect(linesOf(site, 'foreign-pictures')).toMatchObject([{ list: 'eventsAll', count: 1 }]);
  const gallery = await pageOf(site, '/Gallery');
  expect(gallery).toContain('href="https://forms.gle/x"');
  for (const html of [gallery, await pageOf(site, '/HomeFr')]) {
    expect(html).toContain('No id either');
    expect(html).not.toContain('SubGallery');
  }
  expect(await pageOf(site, '/HomeFr')).toMatch(/<div class="album"[^>]*><svg class="no-picture"/);
});

test.each([null, '<p>&nbsp;</p><p><br></p>\u200b', '<img src="x.jpg">'])(
  'R-088 R-140: a leader whose message is %j has the built-in text, on home and on the page alike',
  async (message) => {
    const written: Block = { tag: 'p', children: ['A visitor once asked me. '.repeat(9)] };
    const site = await start(
      { principalMessage: [{ category: 'Chairman', name: 'A. &amp; B. Verma', message }] },
      {
        content: (content) => {
          content.prose.FARRUKHABAD['chairman-message'].blocks = [written];
          return content;
        },
      },
    );
    const page = await pageOf(site, '/ChairmanMessage');
    expect(page).toContain('A visitor once asked me');
    expect(page).toContain('>A. &amp; B. Verma<');
    const home = await pageOf(site, '/HomeFr');
    expect(home).toContain('A visitor once asked me');
    expect(home).toContain('<strong>A. &amp; B. Verma</strong>');
    const designation = /class="quiet">([^<]+)<\/span><\/figcaption>/.exec(page)?.[1] ?? 'none';
    expect(home).toContain(`<span>${designation}</span>`);
  },
);

test('C10: photos that are pasted into the texts of a list do not count for its size', async () => {
  const data = Buffer.alloc(400_000, 'a photo').toString('base64');
  const rows = Array.from({ length: 12 }, (_, index) => ({
    _id: index,
    category: 'News',
    title: `News ${index}`,
    description: `<p><img src="data:image/jpeg;base64,${data}"></p><p>After ${index}</p>`,
    fromDate: '2026-06-10',
  }));
  const site = await start({ newsAll: rows });
  const page = await pageOf(site, '/News?year=All');
  expect(page).toContain('After 11');
  expect(page).not.toContain('base64');
  expect(linesOf(site, 'pasted-files')).toMatchObject([{ list: 'newsAll', count: 12 }]);
});
