import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { contentWith } from '../../support/content-with.ts';
import { SOON } from '../../support/effort.ts';
import { allOf, openComplete, readPage } from '../../support/read-page.ts';
import { sharedSite, siteOfTest, type SiteOptions, type TestSite } from '../../support/site.ts';
import { INCOMPLETE, untilSearchable } from '../../support/until-searchable.ts';
import { callLink } from '../../../shared/links.ts';
import { RECORD_SEGMENTS } from '../../../shared/records/registry.ts';
import { RESULTS_STEP } from '../../../shared/site-search.ts';

const EVENT = {
  _id: 'sports-7',
  school: 'FARRUKHABAD',
  title: 'Sports Day',
  description: 'Races, a march past and a relay on the big ground',
  date: '2026-11-20',
  venue: 'Pavilion',
};
const OLDER = { ...EVENT, _id: 'sports-1', title: 'Sports Day rehearsal', date: '2024-10-02' };
const UNNAMED = { ...OLDER, _id: 'x'.repeat(201), title: '', description: 'Observatory' };
const AT_NEKPUR = { ...EVENT, _id: 'sports-np', school: 'NEKPUR', date: '2026-11-21' };
const NEWS = {
  ...EVENT,
  _id: 'utsav',
  category: 'News',
  title: 'वार्षिक उत्सव',
  description: 'सभी अभिभावक आमंत्रित हैं',
  fromDate: '2026-11-01',
  attachments: ['invitation.pdf'],
};
const WEBSITE = {
  ...NEWS,
  attachments: ['plan.docx', 'plan.jpg'],
  _id: 'web',
  title: 'Website',
  description: 'Results stand on www.qwertz.example.org/exam, ask qwertz@gis.example.org or 123456',
};
/** In another spelling than a search. */
const SPELLINGS = [
  ["children's", 'Children’s Day'],
  ['सम्बन्ध', 'संबंध'],
  ['timetable', 'Time Table'],
  ['store room', 'Storeroom'],
  ['पुस्तकमेला', 'पुस्तक मेला'],
  ['oath of class 11', 'Oath of Class XI'],
  ['दसवीं की शपथ', 'शपथ, कक्षा 10'],
  ['admission', 'Admis\u00adsion'],
] as const;
const newsWith = (title: string, description = '') => ({ ...NEWS, _id: title, title, description });
const SPELT = SPELLINGS.map(([, title]) => newsWith(title));
const OF_CANTEEN = ['Menu of the week', 'Prices of the week'].map((title) => newsWith(title));
const OF_TRIP = [
  newsWith('Trip', 'By train.'),
  newsWith('Report', 'A trip of Class VIII, with many reports of 2024-25.'),
];
/** What the school calls by other words. */
const ALIASES = [
  { words: ['TC', 'टीसी'], means: 'transfer certificate' },
  { words: ['exam paper', 'परीक्षा'], means: 'datesheet' },
];
const OF_PAPER = 'Datesheet of Class X';
const OF_ROOM = 'परीक्षा कक्ष';
const OF_ALIASES = [OF_PAPER, OF_ROOM, 'TCS quiz', 'Sheets', 'A date'].map((title) =>
  newsWith(title),
);
const SHORT = ['qpx', 'Assembly', 'Assembyl', 'कप'].map((title) => newsWith(title, title));
const IN_TEXT = newsWith('Any', 'On the qp desk');
const MANY = Array.from({ length: RESULTS_STEP + 3 }, (_, at) => ({
  _id: `many-${at}`,
  school: 'FARRUKHABAD',
  title: `Zither round ${at}`,
  date: '2025-03-04',
}));
const NOTICE = {
  _id: 'bus',
  school: '',
  title: 'New bus stop',
  description: 'At <b>Lohia</b> crossing',
  attachments: ['circulars/winter-timetable.pdf', '64f0c2aa91b3d5e6f7a8b9c0.PDF'],
};
const ALBUM = {
  ...EVENT,
  _id: 'a1',
  category: 'PhotoGallery',
  title: 'Kavi Sammelan',
  attachments: ['one.jpg'],
};

const MESSAGE = {
  ...EVENT,
  category: 'Chairman',
  name: 'Dr. Quillon',
  message: '<p>A <b>zephyr</b>',
};

/** What the school has written on some pages. */
const WRITTEN = {
  'pages/about-us.md': '# About Us\n\nThirty-five children, and a deputy.\n\nA swimming pool.\n',
  'pages/about-us.nekpur.md': '# About Us\n\nA neem orchard.\n\nA room for robotics.\n',
  'pages/canteen.md':
    '---\ntitle: Canteen\ncampus: Farrukhabad\n---\n\n## Menu\n\nThe menu is in [Notices](/Notices).\n\n## Prices\n\nLunch costs forty rupees.\n',
  'pages/principal-message.md': '# Principal Message\n\nHer hands trembled at the microphone.\n',
  'hi/pages/sports.md': '# खेलकूद\n\nबच्चे कदमताल करते हैं।\n',
  'hi/pages/vision.md': '# हमारी दृष्टि\n\nगाँव के बच्चे।\n',
};

const site = sharedSite({
  providerHas: 'nothing',
  contentFolder: contentWith(WRITTEN),
  content: (content) => {
    content.site.searchAliases = ALIASES;
    const tables = content.disclosure.FARRUKHABAD;
    tables[0]?.rows.push(['Keeper of the telescope']);
    tables.at(-1)?.rows.push(['Inspected by Quillfeather']);
    return content;
  },
  now: () => new Date('2026-11-22T06:00:00Z'),
  lists: {
    eventsAll: [OLDER, AT_NEKPUR, EVENT, UNNAMED, ...MANY],
    newsAll: [NEWS, WEBSITE, ...SPELT, ...OF_CANTEEN, ...OF_TRIP, ...OF_ALIASES, ...SHORT, IN_TEXT],
    notification: [NOTICE],
    galleryAll: [ALBUM],
    principalMessage: [MESSAGE],
  },
});

beforeAll(async () => {
  await untilSearchable(site);
}, 4 * SOON.timeout);

async function searchableSite(options: SiteOptions): Promise<TestSite> {
  const own = await siteOfTest(options);
  await untilSearchable(own);
  return own;
}

type Result = { href: string; title: string; facts: string };

/** What a search shows: its results, and the whole page. */
async function find(q: string, more = '', path = '/Search', url = site.url) {
  const { text } = await request(url)
    .get(`${path}?q=${encodeURIComponent(q)}${more}`)
    .expect(200);
  const results: Result[] = Array.from(
    text.matchAll(/card-title"><a href="([^"]*)">(.*?)<\/a>.*?search-facts">(.*?)<\/p>/gs),
    ([, href = '', title = '', facts = '']) => ({
      href,
      title: title.replaceAll(/<\/?span>/g, ''),
      facts: facts
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    }),
  );
  return { text, results, hrefs: results.map(({ href }) => href) };
}

test('words that the school has given a meaning find what they mean first, and their own records after it', async () => {
  const titlesOf = async (q: string, path = '/Search') =>
    (await find(q, '', path)).results.map(({ title }) => title.replaceAll(/<[^>]+>/g, ''));
  for (const q of ['TC', 'tc', 'टीसी', 'tc certificate'])
    expect([q, (await titlesOf(q))[0]]).toEqual([q, 'Transfer Certificate']);
  expect(await titlesOf('TC')).toContain('TCS quiz');
  for (const q of ['Exam  Paper', 'परीक्षा', 'exam paper class x'])
    expect([q, (await titlesOf(q))[0]]).toEqual([q, OF_PAPER]);
  expect(await titlesOf('परीक्षा')).toContain(OF_ROOM);
  expect((await titlesOf('exam paper', '/hi/Search'))[0]).toBe(OF_PAPER);
});

test('whole words come first, and a word has no error if it is short or there as it was typed', async () => {
  const titlesOf = async (q: string) =>
    (await find(q, '&kind=news')).hrefs.map((href) => decodeURIComponent(href).split('/')[2]);
  expect(await titlesOf('qp')).toEqual(['Any', 'qpx']);
  expect(await titlesOf('assembly')).toEqual(['Assembly']);
  expect(await titlesOf('asembly')).toEqual(['Assembly']);
});

test.each(SPELLINGS)('a search for %s finds %s', async (q, title) => {
  const [first] = (await find(q)).results;
  expect(first?.title.replaceAll(/<[^>]+>/g, '')).toBe(title);
});

const SPORTS = '/Events/sports-7/sports-day';
const SPORTS_NEKPUR = '/nekhpur/Events/sports-np/sports-day';
const SPORTS_OLDER = '/Events/sports-1/sports-day-rehearsal';
const UTSAV = `/News/utsav/${encodeURIComponent('वार्षिक-उत्सव')}`;

describe('what is found', () => {
  test('by words, beginnings, errors, plurals, dates, sounds and files: what is meant comes first', async () => {
    const [school = ''] = site.content.site.name.split(' ');
    for (const [href, queries] of [
      [SPORTS, ['Sports Day', 'sports da', 'sport days', 'relay ground', '20 November 2026']],
      [SPORTS, ['sprots day', 'sportz day', 'sports pavilion', 'sports event farrukhabad']],
      [SPORTS_NEKPUR, ['relay nekpur']],
      [UTSAV, ['वार्षिक उत्सव', 'varshik utsav', 'warshik', 'वार्षीक']],
      ['/Notices/bus/new-bus-stop', ['bus stop', 'bus stops', 'winter timetable']],
      ['/Gallery/a1/kavi-sammelan', ['कवि सम्मेलन', 'kavi photos']],
      ['/Vision', ['Vision', 'गांव']],
      ['/ChairmanMessage', ['chairman message', 'चेयरमैन का संदेश', 'zephyr', 'quillon']],
      ['/PrincipalMessage', ['hands trembled microphone', 'leader message principal']],
      ['/HomeFr', ['thirty-five children', `deputy ${school}`]],
      ['/Home', ['neem orchard', 'robotics room']],
      ['/MandatoryDisclosure', ['telescope keeper']],
      ['/Career', ['नौकरी के लिए पूछताछ']],
    ] as const)
      for (const q of queries)
        expect([q, (await find(q)).hrefs[0]?.replace(/#.*/, '')]).toEqual([q, href]);
  });

  test.each([
    ['events', 'Event', 'Events', 'event events'],
    ['news', 'News', 'News', 'news'],
    ['notices', 'Notice', 'Notices', 'notice notices notification pdf'],
    ['albums', 'Photo album', 'Photo albums', 'album albums photo photos gallery pictures'],
    ['pages', 'Page', 'Pages', 'page'],
    ['documents', 'Document', 'Documents', 'document documents pdf file download'],
    ['leaders', 'Message', 'Messages', 'message leader'],
  ])('%s by any word for their kind or files', async (kind, name, plural, words) => {
    for (const word of words.split(' ')) {
      const { results, text } = await find(word, `&kind=${kind}`);
      expect(results[0]?.facts.startsWith(name), word).toBe(true);
      const summaries = allOf(readPage(text), '.search-choices summary');
      expect(summaries).toEqual([`Narrow the results : ${plural}`]);
    }
  });

  test('a page by a word of its Hindi text, a document by its Hindi name', async () => {
    const { hrefs, text } = await find('कदमताल', '&kind=pages');
    expect(hrefs).toContain('/Sports');
    expect(text).not.toMatch(/<p><[^>]*>[^<]*कदमताल/);
    const { text: hindi } = await find('कदमताल', '&kind=pages', '/hi/Search');
    expect(hindi).toMatch(/<mark>कदमताल<\/mark>/);
    // Neither those of leaders and documents, which are found as such, nor the two that lead to the home pages.
    const { hrefs: pages } = await find('page', '&kind=pages&campus=FARRUKHABAD&page=9');
    expect(pages).toEqual(expect.arrayContaining(['/HomeFr', '/Vision', '/Events/Calendar']));
    const others = ['/', '/Campus', '/ChairmanMessage', '/Documents/fee-structure', '/Offline'];
    for (const path of others) expect(pages).not.toContain(path);
    expect((await find('शुल्क संरचना', '&kind=documents')).hrefs).toContain(
      '/Documents/fee-structure',
    );
  });

  test('a document by a word that only its PDF has', async () => {
    const { hrefs, results } = await find('rupees', '&kind=documents');
    expect(hrefs).toContain('/Documents/fee-structure');
    expect(results[0]?.facts).toMatch(/^Document Farrukhabad PDF, \d+ KB, English$/);
  });

  test('its page, its date, its kind and its campus stand there, what was typed is marked', async () => {
    const { results, text } = await find('sports relay');
    expect(results[0]).toMatchObject({
      href: SPORTS,
      title: '<mark>Sports</mark> Day',
      facts: 'Event 20 November 2026 Farrukhabad',
    });
    expect(text).toMatch(/<mark>relay<\/mark><span> on the big ground/);
    const unnamed = { href: '/Events', title: '<mark>Observatory</mark>' };
    expect((await find('observatory')).results).toMatchObject([unnamed]);
    expect((await find('varshik utsav')).results[0]?.facts).toMatch(/With attachment \(PDF\)$/);
    expect((await find('website')).results[0]?.facts).toMatch(
      /With 2 attachments \(Word, picture\)$/,
    );
  });

  test('the own campus comes first, then the newer record; the better match before both', async () => {
    const { hrefs } = await find('sports day');
    expect(hrefs.slice(0, 3)).toEqual([SPORTS, SPORTS_NEKPUR, SPORTS_OLDER]);
    const { hrefs: atNekpur } = await find('sports day', '', '/nekhpur/Search');
    expect(atNekpur.slice(0, 3)).toEqual([SPORTS_NEKPUR, SPORTS, SPORTS_OLDER]);
  });

  test('what both campuses have is one result, at the own campus', async () => {
    const { results } = await find('new bus stop', '', '/nekhpur/Search');
    expect(results.filter(({ title }) => title.includes('bus</mark>'))).toEqual([
      expect.objectContaining({
        href: '/nekhpur/Notices/bus/new-bus-stop',
        facts: 'Notice All campuses With 2 attachments (PDF)',
      }),
    ]);
  });

  test('a section that says it comes before news of that name, one that only links to it after them', async () => {
    expect((await find('prices')).hrefs.slice(0, 2)).toEqual([
      '/canteen#prices',
      '/News/Prices%20of%20the%20week/prices-of-the-week',
    ]);
    expect((await find('menu')).hrefs.slice(0, 2)).toEqual([
      '/News/Menu%20of%20the%20week/menu-of-the-week',
      '/canteen#menu',
    ]);
  });

  test('what has the other words comes first, with the number of a class or without', async () => {
    const { hrefs } = await find('trip class 8');
    expect(hrefs.slice(0, 2)).toEqual(['/News/Trip/trip', '/News/Report/report']);
  });

  test('without all of the words it shows what has most of them, with a note', async () => {
    const { hrefs, text } = await find('sports day zeppelin');
    expect(hrefs[0]).toBe(SPORTS);
    expect(text).toContain('No results have all of these words.');
    expect((await find('sports day 1999')).text).toContain('No results have all of these words.');
    expect((await find('sports day')).text).not.toContain('No results have all');
  });
});

test.each([
  ['a word of five letters with an error', 'relya', []],
  ['the beginning of an address on the internet', 'qwertz', []],
  ['an address on the internet by itself', 'www.qwertz.example.org/exam', ['/News/web/website']],
  ['an e-mail address by itself', 'QWERTZ@gis.example.org', ['/News/web/website']],
  ['a file by a name that is only an id', '64f0c2aa91b3d5e6f7a8b9c0', []],
  ['a word in a longer one than the text has', 'umbrellaless', []],
  ['a figure in a longer one', '1234', []],
  ['words of two sections of a page', 'telescope quillfeather', []],
  ['words of two sentences of a page', 'deputy swimming pool', []],
])('%s: "%s" finds %j', async (_, q, hrefs) => {
  expect((await find(q)).hrefs).toEqual(hrefs);
});

describe('filters and steps are plain links', () => {
  test('by kind, campus and year, with the number of results that each leaves', async () => {
    const page = await openComplete(`${site.url}/Search?q=sports+day&kind=events`);
    expect(allOf(page, '.search-choice')).toEqual([
      'Kind All Events 3 Pages 2 Documents 1',
      'Campus All Farrukhabad 2 Nekpur 1',
      'Year All 2026 2 2024 1',
    ]);
    expect(allOf(page, '.search-choice [aria-current=true]')).toEqual(['Events 3', 'All', 'All']);
    const hrefs = allOf(page, '.search-choice a', 'href');
    expect(hrefs[6]).toBe('/Search?q=sports+day&kind=events&campus=NEKPUR');
    expect(allOf(page, '.search-summary')).toEqual(['3 results for “sports day”']);
    expect(hrefs[9]).toBe('/Search?year=2024&q=sports+day&kind=events');
    const chosen = await openComplete(`${site.url}/Search?q=xqz&kind=news&campus=NEKPUR&year=All`);
    expect(allOf(chosen, '.search-choice')).toEqual(['Kind All News 0', 'Campus All Nekpur 0']);
    expect(allOf(chosen, 'main summary')).toEqual(['Narrow the results : News, Nekpur']);
    // Of one value there is no choice.
    const kavi = await openComplete(`${site.url}/Search?q=kavi`);
    expect(allOf(kavi, '.search-summary')).toEqual(['One result for “kavi”']);
    expect(allOf(kavi, '.search-choices')).toEqual([]);
    const narrow = `${site.url}/Search?q=sports+day&kind=events&campus=FARRUKHABAD&year=2026`;
    expect(allOf(await openComplete(narrow), '.search-choice')).toEqual([
      'Kind All Events 1',
      'Campus All Farrukhabad 1 Nekpur 1',
      'Year All 2026 1 2024 1',
    ]);
    expect((await find('sports day', '&kind=events&campus=NEKPUR')).hrefs).toEqual([SPORTS_NEKPUR]);
    expect((await find('sports day', '&year=2024')).hrefs).toEqual([SPORTS_OLDER]);
    expect((await find('sports day', '&kind=news')).hrefs).toEqual([]);
  });

  test('"Show more" leads to the same results with more of them, none twice', async () => {
    const first = await find('zither round', '&kind=events');
    expect(first.hrefs).toHaveLength(RESULTS_STEP);
    expect(first.text).toMatch(
      /href="\/Search\?q=zither\+round&amp;kind=events&amp;page=2#result-21" rel="next">Show more/,
    );
    const second = await find('zither round', '&kind=events&page=2');
    expect(second.hrefs.slice(0, RESULTS_STEP)).toEqual(first.hrefs);
    expect(new Set(second.hrefs).size).toBe(MANY.length);
    expect(first.text).toContain('20 of 23');
    expect(second.text).toContain('<li id="result-21">');
    expect(second.text).not.toContain('rel="next">Show more');
    // The link to all kinds leads to their first page.
    expect(second.text).toContain('<a href="/Search?q=zither+round">');
  });
});

test('on a Hindi page a result has its Hindi name, text and facts', async () => {
  const page = await find('शुल्क संरचना', '', '/hi/Search');
  expect(page.results[0]).toMatchObject({
    href: '/hi/Documents/fee-structure',
    title: '<mark>शुल्क</mark> (फ़ीस) <mark>संरचना</mark>',
    facts: expect.stringMatching(/^दस्तावेज़ .* PDF, \d+ KB, अंग्रेज़ी$/),
  });
  const notice = await find('bus stop', '', '/hi/Search');
  expect(notice.results[0]?.facts).toContain('2 संलग्न फ़ाइलें (PDF)');
  const vision = await find('Vision', '&kind=pages', '/hi/Search');
  expect(vision.hrefs[0]).toBe('/hi/Vision');
  expect(vision.text).not.toContain('>Vision</a>');
});

describe('the page itself', () => {
  test('without a text it is a form, with ways on; with one that nothing has, too, besides all kinds and a call', async () => {
    const names = [...RECORD_SEGMENTS, 'MandatoryDisclosure', 'Admission'];
    const call = callLink(site.content.site.campuses.NEKPUR.phone ?? '');
    const queries = '|?q=xqz|?q=xqz&kind=news|?q=xqz&campus=NEKPUR|?year=2024&q=xqz';
    for (const query of queries.split('|')) {
      const page = await openComplete(`${site.url}/nekhpur/Search${query}`);
      expect(allOf(page, 'main form[method=get]', 'action')).toEqual(['/nekhpur/Search']);
      const field = '[type=search][required][maxlength=80]';
      expect(allOf(page, `main ${field}`, 'value')).toEqual([query === '' ? null : 'xqz']);
      const ways = names.map((name) => `/nekhpur/${name}`);
      expect(allOf(page, '.search-ways a', 'href')).toEqual(ways);
      const before = query.includes('&') ? ['/nekhpur/Search?q=xqz'] : [];
      const found = query === '' ? [] : [...before, ...ways, call];
      expect(allOf(page, '.search-nothing a', 'href')).toEqual(found);
    }
  });

  test('its title has the query, and it is for no engine', async () => {
    const { text } = await find('sports');
    expect(text).toMatch(/<title>sports \| Search \| /);
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(text).not.toMatch(/rel="canonical"|og:url/);
  });

  test('what was typed is text, never markup', async () => {
    const { text } = await find('<script>alert(1)</script>"><img src=x onerror=alert(1)>');
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img src=x');
    expect(text).toContain('&lt;script&gt;alert(1)');
  });

  test('a text of any characters and length has a page of results', async () => {
    for (const q of ['!!!', ' ', 'a', 'x'.repeat(5_000), 'a b c d e f g h i j k', '%00', '\u0301'])
      expect((await find(q)).text).toContain('class="search-form"');
  });
});

test(
  'while a list is not available the others are searched, and the page shows it',
  SOON,
  async () => {
    const partly = await siteOfTest({
      hasLists: true,
      prepare: (provider) => provider.fail(/news/i, { status: 500 }),
    });
    const search = () => find('fee structure', '', '/Search', partly.url);
    await expect.poll(async () => (await search()).hrefs[0], SOON).toBe('/Documents/fee-structure');
    // Each waits a second for the index while that is built.
    for (let searches = 0; searches < 10; searches += 1)
      expect((await search()).text).toContain(INCOMPLETE);
  },
);

test('the search is complete without a list that pages only show', SOON, async () => {
  const { url } = await searchableSite({
    prepare: (provider) => provider.fail(/birthday/i, { status: 500 }),
  });
  expect((await find('fee structure', '', '/Search', url)).text).not.toContain(INCOMPLETE);
});

test('after midnight the pages are searched as they are on the new day', SOON, async () => {
  let time = new Date('2026-11-30T18:29:50Z');
  const vacancies =
    'Campus,Post,Subject,Text,Published,Last day\nNekpur,TGT,Sanskrit,Full time.,16-11-2026,30-11-2026\n';
  const { url } = await searchableSite({
    providerHas: 'nothing',
    contentFolder: contentWith({ 'vacancies.csv': vacancies }),
    now: () => time,
  });
  const search = async () => (await find('Sanskrit', '', '/nekhpur/Search', url)).hrefs;
  expect((await search())[0]).toContain('/Career#vacancy-');
  // No list is due yet.
  time = new Date('2026-11-30T18:30:10Z');
  await expect.poll(async () => (await search()).join(), SOON).not.toContain('#vacancy-');
});
