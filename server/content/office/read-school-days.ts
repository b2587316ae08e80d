import { CAMPUS_TABLE, CAMPUSES, type Campus } from '../../../shared/campuses.ts';
import type { SchoolCalendar, SchoolDays } from '../../../shared/school-days.ts';
import { problemAt, toFinding, type Finding, type Problem } from '../problem.ts';
import type { Tables } from '../tables/read-tables.ts';
import { schoolDaysProblems } from './school-days-problems.ts';

const NO_WEEKLY_HOLIDAY: Finding = {
  text: 'has no weekly holiday: write one in the table weekly-holidays, such as Sunday',
};

const PARTS = ['sessions', 'weeklyHolidays', 'hours', 'holidays', 'examinations'] as const;

type SchoolTables = Pick<Tables, (typeof PARTS)[number]>;

/** `schoolDays` is null while no table has a session. */
export function readSchoolDays(tables: SchoolTables): {
  schoolDays: SchoolDays | null;
  problems: Problem[];
} {
  const { sessions } = tables;
  const others = PARTS.slice(1).flatMap((part) => tables[part]?.[0] ?? []);
  if (sessions === null)
    return {
      schoolDays: null,
      problems: others.map((row) => problemAt(row, { text: 'needs a row in the table sessions' })),
    };
  const problems: Problem[] = [];
  const schoolDays: SchoolDays = {};
  for (const campus of CAMPUSES) {
    const read = toCalendar(tables, campus);
    if (read === null) {
      problems.push(...withoutSession(tables, campus));
      continue;
    }
    schoolDays[campus] = read.calendar;
    problems.push(...read.problems);
  }
  return { schoolDays, problems };
}

/** The first row of each table that the site would not show on the campus. */
function withoutSession(tables: SchoolTables, campus: Campus): Problem[] {
  return PARTS.flatMap((part) => {
    const row = tables[part]?.find(({ values }) => values.campuses.includes(campus));
    return row === undefined
      ? []
      : [
          problemAt(row, {
            text: '{campus} has no session: write one in the table sessions',
            values: { campus: CAMPUS_TABLE[campus].name },
          }),
        ];
  });
}

function toCalendar(tables: SchoolTables, campus: Campus) {
  const rowsOf = <Row extends { values: { campuses: readonly Campus[] } }>(
    rows: readonly Row[] | null,
  ) => (rows ?? []).filter(({ values }) => values.campuses.includes(campus));
  const [session] = rowsOf(tables.sessions);
  if (session === undefined) return null;
  const rows = {
    session: [session],
    weeklyHolidays: rowsOf(tables.weeklyHolidays),
    hours: rowsOf(tables.hours),
    holidays: rowsOf(tables.holidays),
    exams: rowsOf(tables.examinations),
  };
  const calendar: SchoolCalendar = {
    session: withoutCampuses(session),
    weeklyHolidays: rows.weeklyHolidays.map(withoutCampuses),
    hours: rows.hours.map(withoutCampuses),
    holidays: rows.holidays.map(withoutCampuses),
    exams: rows.exams.map(withoutCampuses),
  };
  const problems = rows.weeklyHolidays.length === 0 ? [problemAt(session, NO_WEEKLY_HOLIDAY)] : [];
  for (const { list, line, text, values } of schoolDaysProblems(calendar)) {
    const row = rows[list][line ?? 0] ?? session;
    const finding = toFinding(text, values);
    const isOfAll = line === null && list !== 'session';
    const place = isOfAll ? CAMPUS_TABLE[campus].name : row.place;
    problems.push(problemAt({ file: row.file, place }, finding));
  }
  return { calendar, problems };
}

function withoutCampuses<Values extends { campuses: readonly Campus[] }>({
  values,
}: {
  values: Values;
}): Omit<Values, 'campuses'> {
  const { campuses: _, ...others } = values;
  return others;
}
