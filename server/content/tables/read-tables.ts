import type { Mentioned } from '../mentions.ts';
import { readRows } from './read-rows.ts';
import type { Columns, Table, TableRow } from './table.ts';
import { readSheets } from './table-files.ts';
import { TABLES } from './tables.ts';

export type Tables = Awaited<ReturnType<typeof readTables>>['tables'];

/** Null for a table that the folder does not have. */
export async function readTables(folder: string) {
  const { sheets, problems } = await readSheets(folder, Object.values(TABLES));
  const mentions: Mentioned[] = [];
  function read<Of extends Columns, Own>(table: Table<Of, Own>): TableRow<Of, Own>[] | null {
    const found = sheets.get(table);
    if (found === undefined) return null;
    const each = readRows(table, found);
    problems.push(...each.problems);
    mentions.push(...each.mentions);
    return each.rows;
  }
  const tables = {
    sessions: read(TABLES.sessions),
    weeklyHolidays: read(TABLES.weeklyHolidays),
    hours: read(TABLES.hours),
    holidays: read(TABLES.holidays),
    examinations: read(TABLES.examinations),
    fees: read(TABLES.fees),
    feeNotes: read(TABLES.feeNotes),
    staff: read(TABLES.staff),
    vacancies: read(TABLES.vacancies),
    documents: read(TABLES.documents),
    disclosure: read(TABLES.disclosure),
    formNotices: read(TABLES.formNotices),
    hindi: read(TABLES.hindi),
  };
  return { tables, problems, mentions };
}
