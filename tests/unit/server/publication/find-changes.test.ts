import { expect, test } from 'vitest';
import { findChanges } from '../../../../server/publication/find-changes.ts';
import { resultText } from '../../../../server/publication/result-file.ts';
import { formatChange, RESULT_WORDS } from '../../../../server/publication/result-words.ts';

const holidays = Array.from({ length: 18 }, (_, index) => ({
  name: `Holiday ${index + 1}`,
  from: `2026-12-${index + 10}`,
}));
const fees = (tuition: number) => ({
  session: '2026-27',
  heads: [{ head: 'Tuition', when: 'a month' }],
  classes: [
    { classes: 'Class IV', rupees: [3_000] },
    { classes: 'Class V', rupees: [tuition] },
  ],
});
const page = (text: string) => ({ title: 'Sports', blocks: [{ tag: 'p', children: [text] }] });
const CONTENT = {
  site: { name: 'School', campuses: { NEKPUR: { phone: '+91-5692-000001' } } },
  office: {
    schoolDays: { FARRUKHABAD: { session: { from: '2026-04-01' }, holidays } },
    fees: { FARRUKHABAD: [fees(3_200)] },
  },
  staff: [{ person: 'A', subjects: ['Physics'] }],
  prose: { FARRUKHABAD: { sports: page('Old') }, NEKPUR: { sports: page('Old') } },
};
const SOURCES = { 'pictures/gate.jpg': '1', 'files/noc.pdf': '1', 'site.json': '1' };
const of = (content: object, sources: Record<string, string> = SOURCES) => ({
  folder: '',
  content: { ...CONTENT, ...content },
  sources,
});
type Both = [ReturnType<typeof of>, ReturnType<typeof of>];
const linesFrom = (...both: Both) =>
  findChanges(...both).flatMap((change) =>
    change.kind === 'loss' ? [] : formatChange(change, RESULT_WORDS.en),
  );
const lossesFrom = (both: Both, language: 'en' | 'hi' = 'en') =>
  findChanges(...both).flatMap((change) =>
    change.kind === 'loss' ? formatChange(change, RESULT_WORDS[language]) : [],
  );

test('changes are told by records, with the names that people gave them', () => {
  const office = {
    schoolDays: { FARRUKHABAD: { session: { from: '2026-04-01' }, holidays: holidays.slice(17) } },
    fees: { FARRUKHABAD: [fees(32_000)] },
  };
  const after = of(
    {
      office,
      site: { name: 'School', campuses: { NEKPUR: { phone: '+91-5692-000002' } } },
      staff: [
        { person: 'A', subjects: ['Physics', 'Chemistry'] },
        { person: 'B', subjects: [] },
      ],
      prose: {
        FARRUKHABAD: { sports: page('N'.repeat(90)) },
        NEKPUR: { sports: page('N'.repeat(90)) },
      },
    },
    { 'pictures/bus.jpg': '2', 'files/noc.pdf': '2', 'site.json': '2' },
  );
  expect(linesFrom(of({}), after)).toEqual([
    'Settings (site.json), Nekpur: Phone: +91-5692-000001 → +91-5692-000002',
    expect.stringMatching(/^Holidays, Farrukhabad: 17 removed: Holiday 1, Holiday 2.* and 5 more$/),
    'Fees, Farrukhabad, 2026-27: Class V, Tuition: 3,200 → 32,000',
    'Teachers: 1 added: B',
    'Teachers: A, Subjects: Physics → Physics; Chemistry',
    'Pages: 1 changed: sports',
    'Pictures: 1 removed: gate.jpg',
    'Pictures: 1 added: bus.jpg',
    'PDFs: 1 changed: noc.pdf',
  ]);
  expect(lossesFrom([of({}), after], 'hi')).toEqual([
    'छुट्टियाँ, फर्रुखाबाद: 18 में से 17 नहीं रहे: क्या ऐसा ही चाहिए?',
  ]);
  expect(linesFrom(of({}), of({}))).toEqual([]);
  expect(findChanges(null, after)).toEqual([]);
});

test('a record that is renamed is another one, and what is in it is not gone', () => {
  const menu = (label: string) => ({
    site: { menu: [{ label, links: ['A', 'B'].map((each) => ({ label: each, to: each })) }] },
  });
  const renamed: Both = [of(menu('Academics')), of(menu('Studies'))];
  expect(linesFrom(...renamed)).toEqual([
    'Settings (site.json), Menu: 1 removed: Academics',
    'Settings (site.json), Menu: 1 added: Studies',
  ]);
  expect(lossesFrom(renamed)).toEqual([]);
});

test('a list without records has lost those that it had, and a field that goes has no value', () => {
  const staff = [{ person: 'A', subjects: ['Physics'] }];
  const phone = { site: { campuses: { NEKPUR: { phone: '1' } } } };
  const none = { site: { campuses: {} } };
  expect(linesFrom(of({ ...phone, staff }), of({ ...none, staff: [] }))).toEqual([
    'Settings (site.json), Nekpur: Phone: 1 → –',
    'Teachers: 1 removed: A',
  ]);
});

test('records that say their campus are told by campus; those of both are one', () => {
  const bus = (campus: string) => ({ title: 'School bus', campus });
  const post = (campus: string, subject: string) => ({ designation: 'PGT', subject, campus });
  const before = { vacancies: [post('FARRUKHABAD', 'Physics'), post('NEKPUR', 'Hindi')] };
  const after = {
    vacancies: [post('FARRUKHABAD', 'Physics'), post('NEKPUR', 'English')],
    addedPages: [bus('FARRUKHABAD'), bus('NEKPUR')],
  };
  expect(linesFrom(of(before), of(after))).toEqual([
    'Vacancies, Nekpur: 1 removed: Hindi',
    'Vacancies, Nekpur: 1 added: English',
    'Pages of your own: 1 added: School bus',
  ]);
});

const stops = ['Lal Sarai', 'Thandi Sarak', 'Bholepur'].map((stop, at) => ({
  campus: 'FARRUKHABAD',
  bus: '1',
  stop,
  times: ['Winter', 'Summer'].map((heading) => ({ heading, time: `06:${10 + at}` })),
}));
const vacancies = ['Physics', 'Hindi', 'Art'].map((subject) => ({
  campus: 'NEKPUR',
  post: 'PGT',
  subject,
  published: '2026-11-16',
  sent: { mailType: 'PGT', subject },
}));
const hours = (from: string, ...forClasses: string[][]) =>
  forClasses.map((classes) => ({ name: 'Winter', from, forClasses: classes }));
const days = (...list: object[]) => ({ office: { schoolDays: { NEKPUR: { hours: list } } } });

test.each<[string, object, object, string[]]>([
  [
    'the first bus stop',
    { office: { buses: stops } },
    { office: { buses: stops.slice(1) } },
    ['Buses, Farrukhabad: 1 removed: 1, Lal Sarai'],
  ],
  [
    'a vacancy of several with the same post',
    { office: { vacancies } },
    { office: { vacancies: vacancies.slice(1) } },
    ['Vacancies, Nekpur: 1 removed: PGT, Physics'],
  ],
  [
    'all but one of them',
    { office: { vacancies: vacancies.slice(0, 2) } },
    { office: { vacancies: vacancies.slice(1, 2) } },
    ['Vacancies, Nekpur: 1 removed: PGT, Physics'],
  ],
  [
    'hours of some classes',
    days(...hours('2026-11-01', ['I', 'II', 'III'], ['IV', 'V'])),
    days(...hours('2026-11-01', ['IV', 'V'])),
    ['Hours, Nekpur: 1 removed: Winter, I to III'],
  ],
  [
    'a session with its fees',
    { office: { fees: { NEKPUR: [fees(3_200), { ...fees(1), session: '2025-26' }] } } },
    { office: { fees: { NEKPUR: [fees(3_200)] } } },
    ['Fees, Nekpur: 1 removed: 2025-26'],
  ],
  [
    'a table, of which nothing is left',
    { office: { admissions: [{ campus: 'NEKPUR', classes: 'I' }], fees: { NEKPUR: [] } } },
    { office: { admissions: [], fees: null } },
    ['Admissions, Nekpur: 1 removed: I'],
  ],
])('%s, removed, is one line', (_what, before, after, lines) => {
  expect(linesFrom(of(before), of(after))).toEqual(lines);
  expect(linesFrom(of(after), of(before))).toEqual(
    lines.map((line) => line.replace('removed', 'added')),
  );
});

test('a field of a record is told with the names that distinguish it', () => {
  const changed = (index: number, field: object) => ({
    office: { buses: stops.map((stop, at) => (at === index ? { ...stop, ...field } : stop)) },
  });
  const later = [{ heading: 'Winter', time: '06:30' }, ...(stops[0]?.times.slice(1) ?? [])];
  expect(linesFrom(of(changed(0, {})), of(changed(0, { times: later })))).toEqual([
    'Buses, Farrukhabad, 1, Lal Sarai, Times: Winter, Time: 06:10 → 06:30',
  ]);
});

const certificate = (campus: string, number: string) => ({ campus, number, person: number });
const texts = Object.fromEntries(holidays.map(({ name }) => [name, 'छुट्टी']));

test.each<[string, object, object, string[]]>([
  [
    'both vacancies of a campus',
    { office: { vacancies: vacancies.slice(1) } },
    { office: { vacancies: [] } },
    ['Vacancies, Nekpur: 2 of 2 are gone: is this meant?'],
  ],
  [
    'a table with a row of each campus',
    { office: { issuedCertificates: ['FARRUKHABAD', 'NEKPUR'].map((c) => certificate(c, c)) } },
    { office: { issuedCertificates: [] } },
    ['Issued certificates: 2 of 2 are gone: is this meant?'],
  ],
  [
    'the only session of the fees',
    { office: { fees: { NEKPUR: [fees(3_200)] } } },
    { office: { fees: null } },
    ['Fees, Nekpur, 2026-27: 2 of 2 are gone: is this meant?'],
  ],
  [
    'Hindi texts',
    { hindi: { texts: { ...texts, 'No lessons': 'x' } } },
    { hindi: { texts: Object.fromEntries(Object.entries(texts).slice(0, 4)) } },
    ['Hindi: 15 of 19 are gone: is this meant?'],
  ],
  ['one of two', days(...hours('1', ['I'], ['II'])), days(...hours('1', ['I'])), []],
  [
    'rows that others replace',
    { office: { vacancies: vacancies.slice(0, 2) } },
    { office: { vacancies: [...vacancies.slice(2), { ...vacancies[2], subject: 'Music' }] } },
    [],
  ],
  [
    'the only one',
    { office: { vacancies: vacancies.slice(2) } },
    { office: { vacancies: [] } },
    [],
  ],
])('of %s, gone, the warnings are right', (_what, before, after, lines) => {
  for (const file of ['hi/texts.csv', 'hi/texts.xlsx'])
    expect(lossesFrom([of(before, { [file]: '1' }), of(after, { [file]: '2' })])).toEqual(lines);
});

test('Hindi texts of the program, which another release lacks, are no loss of the school', () => {
  const hindi = (list: object) => ({ hindi: { texts: list } });
  expect(lossesFrom([of(hindi(texts)), of(hindi({}))])).toEqual([]);
});

const FACTS = {
  id: 'x1',
  at: '2026-11-28T05:00:00Z',
  release: '',
  source: '',
  samples: [],
  files: {},
};

test('the result opens in Notepad: a byte order mark, CRLF, English, then Hindi', () => {
  const published = resultText({ kind: 'published', facts: FACTS, problems: [], changes: [] });
  expect(published.startsWith('\ufeffPUBLISHED: 28 November 2026')).toBe(true);
  expect(published.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(published).toMatch(
    /Nothing that visitors read has changed\.\r\n[^]*\r\nप्रकाशित: 28 नवंबर 2026 को सुबह 10:30 बजे\r/,
  );
});

test('warnings stand before changes; errors say what to write and what the site shows since when', () => {
  const problems = [
    { file: 'fees.csv', place: 'row 4', text: 'is missing' as const, level: 'warning' as const },
  ];
  const changes = [{ group: ['staff'], kind: 'added' as const, names: ['B'] }];
  const published = resultText({ kind: 'published', facts: FACTS, problems, changes });
  expect(published).toMatch(
    /fees\.csv: row 4: is missing[^]*Teachers: 1 added: B[^]*शिक्षक: 1 जोड़े गए: B/,
  );
  const errors = problems.map((problem) => ({ ...problem, level: 'error' as const }));
  const rejected = { kind: 'rejected' as const, at: FACTS.at, source: '', problems: errors };
  expect(resultText({ ...rejected, shown: FACTS })).toMatch(
    /^\ufeffNOT PUBLISHED[^]*still shows what was published on 28 November 2026[^]*- fees\.csv: row 4: is missing[^]*fees\.csv: पंक्ति 4: नहीं है/,
  );
  expect(resultText({ ...rejected, shown: null })).toContain('Nothing has been published yet.');
});

test('a long Hindi text is named by its English one', () => {
  const english = 'The office is open on all school days from eight in the morning.';
  const hindi = (text: string) => ({ hindi: { texts: { [english]: text } } });
  expect(linesFrom(of(hindi('क'.repeat(90))), of(hindi('ख'.repeat(90))))).toEqual([
    `Hindi: 1 changed: ${english.slice(0, 60)}`,
  ]);
});
