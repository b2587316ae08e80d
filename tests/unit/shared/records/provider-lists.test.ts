import { expect, test } from 'vitest';
import { readRow } from '../../../../server/provider/read-row.ts';
import {
  ruleOf,
  unreadDate,
  type ListName,
  type RawOf,
  type ReadList,
  type RecordOf,
} from '../../../../shared/records/provider-lists.ts';
import { CAMPUSES, type Campus } from '../../../../shared/campuses.ts';
import { campusRecords, isShown } from '../../../../shared/records/entity.ts';
import { kindRecords } from '../../../../shared/records/kind-records.ts';
import type { RECORD_KINDS } from '../../../../shared/records/registry.ts';

const PROVIDER = 'https://platform.example/school';

/** The provider's rows as rows of a list, without empty ones. */
function rowsOf<Name extends ListName>(name: Name, raw: readonly unknown[]): RawOf<Name>[] {
  return raw.flatMap((each) => readRow(name, each, { base: PROVIDER }).row ?? []);
}

function rowOf<Name extends ListName>(name: Name, raw: unknown): RawOf<Name> {
  const [row] = rowsOf(name, [raw]);
  if (row === undefined) throw new Error(`no row of ${name}`);
  return row;
}

/** The records that a campus shows of these rows. */
function shownAt<Name extends ListName>(
  campus: Campus,
  name: Name,
  raw: readonly unknown[],
): RecordOf<Name>[] {
  return campusRecords(ruleOf(name), rowsOf(name, raw), campus);
}

const objects = [{ path: 'b/c.png' }, { _id: '66f0' }, { path: '', _id: '66f1' }, {}];
const files = ['a.jpg', ...objects, null, 7, ['d.jpg'], ' '];
const refs = ['a.jpg', 'b/c.png', '66f0', '66f1', '7', 'd.jpg'];

const common = { _id: '1', school: 'NEKPUR' };
const text = { title: 'Title', description: 'Text' };
const sent = { attachments: files };
const named = { attachments: refs };
const posted = { images: files, attachments: 'a.pdf' };

/** Rows of lists, and what differs in them as they are read. */
const ROWS: readonly (readonly [ListName, raw: object, read: object])[] = [
  ['birthdays', { ...sent, category: 'Student', name: 'Asha', class: 5 }, { ...named, class: '5' }],
  ['news', { ...text, ...sent, category: 'News', fromDate: '2026-03-05' }, named],
  [
    'events',
    { ...text, ...posted, date: '2026-03-05', time: '9 am', venue: 'Hall' },
    { images: refs, attachments: ['a.pdf'], url: '' },
  ],
  [
    'galleryAll',
    { ...text, ...sent, category: 'PhotoGallery', url: 'https://a.example/' },
    { ...named, date: '' },
  ],
  [
    'notification',
    { ...text, school: undefined, image: files },
    { school: '', image: refs, attachments: [], url: '' },
  ],
  [
    'highlight',
    { ...text, ...sent, title: ' Title ' },
    { ...named, title: 'Title', description: undefined },
  ],
  [
    'principalMessage',
    { ...sent, category: 'Manager', name: 'R. Singh', message: '<p>Hi</p>' },
    { ...named, designation: '' },
  ],
];

test.each(ROWS)(
  'R-157, R-159, R-160, R-161, R-164, R-165, R-168: a row of %s has the fields of the specification only',
  (name, raw, read) => {
    const row = rowOf(name, { ...common, extra: 1, ...raw });
    expect(row).toEqual({ ...common, ...raw, ...read });
  },
);

/** Rows of a list by school and category, and what a campus shows of them, each as `school category`. */
const SHOWN: readonly (readonly [rows: string, ListName, string[], Campus, string[]])[] = [
  [
    'R-156, R-159: news are those of the category News',
    'news',
    ['NEKPUR News', 'FARRUKHABAD News', 'NEKPUR Notice', 'nekpur News', ' News'],
    'NEKPUR',
    ['NEKPUR News', 'nekpur News'],
  ],
  [
    'R-156: so is the longer list of them',
    'newsAll',
    ['NEKPUR News', 'FARRUKHABAD News'],
    'FARRUKHABAD',
    ['FARRUKHABAD News'],
  ],
  [
    'R-161: albums are those of the category PhotoGallery',
    'gallery',
    ['NEKPUR PhotoGallery', 'NEKPUR Video', 'NEKPUR '],
    'NEKPUR',
    ['NEKPUR PhotoGallery'],
  ],
  [
    'R-157: a birthday is that of a teacher or a student',
    'birthdays',
    ['NEKPUR Teacher', 'NEKPUR student', 'NEKPUR Parent', 'NEKPUR '],
    'NEKPUR',
    ['NEKPUR Teacher', 'NEKPUR student'],
  ],
  [
    'R-163: a notification without a school is for both campuses, with one for its own',
    'notification',
    [' any', 'NEKPUR any', 'FARRUKHABAD any', 'OTHER any'],
    'NEKPUR',
    [' any', 'NEKPUR any'],
  ],
  [
    'an album of any category is shown when its id is requested, without a school on both campuses',
    'subGallery',
    ['NEKPUR Video', ' Video', 'FARRUKHABAD Video'],
    'NEKPUR',
    ['NEKPUR Video', ' Video'],
  ],
];

test.each(SHOWN)('%s', (_title, name, rows, campus, shown) => {
  const raw = rows.map((row, index) => {
    const [school, category] = row.split(' ');
    return { _id: String(index), school, category, title: row, name: row };
  });
  const ids = shownAt(campus, name, raw).map((record) => ('id' in record ? Number(record.id) : -1));
  expect(ids.map((id) => rows[id])).toEqual(shown);
});

test('R-157, R-160, R-161, R-164, R-165, R-168: records have their day, files, pictures and safe links', () => {
  const titled = { title: 'Forms', attachments: ['a.pdf', 'b.pdf'] };
  const images = ['1.jpg', '2.jpg'];
  const pupil = { category: 'Student', name: 'Asha', class: 'II', attachments: files };
  const message = { name: 'R. Singh', designation: 'Chairman' };
  const pictures = { attachment: 'a.pdf', image: '1.jpg', images };
  const event = { date: '2026-03-04T18:30:00Z', images, url: 'javascript:alert(1)' };
  const fair = { category: 'PhotoGallery', title: 'Fair', attachments: files };
  const album = { ...fair, _id: '1', url: 'a.example' };
  const leader = { ...message, category: 'Chairman', message: '<p>Hi</p>', attachments: ['1.jpg'] };
  const expected: [ListName, object, object][] = [
    ['highlight', titled, { title: 'Forms', attachment: 'a.pdf' }],
    ['onlineRegistration', titled, { title: 'Forms', attachment: 'a.pdf' }],
    ['news', { ...titled, category: 'News' }, { ...titled, attachment: 'a.pdf' }],
    ['events', { ...titled, ...event }, { ...pictures, day: '2026-03-05', link: null }],
    ['galleryAll', album, { id: '1', day: null, download: 'https://a.example/', images: refs }],
    ['notification', { ...titled, image: images }, { ...titled, image: '1.jpg', images }],
    ['birthdays', pupil, { name: 'Asha', className: 'II', photo: refs[0] }],
    ['principalMessage', leader, { ...message, messageHtml: '<p>Hi</p>', photo: '1.jpg' }],
  ];
  for (const [name, raw, record] of expected)
    expect(shownAt('NEKPUR', name, [{ school: 'NEKPUR', ...raw }])).toMatchObject([record]);
});

test('R-157, R-159, R-160, R-164, R-165: a record without an id gets one from its texts, and one with an id keeps it', () => {
  const dates = { fromDate: '2026-03-05', date: '2026-03-06' };
  const plain = { school: 'NEKPUR', title: 'Annual Day', category: 'News', ...dates };
  const idsOf = (name: ListName, rows: readonly object[]) => {
    const raw = rows.map((row) => ({ ...plain, ...row }));
    return shownAt('NEKPUR', name, raw).map((record) => ('id' in record ? record.id : null));
  };
  const rows = [{}, { title: 'Sports Day' }, { _id: 'own' }];
  expect(idsOf('news', rows)).toEqual(['Annual Day:2026-03-05', 'Sports Day:2026-03-05', 'own']);
  expect(idsOf('events', rows)).toEqual(['Annual Day:2026-03-06', 'Sports Day:2026-03-06', 'own']);
  const pupil = { category: 'Student', name: 'Asha', class: 5 };
  expect(idsOf('birthdays', [pupil])).toEqual(['Student:Asha:5']);
  for (const name of ['notification', 'highlight', 'onlineRegistration'] as const)
    expect([name, idsOf(name, rows)]).toEqual([name, ['Annual Day', 'Sports Day', 'own']]);
});

test('records of one id are numbered by their place, except albums, whose id is their address', () => {
  const idsOf = (name: 'news' | 'gallery', category: string) => {
    const row = (_id: string) => rowOf(name, { _id, school: 'NEKPUR', category, title: 'x' });
    return shownAt('NEKPUR', name, ['a', 'b', 'a', 'a'].map(row)).map(({ id }) => id);
  };
  expect(idsOf('news', 'News')).toEqual(['a', 'b', 'a (2)', 'a (3)']);
  expect(idsOf('gallery', 'PhotoGallery')).toEqual(['a', 'b', 'a', 'a']);
});

test('R-157 to R-168: a row without anything to show is left out', () => {
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
  for (const [name, kept] of [
    ['birthdays', 'name'],
    ['news', 'title description attachments'],
    ['events', 'title description time venue url attachments images'],
    ['gallery', 'title description url attachments'],
    ['notification', 'title description url attachments image'],
    ['highlight', 'title attachments'],
    ['principalMessage', 'name message designation attachments'],
  ] as const)
    expect([name, keeping(name).join(' ')]).toEqual([name, kept]);
});

test('R-156: names of campuses and categories are recognised in any letter case and spacing', () => {
  const known = (school: string, category: string) => {
    const row = rowOf('principalMessage', { school, category, name: 'x' });
    return [row.school, row.category];
  };
  const full = ['FARRUKHABAD', 'Vice Principal'];
  expect(known(' farrukhabad\u200b', 'vice \u00a0 PRINCIPAL')).toEqual(full);
  expect(known('Nek pur', 'vice')).toEqual(['Nek pur', 'vice']);
  const categoryOf = (name: 'news' | 'gallery' | 'birthdays', category: string) =>
    rowOf(name, { category, title: 'x', name: 'x' }).category;
  expect([
    categoryOf('news', 'NEWS'),
    categoryOf('gallery', 'photogallery'),
    categoryOf('birthdays', 'TEACHER'),
    categoryOf('birthdays', 'student'),
  ]).toEqual(['News', 'PhotoGallery', 'Teacher', 'Student']);
  const roles = ['principal', 'chairman', 'manager'].map((category) => known('', category)[1]);
  expect(roles).toEqual(['Principal', 'Chairman', 'Manager']);
});

test("R-168: a leader's message is HTML, also where it was encoded or written as a text", () => {
  const messageOf = (message: unknown) => rowOf('principalMessage', { name: 'x', message }).message;
  for (const [written, read] of [
    ['<p>Hi &amp; all</p>', '<p>Hi &amp; all</p>'],
    ['&lt;p class="a"&gt;Hi&lt;/p&gt;', '<p class="a">Hi</p>'],
    ['&lt;img src="a.jpg"&gt;', '<img src="a.jpg">'],
    ['Hi&lt;br/&gt;all', 'Hi<br/>all'],
    ['Hi&lt;/b&gt;', 'Hi</b>'],
    ['a &lt; b, c &gt; d', 'a &lt; b, c &gt; d'],
    ['a <3 b\n&lt;p&gt;', 'a <3 b\n<p>'],
    [' Hi\r\nall\nof you ', 'Hi<br>all<br>of you'],
    ['<!-- Hi -->\nall', 'all'],
    ['<p>undefined</p>', ''],
    ['half \ud83d', 'half \ufffd'],
    ['x'.repeat(64_001), 'x'.repeat(64_000)],
    [7, '7'],
    ['a\vb', 'a<br>b'],
    [null, ''],
  ] as const)
    expect([written, messageOf(written)]).toEqual([written, read]);
});

test('R-166, R-167: Vice Principal is the Chairperson and Manager the Academic Head; other categories are not shown', () => {
  const rows = 'Manager|Vice Principal|Chairman|Principal|Teacher|principal|__proto__'
    .split('|')
    .map((category) => rowOf('principalMessage', { school: 'NEKPUR', category, name: category }));
  const leaders = shownAt('NEKPUR', 'principalMessage', rows);
  expect(leaders.filter((leader) => 'id' in leader)).toEqual([]);
  expect(leaders.map(({ role, name }) => `${name}: ${role}`)).toEqual(
    (
      'Manager: AcademicHead|Vice Principal: Chairperson|Chairman: Chairman|' +
      'Principal: Principal|principal: Principal'
    ).split('|'),
  );
});

test('rows that no campus shows, and rows with an unreadable date, are recognised', () => {
  const news = (school: string, category: string, fromDate = '') =>
    rowOf('news', { school, category, fromDate, title: `${school} ${category} ${fromDate}` });
  const rows = [
    news('NEKPUR', 'News', '2026-03-05'),
    news('FARRUKHABAD', 'News'),
    news('OTHER', 'News', 'soon'),
    news('NEKPUR', 'Notice', '31-02-2026'),
  ];
  const isShownAt = (row: RawOf<'news'>) =>
    CAMPUSES.some((each) => isShown(ruleOf('news'), row, each));
  expect(rows.filter(isShownAt)).toEqual(rows.slice(0, 2));
  const unread = rows.map((row) => unreadDate('news', row, ruleOf('news').toRecord(row)));
  expect(unread).toEqual([null, null, 'soon', '31-02-2026']);
  const highlight = rowOf('highlight', { title: 'x' });
  expect(unreadDate('highlight', highlight, ruleOf('highlight').toRecord(highlight))).toBeNull();
});

test('a kind of records is its complete list and the rows that only the shorter one has', () => {
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
  // Only the ids of records are read.
  const read = ((name: ListName) => lists[name] ?? []) as unknown as ReadList;
  const idsOf = (kind: keyof typeof RECORD_KINDS) => kindRecords(kind, read).map(({ id }) => id);
  const kinds = ['Events', 'News', 'Notices', 'Gallery'] as const;
  expect(kinds.map((kind) => idsOf(kind).join(' '))).toEqual(['a b c', 'd e', 'f f', 'g']);
});
