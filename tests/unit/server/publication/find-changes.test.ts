import { expect, test } from 'vitest';
import { findChanges } from '../../../../server/publication/find-changes.ts';
import { resultText } from '../../../../server/publication/result-file.ts';
import {
  formatChange,
  formatLoss,
  RESULT_WORDS,
} from '../../../../server/publication/result-words.ts';

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
const linesFrom = (...both: [ReturnType<typeof of>, ReturnType<typeof of>]) =>
  findChanges(...both).map((change) => formatChange(change, RESULT_WORDS.en));

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
  const losses = findChanges(of({}), after).flatMap(
    (change) => formatLoss(change, RESULT_WORDS.hi) ?? [],
  );
  expect(losses).toEqual(['छुट्टियाँ, फर्रुखाबाद: 18 में से 17 नहीं रहे: क्या ऐसा ही चाहिए?']);
  expect(linesFrom(of({}), of({}))).toEqual([]);
  expect(findChanges(null, after)).toEqual([]);
});

test('a record that is renamed is one change, and what is in it is not gone', () => {
  const menu = (label: string, to: string) => ({
    site: { menu: [{ label, links: ['A', 'B', to].map((each) => ({ label: each, to: each })) }] },
  });
  const [before, after] = [of(menu('Academics', 'C')), of(menu('Studies', 'D'))];
  const renamed = findChanges(before, of(menu('Studies', 'C')));
  expect(renamed.map((change) => formatChange(change, RESULT_WORDS.en))).toEqual([
    'Settings (site.json), Menu: Label: Academics → Studies',
  ]);
  expect(renamed.flatMap((change) => formatLoss(change, RESULT_WORDS.en) ?? [])).toEqual([]);
  expect(linesFrom(before, after)).toEqual([
    'Settings (site.json), Menu: Label: Academics → Studies',
    'Settings (site.json), Menu, Studies, Links: 1 removed: C',
    'Settings (site.json), Menu, Studies, Links: 1 added: D',
  ]);
});

test('a list without records has lost those that it had, and a field that goes has no value', () => {
  const staff = [{ person: 'A', subjects: ['Physics'] }];
  const phone = { site: { campuses: { NEKPUR: { phone: '1' } } } };
  const none = { site: { campuses: {} } };
  expect(linesFrom(of({ ...phone, staff }), of({ ...none, staff: [] }))).toEqual([
    'Teachers: 1 removed: A',
    'Settings (site.json), Nekpur: Phone: 1 → –',
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
    expect.stringMatching(/^Vacancies, Nekpur: .*Subject: Hindi → English$/),
    'Pages of your own: 1 added: School bus',
  ]);
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
