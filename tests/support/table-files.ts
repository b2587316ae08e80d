import { readFileSync } from 'node:fs';
import { readCsv } from '../../server/content/tables/csv.ts';
import { CAMPUS_TABLE, CAMPUSES, type Campus } from '../../shared/campuses.ts';
import type { FeeTable } from '../../shared/fees.ts';

type ByCampus<Value> = Readonly<Partial<Record<Campus, Value>>>;
type Row = Readonly<Record<string, string | number | null | undefined>>;

/** A CSV file with a column for each field of its rows. @param first headings that it has without rows too */
export function csvOf(rows: readonly object[], first: readonly string[] = []): string {
  const headings = [...new Set([...first, ...rows.flatMap((row) => Object.keys(row))])];
  const lines = rows.map((row) => {
    const values = new Map<string, unknown>(Object.entries(row));
    return headings.map((heading) => values.get(heading));
  });
  return [headings, ...lines].map((cells) => `${cells.map(quoted).join(',')}\n`).join('');
}

function quoted(cell: unknown): string {
  return typeof cell === 'string' || typeof cell === 'number'
    ? `"${String(cell).replaceAll('"', '""')}"`
    : '';
}

export type CalendarRows = {
  session: Row;
  weeklyHolidays: readonly Row[];
  hours: readonly Row[];
  holidays: readonly Row[];
  exams: readonly Row[];
};

/** A session from April 2026 on, with the same hours on each day but Sundays. */
export function sessionUntil(to: string): CalendarRows {
  const days = { from: '2026-04-01', to };
  return {
    session: { name: '2026-27', ...days },
    weeklyHolidays: [{ weekdays: 'Sunday' }],
    hours: [{ name: 'All year', ...days, opens: '08:00', closes: '13:30' }],
    holidays: [],
    exams: [],
  };
}

/** The tables of the school days, by file name. */
export function schoolDaysFiles(calendars: ByCampus<CalendarRows>): Record<string, string> {
  const table = (rowsOf: (calendar: CalendarRows) => readonly Row[]) =>
    csvOf(ofCampuses(calendars, rowsOf), ['campus', 'name', 'from']);
  return {
    'sessions.csv': table(({ session }) => [session]),
    'weekly-holidays.csv': csvOf(
      ofCampuses(calendars, ({ weeklyHolidays }) => weeklyHolidays),
      ['campus', 'weekdays'],
    ),
    'hours.csv': table(({ hours }) => hours),
    'holidays.csv': table(({ holidays }) => holidays),
    'examinations.csv': table(({ exams }) => exams),
  };
}

/** `hi/texts.csv` with more or other texts. */
export function hindiTexts(more: Readonly<Record<string, string>>): string {
  const written = readCsv(readFileSync('content/hi/texts.csv'));
  const rows = 'value' in written ? written.value.slice(1) : [];
  const texts = new Map<unknown, unknown>(
    rows.map(({ cells: [english, hindi] }) => [english, hindi]),
  );
  for (const [english, hindi] of Object.entries(more)) texts.set(english, hindi);
  return csvOf([...texts].map(([english, hindi]) => ({ english, hindi })));
}

/** The tables of the fees, by file name. */
export function feeFiles(fees: ByCampus<readonly FeeTable[]>): Record<string, string> {
  const rows = ofCampuses(fees, (tables) =>
    tables.flatMap(({ session, from, published, file, heads, classes }) =>
      classes.map(({ classes: names, rupees }) => ({
        session,
        from,
        published,
        file,
        classes: names,
        ...Object.fromEntries(
          heads.map(({ head, when }, at) => [`${head} (${when})`, rupees[at] ?? '-']),
        ),
      })),
    ),
  );
  const notes = ofCampuses(fees, (tables) =>
    tables.flatMap((table) => table.notes.map((note) => ({ session: table.session, note }))),
  );
  return {
    'fees.csv': csvOf(rows, ['campus', 'session', 'from', 'published', 'classes']),
    'fee-notes.csv': csvOf(notes, ['campus', 'session', 'note']),
  };
}

function ofCampuses<Value>(
  values: ByCampus<Value>,
  rowsOf: (value: Value) => readonly object[],
): object[] {
  return CAMPUSES.flatMap((campus) => {
    const value = values[campus];
    const rows = value === undefined ? [] : rowsOf(value);
    return rows.map((row) => ({ campus: CAMPUS_TABLE[campus].name, ...row }));
  });
}
