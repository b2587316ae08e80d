import type { Finding } from '../problem.ts';
import { nearest } from './nearest.ts';
import { cellText, columnLetter, type SheetRow } from './sheet.ts';
import { foldHeading, isNeeded, type AnyTable } from './table.ts';

/** Any table may have it: it marks samples, which `npm run check:public` lists. */
export const SAMPLE_HEADING = 'Sample';

/** Above the numbers of rows, which many tables have. */
const SERIAL_HEADING =
  /^(?:(?:s|sr|sl|serial)\.? ?(?:no|number)\.?|#|क्र(?:म|मांक)?\.? ?(?:सं(?:ख्या)?\.?)?)$/i;

/** Rows above the headings: a title, the name of the school, empty ones. */
const MAX_TITLE_ROWS = 20;

export type Place = { index: number; place: string };

export type Head = {
  row: number;
  /** Of each column: `column C (From)`. */
  places: readonly string[];
  columns: ReadonlyMap<string, Place>;
  own: readonly (Place & { heading: string })[];
  findings: Finding[];
};

/** Finds the row of headings, which are in any order. Undefined without one. */
export function readHead(table: AnyTable, rows: readonly SheetRow[]): Head | undefined {
  const keys = keysByHeading(table);
  const isKnown = (heading: string) =>
    keys.has(foldHeading(heading)) || (table.own?.matches.test(heading) ?? false);
  const known = rows
    .slice(0, MAX_TITLE_ROWS)
    .map((row) => ({ row, count: row.cells.map(cellText).filter(isKnown).length }))
    .toSorted((one, other) => other.count - one.count)[0];
  const needed = Math.min(2, requiredHeadings(table).length);
  if (known === undefined || known.count < needed) return undefined;
  return readHeadings(table, { keys, head: known.row, rows });
}

export function requiredHeadings({ columns }: AnyTable): string[] {
  return Object.values(columns).flatMap((column) => (isNeeded(column) ? [column.heading] : []));
}

function keysByHeading({ columns }: AnyTable): Map<string, string> {
  return new Map(
    Object.entries(columns).flatMap(([key, { heading, aliases = [] }]) =>
      [heading, key, ...aliases].map((each) => [foldHeading(each), key] as const),
    ),
  );
}

type HeadOptions = {
  keys: ReadonlyMap<string, string>;
  head: SheetRow;
  rows: readonly SheetRow[];
};

function readHeadings(table: AnyTable, { keys, head, rows }: HeadOptions): Head {
  const places: string[] = [];
  const columns = new Map<string, Place>();
  const own: Head['own'][number][] = [];
  const findings: Finding[] = [];
  const data = rows.filter(({ number }) => number > head.number);
  const width = Math.max(...[head, ...data].map(({ cells }) => cells.length));
  for (let index = 0; index < width; index += 1) {
    const heading = cellText(head.cells[index] ?? null);
    const key = keys.get(foldHeading(heading));
    const column = `column ${columnLetter(index)}`;
    const place = heading === '' ? column : `${column} (${heading.replace(/\s+/g, ' ')})`;
    places.push(place);
    const at = { place: `row ${head.number}, ${place}` };
    if (foldHeading(heading) === foldHeading(SAMPLE_HEADING)) continue;
    if (heading === '') {
      const row = data.find(({ cells }) => (cells[index] ?? null) !== null);
      if (row !== undefined)
        findings.push({ place: `row ${row.number}, ${place}`, text: 'has no heading above it' });
    } else if (key !== undefined) {
      if (columns.has(key)) findings.push({ ...at, text: 'is there twice' });
      columns.set(key, { index, place });
    } else if (SERIAL_HEADING.test(heading.trim())) {
      continue;
    } else if (table.own?.matches.test(heading) === true) {
      if (own.some((each) => foldHeading(each.heading) === foldHeading(heading)))
        findings.push({ ...at, text: 'is there twice' });
      own.push({ index, place, heading: heading.replace(/\s+/g, ' ') });
    } else {
      findings.push({ ...at, ...unknownHeading(table, heading) });
    }
  }
  const missing = Object.entries(table.columns).filter(
    ([key, column]) => isNeeded(column) && !columns.has(key),
  );
  findings.push(
    ...missing.map(([, { heading }]) => ({
      place: `row ${head.number}`,
      text: 'has no column {heading}' as const,
      values: { heading },
    })),
  );
  return { row: head.number, places, columns, own, findings };
}

function unknownHeading({ columns, own }: AnyTable, heading: string): Finding {
  const headings = Object.values(columns).flatMap((column) => [
    column.heading,
    ...(column.aliases ?? []),
  ]);
  const meant = nearest(heading, headings);
  if (meant !== null)
    return { text: 'is no heading here; did you mean {meant}?', values: { meant } };
  const [example] = own?.examples ?? [];
  const shown = Object.values(columns).map((column) => column.heading);
  return {
    text: 'is no heading here; the headings are {headings}',
    values: {
      headings: [...shown, ...(example === undefined ? [] : [example.heading])].join(', '),
    },
  };
}
