import type { Mentioned } from '../mentions.ts';
import { readRows } from './read-rows.ts';
import type { AnyTable, Columns, Table, TableRow } from './table.ts';
import { readSheets } from './table-files.ts';
import { TABLES } from './tables.ts';

/** Where a table that is missing is expected. */
function fileName({ name, folder }: AnyTable): string {
  return `${folder === undefined ? '' : `${folder}/`}${name}.csv`;
}

type Read = Awaited<ReturnType<typeof readTables>>;

export type Tables = Read['tables'];
export type TableFiles = Read['files'];

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
    facts: read(TABLES.facts),
    buses: read(TABLES.buses),
    contacts: read(TABLES.contacts),
    admissions: read(TABLES.admissions),
    issuedCertificates: read(TABLES.issuedCertificates),
    hindi: read(TABLES.hindi),
  };
  const fileOf = (table: AnyTable) => sheets.get(table)?.[0]?.file ?? fileName(table);
  const files = {
    fees: fileOf(TABLES.fees),
    documents: fileOf(TABLES.documents),
    disclosure: fileOf(TABLES.disclosure),
    hindi: fileOf(TABLES.hindi),
    vacancies: fileOf(TABLES.vacancies),
    admissions: fileOf(TABLES.admissions),
  };
  return { tables, files, problems, mentions };
}
