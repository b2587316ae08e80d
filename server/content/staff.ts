import { readCsv } from './csv.ts';
import { parseInWords } from './content-words.ts';
import { atPlace, type Finding } from './problem.ts';
import { STAFF_COLUMNS, staffSchema, parseSubjects, type Teacher } from '../../shared/staff.ts';

/** A file in another encoding than UTF-8 has it. */
const REPLACEMENT = '\ufffd';

/** Reads staff.csv. The first line names the columns, in any order and letter case. */
export function readStaff(text: string): { staff: Teacher[]; errors: Finding[] } {
  if (text.includes(REPLACEMENT) || text.includes('\0'))
    return { staff: [], errors: [{ text: 'must be saved as "CSV UTF-8"' }] };
  const records = readCsv(text);
  if (typeof records === 'number')
    return {
      staff: [],
      errors: [{ place: `line ${records}`, text: 'has a quotation mark without its pair' }],
    };
  const [head, ...lines] = records;
  const columns = (head?.cells ?? []).map((name) => name.toLowerCase());
  const missing = STAFF_COLUMNS.filter((name) => !columns.includes(name));
  if (missing.length > 0)
    return {
      staff: [],
      errors: [
        {
          place: 'line 1',
          text: 'must name the columns {columns}',
          values: { columns: STAFF_COLUMNS.join(', ') },
        },
      ],
    };
  const staff: Teacher[] = [];
  const errors: Finding[] = [];
  for (const { line, cells } of lines) {
    if (cells.length > columns.length)
      errors.push({
        place: `line ${line}`,
        text: 'has more cells than line 1: write a cell with commas between "',
      });
    const fields = STAFF_COLUMNS.map((name) => [name, cells[columns.indexOf(name)] ?? '']);
    const { value, errors: found } = parseInWords(staffSchema, Object.fromEntries(fields));
    if (value !== null) staff.push({ ...value, subjects: parseSubjects(value.subjects) });
    errors.push(...found.map((error) => atPlace(`line ${line}`, error)));
  }
  return { staff, errors };
}
