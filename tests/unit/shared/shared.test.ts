import { describe, expect, test } from 'vitest';
import { CAMPUS_ROUTES, campusPath, otherCampus } from '../../../shared/campuses.ts';
import {
  MONTH_LABELS,
  dayInIndia,
  daysAfter,
  endOfDayInIndia,
  formatDashed,
  formatDayOfWeek,
  formatLong,
  formatShort,
  formatSlashed,
  formatWithWeekday,
  monthLabel,
} from '../../../shared/dates.ts';
import { resolveFilters } from '../../../shared/filters.ts';
import { parseRows } from '../../../server/provider/read-rows.ts';
import { albumPath } from '../../../shared/records/record-paths.ts';
import {
  callLink,
  documentUrl,
  fileUrl,
  isExternal,
  relOf,
  safeLink,
} from '../../../shared/links.ts';
import { parseDay } from '../../../shared/parse-day.ts';
import {
  hasUnreadDate,
  isHidden,
  LIST_NAMES,
  PROVIDER_LISTS,
  recordsFor,
  type ListName,
  type RawOf,
  type ReadList,
} from '../../../shared/records/provider-lists.ts';
import { recordsOf } from '../../../shared/records/kind-records.ts';
import type { RECORD_KINDS } from '../../../shared/records/registry.ts';
import { MAX_QUERY, readSearch, searchString, type SearchKey } from '../../../shared/search.ts';

const PROVIDER = 'https://platform.example/school';

/** Rows as the provider answered them, read as rows of a list; those that have nothing to show are left out. */
function rowsOf<Name extends ListName>(name: Name, answer: readonly unknown[]): RawOf<Name>[] {
  // parseRows has checked them by the list's schema.
  return (parseRows(name, answer, PROVIDER)?.rows ?? []) as RawOf<Name>[];
}

function rowOf<Name extends ListName>(name: Name, answer: unknown): RawOf<Name> {
  const [row] = rowsOf(name, [answer]);
  if (row === undefined) throw new Error(`no row of ${name}`);
  return row;
}

describe('dates', () => {
  test('R-252: months are three letters, September is Sep', () => {
    expect(MONTH_LABELS.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec');
    expect(monthLabel('2026-09-30')).toBe('Sep');
  });

  test('R-253: gallery and sub-gallery dates have their own forms', () => {
    expect([formatDashed('2026-03-05'), formatSlashed('2026-03-05')]).toEqual([
      '05-03-2026',
      '05/03/2026',
    ]);
    expect([formatShort('2026-03-05'), formatLong('2026-03-05')]).toEqual([
      '5 Mar 2026',
      '5 March 2026',
    ]);
    expect(
      Array.from({ length: 12 }, (_, at) =>
        formatLong(`2026-${String(at + 1).padStart(2, '0')}-05`),
      ),
    ).toEqual(
      'January February March April May June July August September October November December'
        .split(' ')
        .map((month) => `5 ${month} 2026`),
    );
  });

  test('a day of a record’s page and of what is near has its weekday', () => {
    const week = Array.from({ length: 7 }, (_, at) => daysAfter('2026-03-01', at));
    expect(week.map((day) => formatWithWeekday(day).split(',')[0])).toEqual(
      'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
    );
    expect(formatDayOfWeek('2026-03-05')).toBe('Thu 5 Mar');
  });

  test.each([
    ['UTC', 0],
    ['Asia/Kolkata', -330],
    ['America/Los_Angeles', 480],
    ['Pacific/Kiritimati', -840],
  ])('R-253, R-254: on a machine in %s every day and text is the same', (zone, offsetMinutes) => {
    const before = process.env['TZ'];
    process.env['TZ'] = zone;
    try {
      const instant = new Date('2026-12-31T18:30:00Z');
      expect(instant.getTimezoneOffset()).toBe(offsetMinutes);
      expect(dayInIndia(instant)).toBe('2027-01-01');
      expect(parseDay('2026-03-04T18:30:00.000Z')).toBe('2026-03-05');
      expect(parseDay('2026-12-31')).toBe('2026-12-31');
      expect(formatDashed('2026-03-05')).toBe('05-03-2026');
      expect(formatSlashed('2026-03-05')).toBe('05/03/2026');
      expect(formatLong('2026-01-01')).toBe('1 January 2026');
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  test('R-254: the year changes at midnight in India', () => {
    expect(dayInIndia(new Date('2026-12-31T18:29:59.999Z'))).toBe('2026-12-31');
    expect(dayInIndia(new Date('2026-12-31T18:30:00Z'))).toBe('2027-01-01');
    for (const [instant, end] of [
      ['2026-12-30T18:30:00Z', '2026-12-31T18:30:00Z'],
      ['2026-12-31T02:00:00Z', '2026-12-31T18:30:00Z'],
      ['2026-12-31T18:29:59.999Z', '2026-12-31T18:30:00Z'],
      ['2026-12-31T18:30:00Z', '2027-01-01T18:30:00Z'],
    ] as const)
      expect([instant, endOfDayInIndia(new Date(instant))]).toEqual([instant, Date.parse(end)]);
    expect(resolveFilters({}, [], '2027-01-01').year).toBe(2027);
  });
});

describe('addresses', () => {
  test('a file is found at its id or path, each part encoded', () => {
    expect(fileUrl('66f0')).toBe('/api/image/66f0');
    expect(fileUrl('/photos/sports day.jpg')).toBe('/api/image/photos/sports%20day.jpg');
    expect(fileUrl('a/?x=1#y')).toBe('/api/image/a/%3Fx%3D1%23y');
    expect(fileUrl('javascript:alert(1)')).toBe('/api/image/javascript%3Aalert(1)');
    expect(fileUrl('//evil.example/x')).toBe('/api/image/evil.example/x');
    expect(['?a', 'a?', '#', 'a.b-c_1'].map(fileUrl)).toEqual([
      '/api/image/%3Fa',
      '/api/image/a%3F',
      '/api/image/%23',
      '/api/image/a.b-c_1',
    ]);
  });

  test('a document is the provider’s, or elsewhere and then of no concern to search engines', () => {
    expect(documentUrl('files/a b.pdf')).toBe('/api/image/files/a%20b.pdf');
    expect(documentUrl('https://example.org/a.pdf')).toBe('https://example.org/a.pdf');
    expect([relOf('/api/image/a.pdf'), relOf('https://example.org/a.pdf')]).toEqual([
      'noopener',
      'noopener nofollow',
    ]);
  });

  test('an album stands beside its gallery, if it can be asked for', () => {
    expect(albumPath('/Gallery', '')).toBeNull();
    expect(albumPath('/Gallery', 'x'.repeat(201))).toBeNull();
    expect(albumPath('/Gallery', 'a\u0007')).toBeNull();
    expect(albumPath('/Gallery', 'a b&c')).toBe('/SubGallery?id=a%20b%26c');
    expect(albumPath('/nekhpur/Gallery', '1')).toBe('/nekhpur/SubGallery?id=1');
  });

  test.each([
    [' https://a.example/x ', 'https://a.example/x'],
    ['http://a.example', 'http://a.example/'],
    ['www.a.example', 'https://www.a.example/'],
    ['WWW.a.example/x', 'https://www.a.example/x'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['tel:+911', 'tel:+911'],
    ['/Events', '/Events'],
    ['/', '/'],
    ['//evil.example', null],
    ['/\\evil.example', null],
    ['https://user@evil.example', null],
    ['ftp://a.example', null],
    ['javascript:alert(1)', null],
    ['java\u0001script:alert(1)', null],
    ['https://a.example/a b', null],
    ['a.www.example', null],
    ['Events', null],
    ['', null],
    ['  ', null],
    [null, null],
    [undefined, null],
  ])('S4: the link %j is %j', (text, link) => {
    expect(safeLink(text)).toBe(link);
  });

  test('a telephone number is called by its digits and its plus', () => {
    expect(callLink('+91 (0) 98765-43210')).toBe('tel:+9109876543210');
  });

  test('only http and https lead away', () => {
    expect(
      ['https://a.example', 'HTTP://a.example', '/Events', 'tel:1', 'mailto:a@b.example'].map(
        isExternal,
      ),
    ).toEqual([true, true, false, false, false]);
    expect(isExternal('/Events?q=https://a.example')).toBe(false);
  });

  test('each campus has its pages under its own prefix', () => {
    expect([campusPath('FARRUKHABAD', 'News'), campusPath('NEKPUR', 'News')]).toEqual([
      '/News',
      '/nekhpur/News',
    ]);
    expect([otherCampus('NEKPUR'), otherCampus('FARRUKHABAD')]).toEqual(['FARRUKHABAD', 'NEKPUR']);
    expect([CAMPUS_ROUTES.NEKPUR.breadcrumbHome, CAMPUS_ROUTES.FARRUKHABAD.breadcrumbHome]).toEqual(
      ['/Nekhpur/Home', '/HomeFr'],
    );
  });
});

describe('the query of an address', () => {
  const ALL: SearchKey[] = ['year', 'month', 'q', 'kind', 'campus', 'page', 'show', 'id', 'sent'];
  const read = (query: string) => readSearch(new URLSearchParams(query), ALL);

  test.each([
    ['year=2026&month=3&q=Sports+Day', { year: '2026', month: '3', q: 'Sports Day' }],
    ['year=All&month=All', { year: 'All', month: 'All' }],
    ['year=abc&month=13', {}],
    ['year=0026&month=0', {}],
    ['year=20260&month=03', {}],
    ['year=-1&month=1.5', {}],
    ['year=all&month=Mar', {}],
    ['year=2025&year=2026', { year: '2025' }],
    ['year[]=2026&q[0]=a', {}],
    ['__proto__=1&constructor=2&toString=3', {}],
    ['__proto__[year]=2026', {}],
    ['q=', {}],
    ['q=%20%20', {}],
    ['q=a%00b%0d%0ac', { q: 'abc' }],
    ['q=%3Cscript%3E', { q: '<script>' }],
    ['q=%E0%A4%96%E0%A5%87%E0%A4%B2', { q: 'खेल' }],
    ['q=%ED%A0%80', { q: '\ufffd\ufffd\ufffd' }],
    ['year=x2026&month=1x', {}],
    [`q=${'a'.repeat(79)}%20b`, { q: 'a'.repeat(79) }],
    [`q=%20%20${'a'.repeat(80)}`, { q: 'a'.repeat(80) }],
    ['kind=notices&campus=NEKPUR', { kind: 'notices', campus: 'NEKPUR' }],
    ['kind=notice&campus=nekpur', {}],
    ['page=2', { page: '2' }],
    ['page=10', { page: '10' }],
    ['page=25', { page: '25' }],
    ['page=26', {}],
    ['page=1', {}],
    ['page=0', {}],
    ['page=01', {}],
    ['page=x2', {}],
    ['page=2x', {}],
    ['page=1000', {}],
    ['page=1x', {}],
    ['show=120', { show: '120' }],
    ['show=60', {}],
    ['show=121', {}],
    ['show=0120', {}],
    ['show=1e3', {}],
    ['show=6000000', {}],
    ['id=a%00', {}],
    [`id=${'a'.repeat(201)}`, {}],
    [`id=${'a'.repeat(200)}`, { id: 'a'.repeat(200) }],
    ['id=alb-f-01', { id: 'alb-f-01' }],
    ['sent=AB-12', { sent: 'AB-12' }],
    ['sent=%3Cscript%3E', {}],
    ['sent=AB-12%3C', {}],
    ['sent=%3CAB-12', {}],
    ['utm_source=x&fbclid=y', {}],
  ])('R-104, R-106, R-219: ?%s is read as %j', (query, search) => {
    expect(read(query)).toEqual(search);
  });

  test('R-219: a text of 10 kB is cut, and what was cut is no half letter', () => {
    const { q = '' } = read(`q=${encodeURIComponent('x'.repeat(10_000))}`);
    expect(q).toHaveLength(MAX_QUERY);
  });

  test('keys that a page does not know are not read', () => {
    expect(readSearch(new URLSearchParams('year=2026&q=a&id=1'), ['id'])).toEqual({ id: '1' });
    expect(Object.getPrototypeOf(read('__proto__=1'))).toBe(Object.prototype);
  });

  test('what was read is written in one order, and read again the same', () => {
    const search = read('q=a%26b&month=3&year=2026&junk=1');
    expect(searchString(search)).toBe('?year=2026&month=3&q=a%26b');
    expect(read(searchString(search).slice(1))).toEqual(search);
    expect(searchString({})).toBe('');
  });
});

describe('records of the provider', () => {
  const files = [
    'a.jpg',
    { path: 'b/c.pdf' },
    { _id: '66f0' },
    { path: '', _id: '66f1' },
    null,
    7,
    {},
    ['x'],
    ' ',
  ];
  const refs = ['a.jpg', 'b/c.pdf', '66f0', '66f1', '7'];

  test('R-157: a birthday has campus, category, name, class and photos', () => {
    const raw = {
      _id: '1',
      school: 'NEKPUR',
      category: 'Student',
      name: 'Asha',
      class: 5,
      attachments: files,
      extra: 'gone',
    };
    expect(rowOf('birthdays', raw)).toEqual({
      _id: '1',
      school: 'NEKPUR',
      category: 'Student',
      name: 'Asha',
      class: '5',
      attachments: refs,
    });
    expect(rowsOf('birthdays', [{ ...raw, name: ' ' }])).toEqual([]);
    const idsOf = (rows: readonly object[]) =>
      recordsFor('birthdays', rowsOf('birthdays', rows), 'NEKPUR').map(({ id }) => id);
    expect(idsOf([raw, { ...raw, _id: '' }])).toEqual(['1', 'Student:Asha:5']);
    const [row] = rowsOf('birthdays', [{ ...raw, category: 'Parent' }]);
    expect(recordsFor('birthdays', row === undefined ? [] : [row], 'NEKPUR')).toEqual([]);
  });

  test('R-159, R-160, R-161, R-164, R-165, R-168: each entity has the fields of the specification, and no other', () => {
    const text = { _id: '1', school: 'NEKPUR', title: ' Title ', description: 'Text', extra: 1 };
    const row = { _id: '1', school: 'NEKPUR', title: 'Title', description: 'Text' };
    expect(
      rowOf('news', { ...text, category: 'News', fromDate: '2026-03-05', attachments: files }),
    ).toEqual({ ...row, category: 'News', fromDate: '2026-03-05', attachments: refs });
    expect(
      rowOf('events', {
        ...text,
        date: '2026-03-05',
        time: '9 am',
        venue: 'Hall',
        images: files,
        attachments: 'a.pdf',
        url: null,
      }),
    ).toEqual({
      ...row,
      date: '2026-03-05',
      time: '9 am',
      venue: 'Hall',
      images: refs,
      attachments: ['a.pdf'],
      url: '',
    });
    expect(
      rowOf('galleryAll', {
        ...text,
        category: 'PhotoGallery',
        date: '',
        url: 'https://a.example/',
        attachments: files,
      }),
    ).toEqual({
      ...row,
      category: 'PhotoGallery',
      date: '',
      url: 'https://a.example/',
      attachments: refs,
    });
    expect(rowOf('highlight', { ...text, attachments: files })).toEqual({
      _id: '1',
      school: 'NEKPUR',
      title: 'Title',
      attachments: refs,
    });
    expect(
      rowOf('notification', {
        ...text,
        school: undefined,
        image: files,
        attachments: [],
        url: '',
      }),
    ).toEqual({ ...row, school: '', image: refs, attachments: [], url: '' });
    expect(
      rowOf('principalMessage', {
        school: 'NEKPUR',
        category: 'Manager',
        name: 'R. Singh',
        designation: 'Manager',
        message: '<p>Hi</p>',
        attachments: [{ path: 'p.jpg' }],
      }),
    ).toEqual({
      _id: '',
      school: 'NEKPUR',
      category: 'Manager',
      name: 'R. Singh',
      designation: 'Manager',
      message: '<p>Hi</p>',
      attachments: ['p.jpg'],
    });
  });

  test('R-156, R-159, R-161: a campus gets its own rows of the right category only', () => {
    const news = (school: string, category: string, title: string) =>
      rowOf('news', { school, category, title });
    const rows = [
      news('NEKPUR', 'News', 'one'),
      news('FARRUKHABAD', 'News', 'two'),
      news('NEKPUR', 'Notice', 'three'),
      news('nekpur', 'News', 'four'),
      news('', 'News', 'five'),
      news('NEKPUR', 'News', 'six'),
    ];
    expect(recordsFor('news', rows, 'NEKPUR').map(({ title }) => title)).toEqual([
      'one',
      'four',
      'six',
    ]);
    expect(recordsFor('newsAll', rows, 'FARRUKHABAD').map(({ title }) => title)).toEqual(['two']);
    const albums = ['PhotoGallery', 'Video', ''].map((category) =>
      rowOf('galleryAll', { school: 'NEKPUR', category, title: category || 'none' }),
    );
    expect(recordsFor('gallery', albums, 'NEKPUR').map(({ title }) => title)).toEqual([
      'PhotoGallery',
    ]);
  });

  test('R-160, R-161: a record has its day, its first picture and only safe links', () => {
    const [event] = recordsFor(
      'events',
      [
        rowOf('events', {
          school: 'NEKPUR',
          title: 'Sports',
          date: '2026-03-04T18:30:00Z',
          images: ['1.jpg', '2.jpg'],
          attachments: ['a.pdf'],
          url: 'javascript:alert(1)',
        }),
      ],
      'NEKPUR',
    );
    expect(event).toMatchObject({
      day: '2026-03-05',
      image: '1.jpg',
      attachment: 'a.pdf',
      link: null,
    });
    const [album] = recordsFor(
      'galleryAll',
      [
        rowOf('galleryAll', {
          _id: '1',
          school: 'NEKPUR',
          category: 'PhotoGallery',
          title: 'Fair',
          url: 'www.example.org/zip',
          attachments: files,
        }),
      ],
      'NEKPUR',
    );
    expect(album).toMatchObject({
      id: '1',
      day: null,
      download: 'https://www.example.org/zip',
      photos: refs,
    });
  });

  test('R-157, R-164, R-165, R-168: records have their first file or picture, and what else a page shows of them', () => {
    const titled = { school: 'NEKPUR', title: 'Forms', attachments: ['a.pdf', 'b.pdf'] };
    for (const name of ['highlight', 'onlineRegistration'] as const)
      expect(recordsFor(name, rowsOf(name, [titled]), 'NEKPUR')).toMatchObject([
        { title: 'Forms', attachment: 'a.pdf' },
      ]);
    const pupil = { school: 'NEKPUR', category: 'Student', name: 'Asha', class: 'II' };
    expect(
      recordsFor('birthdays', rowsOf('birthdays', [{ ...pupil, attachments: files }]), 'NEKPUR'),
    ).toMatchObject([{ category: 'Student', name: 'Asha', className: 'II', photo: refs[0] }]);
    const leader = {
      school: 'NEKPUR',
      category: 'Chairman',
      name: 'R. Singh',
      designation: 'Chairman',
      message: '<p>Hi</p>',
      attachments: ['1.jpg', '2.jpg'],
    };
    expect(
      recordsFor('principalMessage', rowsOf('principalMessage', [leader]), 'NEKPUR'),
    ).toMatchObject([
      { name: 'R. Singh', designation: 'Chairman', messageHtml: '<p>Hi</p>', photo: '1.jpg' },
    ]);
  });

  test('R-163: a notification without a school is for both campuses, with one for its own', () => {
    const rows = ['', 'NEKPUR', 'FARRUKHABAD', 'OTHER'].map((school) =>
      rowOf('notification', { school, title: school || 'both' }),
    );
    expect(recordsFor('notification', rows, 'NEKPUR').map(({ title }) => title)).toEqual([
      'both',
      'NEKPUR',
    ]);
    expect(recordsFor('notification', rows, 'FARRUKHABAD').map(({ title }) => title)).toEqual([
      'both',
      'FARRUKHABAD',
    ]);
  });

  test('R-159, R-160, R-164, R-165: a record without an id has one of what it says, and one with an id has that', () => {
    const common = { school: 'NEKPUR', title: 'Annual Day', category: 'News' };
    const dates = { fromDate: '2026-03-05', date: '2026-03-06' };
    const idsOf = (name: ListName, rows: readonly object[]) =>
      recordsFor(
        name,
        rowsOf(
          name,
          rows.map((row) => ({ ...common, ...dates, ...row })),
        ),
        'NEKPUR',
      ).map((record) => ('id' in record ? record.id : null));
    const rows = [{}, { title: 'Sports Day' }, { _id: 'own' }];
    expect(idsOf('news', rows)).toEqual(['Annual Day:2026-03-05', 'Sports Day:2026-03-05', 'own']);
    expect(idsOf('events', rows)).toEqual([
      'Annual Day:2026-03-06',
      'Sports Day:2026-03-06',
      'own',
    ]);
    for (const name of ['notification', 'highlight', 'onlineRegistration'] as const)
      expect([name, idsOf(name, rows)]).toEqual([name, ['Annual Day', 'Sports Day', 'own']]);
  });

  test('records of one id are told apart by their place, but for albums, whose id is their address', () => {
    const idsOf = (name: 'news' | 'gallery', category: string) => {
      const row = (_id: string) => rowOf(name, { _id, school: 'NEKPUR', category, title: 'x' });
      return recordsFor(name, ['a', 'b', 'a', 'a'].map(row), 'NEKPUR').map(({ id }) => id);
    };
    expect(idsOf('news', 'News')).toEqual(['a', 'b', 'a (2)', 'a (3)']);
    expect(idsOf('gallery', 'PhotoGallery')).toEqual(['a', 'b', 'a', 'a']);
  });

  test('R-157 to R-168: a row has something to show, or is left out', () => {
    const fields =
      '_id school category name class title description message date fromDate time venue url designation'.split(
        ' ',
      );
    const keeping = (name: ListName) => [
      ...fields.filter((field) => rowsOf(name, [{ [field]: 'https://a.example/' }]).length === 1),
      ...['attachments', 'images', 'image'].filter(
        (field) => rowsOf(name, [{ [field]: ['a.jpg'] }]).length === 1,
      ),
    ];
    const titled = ['title', 'attachments'];
    expect(
      (['birthdays', 'news', 'events', 'gallery', 'notification', 'highlight'] as const).map(
        keeping,
      ),
    ).toEqual([
      ['name'],
      ['title', 'description', 'attachments'],
      ['title', 'description', 'time', 'venue', 'url', 'attachments', 'images'],
      ['title', 'description', 'url', 'attachments'],
      ['title', 'description', 'url', 'attachments', 'image'],
      titled,
    ]);
    expect(rowsOf('principalMessage', [{}])).toHaveLength(1);
  });

  test('R-156: names of campuses and categories are known in any letter case and spacing', () => {
    const known = (school: string, category: string) => {
      const row = rowOf('principalMessage', { school, category });
      return [row.school, row.category];
    };
    expect(known(' farrukhabad\u200b', 'vice \u00a0 PRINCIPAL')).toEqual([
      'FARRUKHABAD',
      'Vice Principal',
    ]);
    expect(known('Nek pur', 'vice')).toEqual(['Nek pur', 'vice']);
    const categoryOf = (name: 'news' | 'gallery' | 'birthdays', category: string) =>
      rowOf(name, { category, title: 'x', name: 'x' }).category;
    expect([
      categoryOf('news', 'NEWS'),
      categoryOf('gallery', 'photogallery'),
      categoryOf('birthdays', 'TEACHER'),
      categoryOf('birthdays', 'student'),
    ]).toEqual(['News', 'PhotoGallery', 'Teacher', 'Student']);
    expect(['principal', 'chairman', 'manager'].map((category) => known('', category)[1])).toEqual([
      'Principal',
      'Chairman',
      'Manager',
    ]);
  });

  test('ids and addresses are texts or numbers, as they are but for blanks around them', () => {
    const idOf = (_id: unknown) => rowOf('news', { _id, title: 'x' })._id;
    expect([' a  b ', 7, '\ud800', true, {}, ['a'], null].map(idOf)).toEqual([
      'a  b',
      '7',
      '\ufffd',
      '',
      '',
      '',
      '',
    ]);
  });

  test("R-168: a leader's message is HTML, also where it was encoded or written as a text", () => {
    const messageOf = (message: unknown) => rowOf('principalMessage', { message }).message;
    for (const [written, read] of [
      ['<p>Hi &amp; all</p>', '<p>Hi &amp; all</p>'],
      ['&lt;p class="a"&gt;Hi&lt;/p&gt;', '<p class="a">Hi</p>'],
      ['&lt;img src="a.jpg"&gt;', '<img src="a.jpg">'],
      ['Hi&lt;br/&gt;all', 'Hi<br/>all'],
      ['Hi&lt;/b&gt;', 'Hi</b>'],
      ['a &lt; b, c &gt; d', 'a &lt; b, c &gt; d'],
      ['a <3 b\n&lt;p&gt;', 'a <3 b\n<p>'],
      [' Hi\r\nall\nof you ', 'Hi<br>all<br>of you'],
      ['<!-- Hi -->\nall', '<!-- Hi -->\nall'],
      ['half \ud83d', 'half \ufffd'],
      ['x'.repeat(64_001), 'x'.repeat(64_000)],
      [7, ''],
      [null, ''],
    ] as const)
      expect([written, messageOf(written)]).toEqual([written, read]);
  });

  test('a leader is known by the role, and has no id of its own', () => {
    const row = { school: 'NEKPUR', category: 'Principal' };
    const leaders = ['R. Singh', 'S. Gupta'].map((name) =>
      rowOf('principalMessage', { ...row, name }),
    );
    expect(recordsFor('principalMessage', leaders, 'NEKPUR')).toEqual(
      ['R. Singh', 'S. Gupta'].map((name) => ({
        role: 'Principal',
        name,
        designation: '',
        messageHtml: '',
        photo: null,
      })),
    );
  });

  test('R-166, R-167: Vice Principal is the Chairperson and Manager the Academic Head; other categories are nobody', () => {
    const rows = [
      'Manager',
      'Vice Principal',
      'Chairman',
      'Principal',
      'Teacher',
      'principal',
      '__proto__',
    ].map((category) => rowOf('principalMessage', { school: 'NEKPUR', category, name: category }));
    expect(
      recordsFor('principalMessage', rows, 'NEKPUR').map(({ role, name }) => `${name}: ${role}`),
    ).toEqual([
      'Manager: AcademicHead',
      'Vice Principal: Chairperson',
      'Chairman: Chairman',
      'Principal: Principal',
      'principal: Principal',
    ]);
  });

  test('R-164, R-165: titles that are too long are cut, lone surrogates replaced, files bounded', () => {
    const row = rowOf('highlight', {
      school: 'NEKPUR',
      title: `\ud800${'x'.repeat(30_000)}`,
      attachments: Array.from({ length: 20_000 }, (_, index) => `${index}.jpg`),
    });
    expect([row.title.length, row.title.isWellFormed(), row.attachments.length]).toEqual([
      20_000,
      true,
      10_000,
    ]);
  });

  test("R-226 to R-234: each list has the path in the provider's letter case, and the token where required", () => {
    expect(
      LIST_NAMES.map((name) => {
        const { path, withToken } = PROVIDER_LISTS[name];
        return `${path('GISNUP', 'a b')}${withToken ? ' with the token' : ''}`;
      }),
    ).toEqual(
      expect.arrayContaining([
        '/api/birthdays/GISNUP',
        '/api/events/All/GISNUP',
        '/api/events/GISNUP',
        '/api/gallery/All/GISNUP',
        '/api/gallery/GISNUP',
        '/api/highlight/GISNUP',
        '/api/news/GISNUP',
        '/api/news/all/GISNUP',
        '/api/notification/GISNUP with the token',
        '/api/onlineRegistration/GISNUP with the token',
        '/api/principalMessage/GISNUP with the token',
        '/api/subGallery?id=a%20b',
      ]),
    );
  });

  test('R-157: a birthday is that of a teacher or a student of the campus', () => {
    const rows = ['Teacher', 'student', 'Parent', ''].map((category) =>
      rowOf('birthdays', { school: 'NEKPUR', category, name: category || 'none' }),
    );
    expect(recordsFor('birthdays', rows, 'NEKPUR').map(({ name }) => name)).toEqual([
      'Teacher',
      'student',
    ]);
  });

  test('photos of an album are shown whatever their category, and without a school on both campuses', () => {
    const rows = ['NEKPUR', '', 'FARRUKHABAD'].map((school) =>
      rowOf('subGallery', { school, category: 'Video', title: school || 'both' }),
    );
    expect(recordsFor('subGallery', rows, 'NEKPUR').map(({ title }) => title)).toEqual([
      'NEKPUR',
      'both',
    ]);
  });

  test('rows that no campus shows, and rows whose date nobody can read, can be told from others', () => {
    const news = (school: string, category: string, fromDate = '') =>
      rowOf('news', { school, category, fromDate, title: `${school} ${category} ${fromDate}` });
    const rows = [
      news('NEKPUR', 'News', '2026-03-05'),
      news('FARRUKHABAD', 'News'),
      news('OTHER', 'News', 'soon'),
      news('NEKPUR', 'Notice', '31-02-2026'),
    ];
    expect(rows.filter((row) => isHidden('news', row))).toEqual(rows.slice(2));
    expect(rows.filter((row) => hasUnreadDate('news', row))).toEqual(rows.slice(2));
    expect(hasUnreadDate('highlight', rowOf('highlight', { title: 'x' }))).toBe(false);
  });

  test('a kind of records is its complete list, and what only the shorter one has', () => {
    const listed = (...ids: readonly string[]) => ids.map((id) => ({ id }));
    const lists: Partial<Record<ListName, readonly { id: string }[]>> = {
      eventsAll: listed('a', 'b'),
      events: listed('b', 'c'),
      newsAll: listed('d'),
      news: listed('e', 'd'),
      notification: listed('f', 'f'),
      galleryAll: listed(),
      gallery: listed('g'),
    };
    // Of the records only their ids are looked at.
    const read = ((name: ListName) => lists[name] ?? []) as unknown as ReadList;
    const idsOf = (kind: keyof typeof RECORD_KINDS) => recordsOf(kind, read).map(({ id }) => id);
    expect([idsOf('Events'), idsOf('News'), idsOf('Notices'), idsOf('Gallery')]).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
      ['f', 'f'],
      ['g'],
    ]);
  });
});
