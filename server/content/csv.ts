/** A record of a CSV file, and the line where it begins. */
type CsvRecord = { line: number; cells: string[] };

/**
 * Reads RFC 4180 as Excel and LibreOffice write it: with a byte order mark, semicolons or tabs instead of commas. Lines
 * without text are left out. @returns the number of a line that cannot be read instead of the records
 */
export function readCsv(text: string): CsvRecord[] | number {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const separator = /^[^\n,;\t]*([,;\t])/.exec(source)?.[1] ?? ',';
  // A cell in quotes, in which a quote is written twice, or one without; then a separator or the end of the line.
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"\n${separator}]*))(${separator}|\n|$)`, 'y');
  const records: CsvRecord[] = [];
  let record: CsvRecord = { line: 1, cells: [] };
  let line = 1;
  while (cell.lastIndex < source.length) {
    const match = cell.exec(source);
    if (match === null) return line;
    const [all, quoted, plain = '', end] = match;
    record.cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    line += all.split('\n').length - 1;
    if (end === separator) continue;
    records.push(record);
    record = { line, cells: [] };
  }
  return records.filter(({ cells }) => cells.some((each) => each !== ''));
}
