import { expect, test } from 'vitest';
import { feeFindings } from '../../../../../server/content/office/fee-warnings.ts';
import { formatFinding } from '../../../../../server/content/problem.ts';
import { perCampus } from '../../../../../shared/campuses.ts';
import type { FeeTable } from '../../../../../shared/fees.ts';

const TABLE: FeeTable = {
  session: '2026-27',
  from: '2026-04-01',
  published: '2026-01-28',
  heads: [
    { head: 'Admission', when: 'once' },
    { head: 'Tuition', when: 'a year' },
  ],
  classes: [
    { classes: 'I', rupees: [500, 3000] },
    { classes: 'II', rupees: [500, 3200] },
    { classes: 'III', rupees: [null, 3400] },
    { classes: 'XI', rupees: [2000, 10_500] },
    { classes: 'XII', rupees: [2000, 11_000] },
  ],
  notes: [],
};

const findings = (...tables: FeeTable[]) =>
  feeFindings({ ...perCampus(() => []), FARRUKHABAD: tables }).map(formatFinding);

/** With another tuition of Class II. */
const tuition = (rupees: number): FeeTable => ({
  ...TABLE,
  classes: TABLE.classes.map((row) =>
    row.classes === 'II' ? { classes: 'II', rupees: [500, rupees] } : row,
  ),
});

const next = (table: FeeTable): FeeTable => ({
  ...table,
  session: '2027-28',
  from: '2027-04-01',
  published: '2027-01-20',
});

test('a step between groups of classes is not unlikely', () => {
  expect(findings(TABLE)).toEqual([]);
  expect(findings(next(TABLE), TABLE)).toEqual([]);
});

test('a zero too many or too few is named with the middle of the others', () => {
  expect(findings(tuition(34_000))).toEqual([
    'Farrukhabad, 2026-27, II, Tuition: 34,000 is more than three times 10,500 of XI, 2026-27',
  ]);
  expect(findings(tuition(320))).toEqual([
    'Farrukhabad, 2026-27, II, Tuition: 320 is less than a third of 3,400 of III, 2026-27',
  ]);
});

const ANNUAL = {
  'Class I to V': 29_700,
  'VI to VIII': 33_800,
  'IX, X': 39_100,
  'XI and XII': 45_600,
};
const annual = (changes: Readonly<Record<string, number | null>>): FeeTable => ({
  ...TABLE,
  heads: [{ head: 'Annual fee', when: 'a year' }],
  classes: Object.entries({ Nursery: 25_600, ...ANNUAL, ...changes }).map(([classes, rupees]) => ({
    classes,
    rupees: [rupees],
  })),
});
const wrongRows = (...tables: FeeTable[]) =>
  findings(...tables).map((line) => line.replace(/^Farrukhabad, [\d-]+, |, Annual fee: .*/g, ''));

test.each<[Record<string, number | null>, string[]]>([
  [{}, []],
  [{ 'Class I to V': 0 }, ['Class I to V']],
  [{ Nursery: 0, 'XI and XII': 4_560 }, ['Nursery', 'XI and XII']],
  [{ 'IX, X': 391_000, 'XI and XII': 456_000 }, ['IX, X', 'XI and XII']],
  [{ 'Class I to V': 297_000, 'VI to VIII': 338_000 }, ['Class I to V', 'VI to VIII']],
  [{ Nursery: 256_000 }, ['Nursery']],
  [{ Nursery: null, 'Class I to V': null }, []],
  [{ 'Class I to V': 0, 'VI to VIII': 0, 'IX, X': 0, 'XI and XII': 0 }, []],
])('with %j the rows %j are named, without the last session', (changes, rows) => {
  expect(wrongRows(annual(changes))).toEqual(rows);
});

test.each<[string, number, boolean]>([
  ['I to V', 89_200, true],
  ['Class 1 to 5', 88_000, false],
  ['कक्षा 1 से 5', 89_200, true],
  ['I', 9_800, true],
  ['I', 10_000, false],
  ['I to V', 0, true],
  ['I to VIII', 297_000, true],
])(
  'the last session has the classes of "%s": with %d it is far or not, %s',
  (classes, rupees, isFar) => {
    const { 'Class I to V': _, ...others } = ANNUAL;
    const rows = Object.entries({ [classes]: rupees, ...others });
    const now = {
      ...next(annual({})),
      classes: rows.map(([name, amount]) => ({ classes: name, rupees: [amount] })),
    };
    expect(wrongRows(now, annual({}))).toEqual(isFar ? [classes] : []);
  },
);

test('what was free in the last session, and is charged now, is named', () => {
  expect(wrongRows(next(annual({})), annual({ Nursery: 0 }))).toEqual(['Nursery']);
});

test('a zero too many in all classes is named with the year before', () => {
  const all = TABLE.classes.map(({ classes, rupees: [admission = null, fee = 0] }) => ({
    classes,
    rupees: [admission, (fee ?? 0) * 10],
  }));
  const heads = TABLE.heads.map((each) => ({ ...each, head: each.head.toUpperCase() }));
  const found = findings(next({ ...TABLE, heads, classes: all }), TABLE);
  expect(found).toHaveLength(5);
  expect(found[0]).toBe(
    'Farrukhabad, 2027-28, I, TUITION: 30,000 is more than three times 3,000 of I, 2026-27',
  );
});

test('fees that are published late are named', () => {
  expect(findings({ ...TABLE, published: '2026-01-31' })).toEqual([]);
  expect(findings({ ...TABLE, published: '2026-02-28' })).toEqual([
    'Farrukhabad, 2026-27: is published on 2026-02-28, less than 60 days before the session; the rule asks for 2026-01-31',
  ]);
});
