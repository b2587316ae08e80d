/** A file is read by the engine. */
export type SqlValue = string | number | null | { file: string } | Uint8Array;

type Dialect = 'postgres' | 'sqlite';

/** What the two engines write differently. */
type Fragment = Readonly<Record<Dialect, string>>;

export type Statement = { parts: readonly string[]; values: readonly (SqlValue | Fragment)[] };

export type Row = Readonly<Record<string, unknown>>;

/** SQLite in a file, or PostgreSQL. */
export type Engine = {
  /** Runs statements as one transaction: durable when this resolves, undone when it rejects. */
  batch(statements: readonly Statement[]): Promise<Row[][]>;
  /** Removes deleted rows from free pages and logs. */
  purge(): Promise<void>;
};

/** Milliseconds of a clock that all instances share and that no change of the time of day moves. */
export const TICK: Fragment = {
  postgres: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
  // Bound as a value.
  sqlite: '',
};
export const SKIP_LOCKED: Fragment = { postgres: 'for update skip locked', sqlite: '' };
export const AS_BYTES: Fragment = { postgres: '::bytea', sqlite: '' };
export const GREATEST: Fragment = { postgres: 'greatest', sqlite: 'max' };
export const LEAST: Fragment = { postgres: 'least', sqlite: 'min' };

/** A statement for both engines. Tables are named with their schema. */
export function sql(
  parts: TemplateStringsArray,
  ...values: readonly (SqlValue | Fragment)[]
): Statement {
  return { parts, values };
}

/** The text for one engine, and the values of its placeholders. */
export function render({ parts, values }: Statement, dialect: Dialect, tick = 0) {
  const bound: SqlValue[] = [];
  const text = parts.map((part, at) => {
    const value = values[at];
    if (value === undefined) return part;
    const isTick = value === TICK && dialect === 'sqlite';
    if (isFragment(value) && !isTick) return part + value[dialect];
    bound.push(isFragment(value) ? tick : value);
    return `${part}${dialect === 'sqlite' ? '?' : `$${bound.length}`}`;
  });
  return {
    text: dialect === 'sqlite' ? text.join('').replaceAll('gis_site.', '') : text.join(''),
    values: bound,
  };
}

function isFragment(value: SqlValue | Fragment): value is Fragment {
  return typeof value === 'object' && value !== null && 'postgres' in value;
}
