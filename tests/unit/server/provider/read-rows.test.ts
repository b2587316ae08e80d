import { describe, expect, test } from 'vitest';
import { findFiles, readRow } from '../../../../server/provider/read-row.ts';
import { readList } from '../../../../server/provider/read-rows.ts';
import { CAMPUSES, perCampus, type Campus } from '../../../../shared/campuses.ts';
import { campusRecords } from '../../../../shared/records/entity.ts';
import { LIST_NAMES, ruleOf, type ListName } from '../../../../shared/records/provider-lists.ts';
import { loadContract } from '../../../support/contract.ts';

const contract = loadContract();
const base = 'https://platform.example.org/v2';

describe('the site reads what the contract allows', () => {
  const CATEGORIES = new Map([
    ['Birthday', 'Student'],
    ['NewsItem', 'News'],
    ['Album', 'PhotoGallery'],
    ['Leader', 'Principal'],
  ]);
  /** One of each kind that the contract calls unreadable. */
  const UNREADABLE: readonly unknown[] = [{}, { a: { b: 1 } }, [], [[]], true, false];

  function plainRow(schema: string): Record<string, unknown> {
    const row: Record<string, unknown> = { _id: '1', school: 'FARRUKHABAD' };
    const category = CATEGORIES.get(schema);
    if (category !== undefined) row['category'] = category;
    for (const [field, shape] of contract.fieldsOf(schema)) {
      if (shape === 'Text' && field !== 'category') row[field] = `Some ${field}`;
      if (shape === 'Files') row[field] = ['2026/03/plain.jpeg'];
      if (shape === 'Date') row[field] = '2026-03-05';
    }
    return row;
  }

  test.each(LIST_NAMES)(
    '%s: every example of every field, and every missing value',
    async (name) => {
      const schema = contract.rowSchemaOf(name);
      const problems: string[] = [];
      let tried = 0;
      for (const [field, shape] of [...contract.fieldsOf('Row'), ...contract.fieldsOf(schema)]) {
        const examples = contract.examplesOf(shape === 'Files' ? 'File' : shape);
        const unreadable = ['school', 'category', 'name'].includes(field) ? [] : UNREADABLE;
        for (const value of [...examples, ...examples.map((one) => [one]), ...unreadable]) {
          if (Array.isArray(value) && value.length > 0 && shape !== 'Files') continue;
          // A birthday needs a name.
          if (schema === 'Birthday' && field === 'name' && value === null) continue;
          const isCategory = field === 'category';
          const row = { ...plainRow(schema), ...(isCategory ? {} : { [field]: value }) };
          tried += 1;
          const about = `${field}: ${JSON.stringify(value)}`;
          for (const problem of contract.errorsOf(`/components/schemas/${schema}`, row))
            problems.push(`${about} is against the contract: ${problem}`);
          for (const body of [[row], { data: [row] }, { status: true, data: { data: [row] } }]) {
            const read = await readList(name, body, { base }).catch(String);
            if (typeof read === 'string' || read.rows.length !== 1)
              problems.push(`${about} is not read: ${JSON.stringify(read)}`);
          }
        }
      }
      expect(problems).toEqual([]);
      expect(tried).toBeGreaterThan(10);
    },
  );

  test('dates are the same day, files the same file, and schools a campus', () => {
    function eventsWith(field: object, campus: Campus = 'FARRUKHABAD') {
      const { row } = readRow('eventsAll', { ...plainRow('Event'), ...field }, { base });
      return campusRecords(ruleOf('eventsAll'), row === undefined ? [] : [row], campus);
    }
    for (const date of contract.examplesOf('Date'))
      expect([date, eventsWith({ date })[0]?.day]).toEqual([date, '2026-03-05']);
    const images = contract
      .examplesOf('File')
      .map((file) => eventsWith({ images: file })[0]?.image);
    const paths = ['2026/03/img_01.jpeg', '66b0c1d2e5f6a7b8c9d0e1f2', 'uploads/2026/img_01.jpeg'];
    expect(new Set(images)).toEqual(new Set(paths));
    const shown = contract
      .examplesOf('School')
      .flatMap((school) =>
        CAMPUSES.filter((campus) => eventsWith({ school }, campus).length === 1),
      );
    expect(shown).toEqual(['FARRUKHABAD', 'NEKPUR']);
    for (const url of contract.examplesOf('Link'))
      expect(eventsWith({ url })[0]?.link).toMatch(/^https:\/\//);
  });

  test('rows that are no object are left out and counted, and nothing else is a list', async () => {
    const rows = [null, 'text', 7, true, [], plainRow('Event')];
    expect(contract.errorsOf('/components/schemas/EventList', rows)).toEqual([]);
    const problems = [{ event: 'rows-dropped', count: 5, examples: ['row'] }];
    expect(await readList('eventsAll', rows, { base })).toMatchObject({ problems });
    for (const body of [null, 'text', 7, {}, { rows: [] }, { data: 'text' }, { data: {} }]) {
      expect(contract.errorsOf('/components/schemas/EventList', body)).not.toEqual([]);
      await expect(readList('eventsAll', body, { base }), JSON.stringify(body)).rejects.toThrow(
        'shape',
      );
    }
    const gaps = { data: { 1: plainRow('Event'), 7: { ...plainRow('Event'), _id: '2' } } };
    expect((await readList('eventsAll', gaps, { base })).rows).toHaveLength(2);
    for (const body of [[], { data: [] }, { data: null }, { data: { data: null } }]) {
      expect(contract.errorsOf('/components/schemas/EventList', body)).toEqual([]);
      expect((await readList('eventsAll', body, { base })).rows).toEqual([]);
    }
  });
});

test('a response is no list when it has too many rows, or none that is readable', async () => {
  const rows = (count: number) => Array.from({ length: count }, () => ({ title: 'Winter timing' }));
  expect((await readList('news', rows(20_000), { base })).rows).toHaveLength(20_000);
  expect((await readList('news', [], { base })).rows).toEqual([]);
  const rejected = [
    [rows(20_001), 'too-large'],
    [[{}, 7], 'shape'],
    [['Internal error'], 'shape'],
    [[{ item: { title: 'x' } }], 'shape'],
    [{ data: [null] }, 'shape'],
    [{ data: { data: { data: { data: { data: [] } } } } }, 'shape'],
  ] as const;
  for (const [json, kind] of rejected)
    await expect(readList('news', json, { base })).rejects.toThrow(kind);
});

test('R-162: an album is read from an object, a list of one, or data', async () => {
  const album = {
    title: 'Sports Day',
    description: 'Races',
    date: '2026-03-05',
    url: 'https://example.org/photos',
    attachments: ['a.jpg', { path: 'b.jpg' }],
  };
  for (const body of [album, [album], { data: album }, { data: [album] }]) {
    const rows = [{ ...album, attachments: ['a.jpg', 'b.jpg'] }];
    expect(await readList('subGallery', body, { base })).toMatchObject({ rows });
  }
  for (const part of [{ title: 'Sports Day' }, { attachments: ['a.jpg'] }])
    expect((await readList('subGallery', part, { base })).rows).toMatchObject([part]);
  for (const none of [{}, { data: null }, { data: [] }, []])
    expect(await readList('subGallery', none, { base })).toMatchObject({ problems: [], rows: [] });
  await expect(readList('subGallery', { _id: 'a' }, { base })).rejects.toThrow('shape');
  await expect(readList('news', album, { base })).rejects.toThrow('shape');
});

test.each<[object, string]>([
  [{ _id: 'a' }, 'a'],
  [{ _id: 7 }, '7'],
  [{ _id: { $oid: 'b' } }, 'b'],
  [{ id: 'c' }, 'c'],
  [{ _id: ' a  b ' }, 'a  b'],
  [{ _id: '\ud800' }, '\ufffd'],
  [{ _id: { $oid: 5 } }, '5'],
  ...[{}, ['a'], true, null].map((_id): [object, string] => [{ _id }, '']),
])('the id of %j is %j', (id, expected) => {
  const { row } = readRow('news', { title: 'Winter timing', ...id }, { base });
  expect(row).toMatchObject({ _id: expected });
});

test('R-238: rows name files in their lists of files and by links in their texts', () => {
  const rows = [
    {
      files: ['//a.jpg', 'b//c.jpg/', 'https://elsewhere.example/d.jpg', 7],
      text: 'See /api/image/e.pdf, "/api/image/f%20g.pdf" and (/api/image/h.pdf).',
      html: '<a href="/api/image/i.pdf?v=2#x">i</a> <img src=/api/image/j.jpg> ',
      other:
        'https://elsewhere.example/api/image/k.jpg x/api/image/l.jpg /api/image/ /api/image/%zz',
      count: 3,
      none: null,
    },
    { start: '/api/image/m.pdf', line: "\n/api/image/n/o.pdf\n'/api/image/p.pdf'" },
  ];
  const named = ['a.jpg', 'b/c.jpg', 'e.pdf,', 'f g.pdf', 'h.pdf', 'i.pdf', 'j.jpg'];
  expect(new Set(rows.flatMap(findFiles))).toEqual(
    new Set([...named, 'm.pdf', 'n/o.pdf', 'p.pdf']),
  );
});

/** The records of a list at Farrukhabad, and the lines of the log. */
async function readAt(name: ListName, rows: readonly unknown[]) {
  const { records, problems } = await readList(name, rows, { base });
  return { records: records.FARRUKHABAD, problems };
}

const row = { _id: 'a', school: 'FARRUKHABAD', title: 'Fair', category: 'News' };

test('dates and times that are lists of numbers are no files', async () => {
  const times = { date: [2026, 3, 5, 10, 30], time: { start: [10, 30], end: [12, 0] } };
  expect(await readAt('eventsAll', [{ ...row, ...times }])).toMatchObject({
    records: [{ day: '2026-03-05', time: '10:30 – 12:00' }],
    problems: [],
  });
});

test('a title, a name or a place has 2,000 characters at most', async () => {
  const title = 'क '.repeat(30_000);
  const { records } = await readAt('eventsAll', [{ ...row, title, venue: title }]);
  expect(records).toMatchObject([{ title: title.slice(0, 1_999), venue: title.slice(0, 1_999) }]);
});

/** Not a picture, but as long and as mixed as one. */
const base64 = (length: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * at * 31 + at) % 251)).toString('base64');

test('a row that makes a parser throw is left out and counted, and others stay', async () => {
  const broken = {
    ...row,
    get description() {
      throw new RangeError('Invalid time value');
    },
  };
  expect(await readAt('newsAll', [broken, row])).toMatchObject({
    records: [{ title: 'Fair' }],
    problems: [{ event: 'rows-dropped', count: 1, examples: ['RangeError'] }],
  });
  await expect(readAt('newsAll', [broken])).rejects.toThrow('shape');
});

test('the same record twice is one, and records of one id with other words stay', async () => {
  const { records } = await readAt('newsAll', [row, { ...row }, { ...row, title: 'Other' }]);
  expect(records).toMatchObject([{ id: 'a' }, { id: 'a (1)', title: 'Other' }]);
  // Without an id two of one name may be two.
  expect(
    (
      await readAt('newsAll', [
        { ...row, _id: '' },
        { ...row, _id: null },
      ])
    ).records,
  ).toHaveLength(2);
});

test('pictures and files that are data are left out and counted, wherever they are', async () => {
  const data = base64(90_000);
  const rows = [
    `<p><img src="data:image/jpeg;base64,${data}"></p>After`,
    `&lt;img src=&quot;data:image/jpeg;base64,${data}&quot;&gt;After`,
    `![photo](data:image/png;base64,${data}) After`,
    `<p style="background: url(data:image/png;base64,${data})">After</p>`,
    `<img srcset="data:image/png;base64,${data} 1x, data:image/png;base64,${data} 2x">After`,
    `<img src='data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg"><path d="M0"/></svg>'>After`,
    `data:image/png;charset=utf-8;base64,${data} After`,
    `<img src="data:image/png;base64,${data}">After`.replace(/.{76}/g, '$&\r\n'),
    `After image/jpeg;base64,${data}`,
    `<p>After</p>${data}`,
    { ops: [{ insert: { image: `data:image/png;base64,${data}` } }, { insert: 'After\n' }] },
  ].map((description, index) => ({ ...row, _id: index, description }));
  const { records, problems } = await readAt('newsAll', rows);
  for (const record of records) expect(record).toMatchObject({ description: 'After' });
  expect(records).toHaveLength(rows.length);
  expect(problems).toMatchObject([
    { event: 'pasted-files', count: rows.length, examples: ['description'] },
  ]);
  const small =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';
  const files = [
    `data:image/png;base64,${small}`,
    small,
    { data },
    { data: { type: 'Buffer', data: [255, 216, 255, 224, 0, 16, 74, 70, 73, 70] } },
    [['a.jpg']],
  ];
  expect(
    await readAt(
      'newsAll',
      files.map((file, _id) => ({ ...row, _id, attachments: [file] })),
    ),
  ).toMatchObject({
    records: [...[1, 2, 3, 4].map(() => ({ attachments: [] })), { attachments: ['a.jpg'] }],
    problems: [{ event: 'pasted-files', count: 4 }],
  });
});

test('what programs write for no value is none, and a record without a date has no year', async () => {
  for (const nothing of [
    'undefined',
    'null',
    'NaN',
    '[object Object]',
    'N/A',
    '<p>undefined</p>',
    ' NULL ',
    'undefined undefined',
    'NaN:NaN PM',
    'Invalid DateTime',
    '-',
  ])
    expect(
      await readAt('eventsAll', [
        {
          ...row,
          description: nothing,
          time: nothing,
          venue: nothing,
          url: nothing,
          date: nothing.replace(/<.*?>/g, ''),
        },
      ]),
    ).toMatchObject({
      records: [{ description: '', time: '', venue: '', link: null, day: null }],
      problems: [],
    });
  expect(
    (await readAt('newsAll', [{ ...row, title: 'Nano, null and void' }])).records,
  ).toMatchObject([{ title: 'Nano, null and void' }]);
  for (const fromDate of [
    '1970-01-01T00:00:00.000Z',
    '1969-12-31T18:30:00.000Z',
    '01/01/1970',
    '0000-00-00 00:00:00',
    '0001-01-01T00:00:00',
    '-0001-11-30T00:00:00.000Z',
    '1900-01-01',
    '1899-12-30',
    '1899-12-30T00:00:00',
    '00/00/0000',
    '1-Jan-70',
    -62135596800000,
    '/Date(-62135596800000)/',
    { $date: '1970-01-01T00:00:00Z' },
    0,
    'Invalid date',
  ])
    expect([fromDate, await readAt('newsAll', [{ ...row, fromDate }])]).toMatchObject([
      fromDate,
      { records: [{ day: null }], problems: [] },
    ]);
});

test('a reference that was resolved gives its name, a row of both schools is one of each', async () => {
  const { records, problems } = await readList(
    'eventsAll',
    [
      {
        ...row,
        school: [{ _id: 'x', name: 'FARRUKHABAD' }, { name: 'Nekpur' }],
        venue: { _id: '66f0', name: 'Auditorium' },
        title: { rendered: 'Annual &#8211; Day' },
        description: [{ name: 'One' }, 'Two', 3],
      },
    ],
    { base },
  );
  const record = { title: 'Annual – Day', venue: 'Auditorium', description: 'One, Two, 3' };
  expect([records, problems]).toMatchObject([{ FARRUKHABAD: [record], NEKPUR: [record] }, []]);
  expect(
    (
      await readAt('newsAll', [
        { ...row, category: { name: 'News' }, school: { _id: 'x', code: 'farrukhabad' } },
      ])
    ).records,
  ).toHaveLength(1);
});

test('what is no text is not shown, and five such texts are named in the log, with what is no time', async () => {
  const rows = [
    { a: { b: 'c' } },
    '{"a": {"b": "c"}}',
    '{"ops":[{"insert":"Dear par',
    '[{"a":"b"}]',
    "{'ops': [{'insert': 'x'}]}",
    { d: { e: 'f' } },
    '{}',
    [],
    null,
  ].map((venue, _id) => ({ ...row, _id, venue, time: 'after 4' }));
  expect(await readAt('eventsAll', rows)).toMatchObject({
    records: rows.map(() => ({ venue: '', time: 'after 4' })),
    problems: [
      { event: 'unread-times', count: 9, examples: ['after 4'] },
      {
        event: 'unread-texts',
        count: 6,
        examples: [
          '{"a":{"b":"c"}}',
          '{"a": {"b": "c"}}',
          '{"ops":[{"insert":"Dear par',
          '[{"a":"b"}]',
          "{'ops': [{'insert': 'x'}]}",
        ],
      },
    ],
  });
});

test('texts that look wrong stay as they are and are named in the log, as are pictures in texts', async () => {
  const texts = [
    'à¤¹à¤¿à¤¨à¥à¤¦à¥€',
    '[caption id="a"]Stage[/caption]',
    'The school is **closed**',
    'd{kk 10 dh ijh{kk',
    'Stage <img class="wide" src="https://other.example/a.jpg"> <IMG SRC=//other.example/b.jpg>',
    'Annual Day',
  ];
  const rows = texts.map((description, _id) => ({ ...row, _id, description }));
  const { records, problems } = await readAt('eventsAll', rows);
  expect(records.map((record) => 'description' in record && record.description)).toEqual([
    ...texts.slice(0, 4),
    'Stage',
    'Annual Day',
  ]);
  expect(problems).toMatchObject([
    {
      event: 'garbled-texts',
      count: 4,
      examples: [texts[0], texts[1], '**closed**', texts[3]],
    },
    {
      event: 'foreign-pictures',
      count: 2,
      examples: ['<img class="wide" src="h', '<IMG SRC=/'],
    },
  ]);
});

test('a notice of a school that has no readable name is on no page, and named in the log', async () => {
  const school = { _id: '66f0c1d2' };
  const { records, problems } = await readList('notification', [{ ...row, school }], { base });
  expect(records).toEqual(perCampus(() => []));
  expect(problems).toMatchObject([{ event: 'rows-hidden', examples: ['unnamed: _id : 66f0c1d2'] }]);
});
