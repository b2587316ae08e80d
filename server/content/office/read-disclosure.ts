import { CAMPUS_TABLE, CAMPUSES, perCampus } from '../../../shared/campuses.ts';
import type { Disclosure, DisclosureCell, DisclosureTable } from '../../../shared/content.ts';
import { inFile, problemAt, type Finding, type Problem } from '../problem.ts';
import type { Tables } from '../tables/read-tables.ts';

type Row = NonNullable<Tables['disclosure']>[number];

const EMPTY = '–';

/** The first row of each table has its headings: `S. No.` in the column Row. */
export function readDisclosure(rows: readonly Row[]): {
  disclosure: Disclosure;
  problems: Problem[];
} {
  const problems: Problem[] = [];
  const disclosure: Disclosure = perCampus(() => []);
  for (const campus of CAMPUSES) {
    const groups = new Map<string, Row[]>();
    for (const row of rows.filter(({ values }) => values.campus === campus)) {
      const key = `${row.values.part}\n${row.values.title}`;
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    for (const [head, ...body] of groups.values()) {
      if (head === undefined) continue;
      const { table, findings } = toTable(head, body);
      disclosure[campus].push(table);
      problems.push(...findings.map(([row, finding]) => problemAt(row, finding)));
    }
  }
  const [first] = rows;
  const empty = CAMPUSES.filter((campus) => disclosure[campus].length === 0);
  if (first !== undefined)
    problems.push(
      ...inFile(
        first.file,
        empty.map((campus): Finding => ({
          text: 'has no rows of {campus}',
          values: { campus: CAMPUS_TABLE[campus].name },
        })),
      ),
    );
  return { disclosure, problems };
}

function toTable(head: Row, body: readonly Row[]) {
  const findings: [Row, Finding][] = [];
  const { part, title, row: first } = head.values;
  const columns = [first, ...textsOf(head)];
  if (/^\d/.test(first))
    findings.push([
      head,
      { text: 'must be the headings of the table: the row "S. No." is missing' },
    ]);
  const rows = body.map((row): DisclosureCell[] => {
    const texts = textsOf(row);
    const { document } = row.values;
    if (texts.length >= columns.length)
      findings.push([
        row,
        {
          text: 'has {cells} cells, but the table has {columns} columns',
          values: { cells: String(texts.length + 1), columns: String(columns.length) },
        },
      ]);
    const cells = columns.slice(1).map((_, index) => texts[index] ?? EMPTY);
    const label = texts[columns.length - 2];
    if (document === undefined) return [row.values.row, ...cells];
    if (label === undefined) findings.push([row, { text: 'must have a text beside the document' }]);
    return [row.values.row, ...cells.slice(0, -1), { label: label ?? '', ...document }];
  });
  const table: DisclosureTable = { part, title, columns, rows };
  return { table, findings };
}

function textsOf({ own }: Row): string[] {
  const texts = own.map(({ value }) => value);
  const last = texts.findLastIndex((text) => text !== undefined);
  return texts.slice(0, last + 1).map((text) => text ?? EMPTY);
}
