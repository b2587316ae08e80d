type SqlValue = string | number | null | Uint8Array;

/**
 * The text is SQL of PostgreSQL. `tick()` is the time in milliseconds since the epoch, by the clock of the machine that
 * holds the data. It may be set back or forward.
 */
export type Statement = { text: string; values: readonly SqlValue[] };

/** SQLite in a file, or PostgreSQL. */
export type Engine = {
  /**
   * Runs statements as one transaction: durable when this resolves, undone when it rejects. A row has the type that
   * the statement's author expects.
   */
  batch<Row extends object>(statements: readonly Statement[]): Promise<Row[][]>;
  /** Removes deleted rows from free pages and logs on SQLite; PostgreSQL frees them only. */
  purge(): Promise<void>;
};

export function sql(parts: TemplateStringsArray, ...values: readonly SqlValue[]): Statement {
  return { text: parts.reduce((before, part, at) => `${before}$${at}${part}`), values };
}

/** JSON for a database of any encoding. Line ends are white space of JSON, and stay. */
export function toAscii(json: string): string {
  return json.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
