import type { Finding } from '../problem.ts';
import type { Cell } from './sheet.ts';

export type Reading<Value> = { value: Value } | Finding;

/** What the cells of a column hold. */
export type Kind<Value> = {
  read: (cell: Exclude<Cell, null>) => Reading<Value>;
  /** The value of an empty cell. Without it a cell must not be empty. */
  empty?: { value: Value };
  /** A spreadsheet offers these as a list. */
  allowed?: readonly string[];
};

export function isFinding<Value>(reading: Reading<Value>): reading is Finding {
  return 'text' in reading;
}
