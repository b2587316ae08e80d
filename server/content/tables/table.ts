import { foldText } from '../../../shared/fold-text.ts';
import type { Finding } from '../problem.ts';
import type { Kind } from './kind.ts';

export type Column<Value> = {
  /** The heading that templates and errors show. */
  heading: string;
  /** Other headings that people write. */
  aliases?: readonly string[];
  kind: Kind<Value>;
  /** The column must be there, though its cells may be empty. */
  isNeeded?: true;
  /** Cells of the two rows of a template. */
  examples: readonly [string | number, string | number];
};

export type Columns = Readonly<Record<string, Column<unknown>>>;

export type Values<Of extends Columns> = {
  [Key in keyof Of]: Of[Key] extends Column<infer Value> ? Value : never;
};

/** Columns that the school names itself, such as the heads of a fee table. */
type OwnColumns<Value> = {
  matches: RegExp;
  kind: Kind<Value>;
  examples: readonly Pick<Column<Value>, 'heading' | 'examples'>[];
};

/** One entry says all about a table. */
export type Table<Of extends Columns, Own> = {
  /** `NAME.xlsx` or `NAME.csv`. */
  name: string;
  /** The folder within `content/` that has the file. */
  folder?: 'hi';
  /** A workbook that may have the table beside others. */
  book?: string;
  /** The name of the sheet in that workbook. */
  sheet: string;
  columns: Of;
  own?: OwnColumns<Own>;
  /** Rows with the same values of these are duplicates. The first that differ are the name of a row in RESULT.txt. */
  key: readonly (keyof Of & string)[];
  /** Letter case and spelling count. */
  isKeyExact?: true;
  /** What does not fit together in a row, at the column where it shows. */
  check?(values: Values<Of>): (Finding & { column: keyof Of & string }) | null;
};

export type AnyTable = Table<Columns, unknown>;

export type TableRow<Of extends Columns = Columns, Own = unknown> = {
  file: string;
  /** Such as `sheet Holidays, row 7`. */
  place: string;
  values: Values<Of>;
  /** In the order of their columns. */
  own: readonly { heading: string; value: Own }[];
};

export function defineTable<Of extends Columns, Own = unknown>(
  table: Table<Of, Own>,
): Table<Of, Own> {
  return table;
}

/** Whether a table must have the column. */
export function isNeeded({ kind, isNeeded: needed }: Column<unknown>): boolean {
  return needed === true || kind.empty === undefined;
}

/** Headings are the same in any letter case, with any signs between the words. */
export function foldHeading(heading: string): string {
  return foldText(heading)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
