import type { Mentioned } from '../mentions.ts';
import type { Problem } from '../problem.ts';
import { readRows } from './read-rows.ts';
import type { AnyTable, Table, TableRow } from './table.ts';
import { readSheets } from './table-files.ts';
import { TABLES } from './tables.ts';

type TableName = keyof typeof TABLES;

type RowOf<Of> = Of extends Table<infer Columns, infer Own> ? TableRow<Columns, Own> : never;

/** Null for a table that the folder does not have. */
export type Tables = { [Name in TableName]: RowOf<(typeof TABLES)[Name]>[] | null };

/** Where each table is, or would be. */
export type TableFiles = Record<TableName, string>;

type Read = { tables: Tables; files: TableFiles; problems: Problem[]; mentions: Mentioned[] };

export async function readTables(folder: string): Promise<Read> {
  const { sheets, problems } = await readSheets(folder, Object.values(TABLES));
  const mentions: Mentioned[] = [];
  function read(table: AnyTable): TableRow[] | null {
    const found = sheets.get(table);
    if (found === undefined) return null;
    const each = readRows(table, found);
    problems.push(...each.problems);
    mentions.push(...each.mentions);
    return each.rows;
  }
  const fileOf = (table: AnyTable) => sheets.get(table)?.[0]?.file ?? fileName(table);
  // The kinds of the columns have read the values of the rows.
  return { tables: eachTable(read) as Tables, files: eachTable(fileOf), problems, mentions };
}

function eachTable<Value>(valueOf: (table: AnyTable) => Value): Record<TableName, Value> {
  // It has every table.
  return Object.fromEntries(
    Object.entries(TABLES).map(([name, table]) => [name, valueOf(table)]),
  ) as Record<TableName, Value>;
}

function fileName({ name, folder }: AnyTable): string {
  return `${folder === undefined ? '' : `${folder}/`}${name}.csv`;
}
