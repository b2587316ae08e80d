import { CAMPUSES, perCampus, type Campus } from '../../../shared/campuses.ts';
import type { Fees, FeeTable } from '../../../shared/fees.ts';
import { problemAt, type Problem } from '../problem.ts';
import type { Tables } from '../tables/read-tables.ts';

type FeeRow = NonNullable<Tables['fees']>[number];
type NoteRow = NonNullable<Tables['feeNotes']>[number];

/** `Admission fee (once, at admission)`. */
const HEAD = /^(.+?) ?\((.+)\)$/;

/** A table for each campus and session. Null without fees. */
export function readFees(
  rows: readonly FeeRow[] | null,
  notes: readonly NoteRow[] | null,
): { fees: Fees | null; problems: Problem[] } {
  if (rows === null) return { fees: null, problems: unused(notes ?? [], () => false) };
  const problems: Problem[] = [];
  const fees: Fees = perCampus(() => []);
  for (const campus of CAMPUSES) {
    const own = rows.filter(({ values }) => values.campus === campus);
    for (const session of new Set(own.map(({ values }) => values.session))) {
      const ofSession = own.filter(({ values }) => values.session === session);
      const [first] = ofSession;
      if (first === undefined) continue;
      problems.push(...ofSession.flatMap((row) => differences(row, first)));
      fees[campus].push({
        ...tableOf(ofSession, first),
        notes: (notes ?? []).flatMap(({ values }) =>
          values.session === session && values.campuses.includes(campus) ? [values.note] : [],
        ),
      });
    }
  }
  const hasFees = (campus: Campus, session: string) =>
    fees[campus].some((table) => table.session === session);
  return { fees, problems: [...problems, ...unused(notes ?? [], hasFees)] };
}

function tableOf(rows: readonly FeeRow[], { values }: FeeRow): Omit<FeeTable, 'notes'> {
  const { session, from, published, file } = values;
  const used = [...new Set(rows.flatMap(({ own }) => own.map(({ heading }) => heading)))].filter(
    (heading) => rows.some((row) => amountOf(row, heading) !== undefined),
  );
  return {
    session,
    from,
    published,
    ...(file !== undefined && { file }),
    heads: used.map((heading) => {
      const [, head = heading, when = ''] = HEAD.exec(heading) ?? [];
      return { head, when };
    }),
    classes: rows.map((row) => ({
      classes: row.values.classes,
      rupees: used.map((heading) => amountOf(row, heading) ?? null),
    })),
  };
}

/** Null for a head that does not apply; undefined for one of other sessions. */
function amountOf({ own }: FeeRow, heading: string): number | null | undefined {
  return own.find((each) => each.heading === heading)?.value;
}

const SAME = [
  ['from', 'From'],
  ['published', 'Published'],
  ['file', 'PDF'],
] as const;

/** What a session has once is in each of its rows. */
function differences(row: FeeRow, first: FeeRow): Problem[] {
  return SAME.flatMap(([key, heading]) => {
    const value = first.values[key];
    if (row.values[key] === value) return [];
    return [
      problemAt(row, {
        place: heading,
        text: 'must be {value} in all rows of a session',
        values: { value: value ?? '""' },
      }),
    ];
  });
}

function unused(
  notes: readonly NoteRow[],
  hasFees: (campus: Campus, session: string) => boolean,
): Problem[] {
  return notes
    .filter(({ values }) => !values.campuses.some((campus) => hasFees(campus, values.session)))
    .map((row) => problemAt(row, { text: 'has notes of a session without fees' }));
}
