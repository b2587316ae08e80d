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

test('a zero too many or too few is named with a class beside it', () => {
  expect(findings(tuition(32_000))).toEqual([
    'Farrukhabad, 2026-27, II, Tuition: 32,000 is more than three times 3,000 of I, 2026-27',
  ]);
  expect(findings(tuition(320))).toEqual([
    'Farrukhabad, 2026-27, II, Tuition: 320 is less than a third of 3,000 of I, 2026-27',
  ]);
});

test('a zero too many in all classes is named with the year before', () => {
  const all = TABLE.classes.map(({ classes, rupees: [admission = null, fee = 0] }) => ({
    classes,
    rupees: [admission, (fee ?? 0) * 10],
  }));
  const found = findings(next({ ...TABLE, classes: all }), TABLE);
  expect(found).toHaveLength(5);
  expect(found[0]).toBe(
    'Farrukhabad, 2027-28, I, Tuition: 30,000 is more than three times 3,000 of I, 2026-27',
  );
});

test('fees that are published late are named', () => {
  expect(findings({ ...TABLE, published: '2026-01-31' })).toEqual([]);
  expect(findings({ ...TABLE, published: '2026-02-28' })).toEqual([
    'Farrukhabad, 2026-27: is published on 2026-02-28, less than 60 days before the session; the rule asks for 2026-01-31',
  ]);
});
