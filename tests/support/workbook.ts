import { deflateRawSync, crc32 } from 'node:zlib';

/** A row of a sheet, and a cell with words. */
export const row = (number: number, cells: string, more = '') =>
  `<row r="${number}"${more}>${cells}</row>`;
export const text = (at: string, words: string) =>
  `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`;

/** A part that is compressed already. */
type Packed = { packed: Buffer };

/** A ZIP file, with the sizes that it states or others. */
export function zipOf(
  parts: Readonly<Record<string, string | Buffer | Packed>>,
  { statedBytes }: { statedBytes?: number } = {},
): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const isPacked = typeof content === 'object' && 'packed' in content;
    const bytes = isPacked ? Buffer.alloc(0) : Buffer.from(content);
    const packed = isPacked ? content.packed : deflateRawSync(bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(statedBytes ?? bytes.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    const signed = [Buffer.from('PK\u0003\u0004', 'latin1'), head, Buffer.from(name), packed];
    local.push(...signed);
    central.push(
      Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'),
      head,
      entry,
      Buffer.from(name),
    );
    offset += signed.reduce((sum, { length }) => sum + length, 0);
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  const count = Object.keys(parts).length;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

type WrittenSheet = {
  name: string;
  /** Of `sheetData`, in which `s="1"` is a day, `s="2"` a time and `s="3"` text. */
  rows: string;
  after?: string;
  state?: 'hidden' | 'veryHidden';
};

type BookOptions = {
  is1904?: boolean;
  sharedStrings?: string;
};

/** The parts of a workbook as programs write them. */
export function bookParts(
  sheets: readonly WrittenSheet[],
  { is1904 = false, sharedStrings = '' }: BookOptions = {},
): Record<string, string> {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const list = sheets.map(
    ({ name, state = 'visible' }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`,
  );
  const formats = [0, 14, 20, 49].map((id) => `<xf numFmtId="${id}"/>`);
  return {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': `<Relationships ${RELATIONS}>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr date1904="${is1904}"/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships ${RELATIONS}>${sheets.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('')}${relation('rIdS', 'styles', 'styles.xml')}${relation('rIdT', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><cellXfs>${formats.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${MAIN}>${sharedStrings}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ rows, after = '' }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet ${MAIN}><sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
  };
}

/** A workbook with texts as inline strings and numbers as such; a null is no cell. */
export function bookOf(
  sheets: Readonly<Record<string, readonly (readonly (string | number | null)[])[]>>,
): Buffer {
  const written = Object.entries(sheets).map(([name, rows]) => ({
    name,
    rows: rows.map((cells, at) => row(at + 1, cells.map(cellAt(at)).join(''))).join(''),
  }));
  return zipOf(bookParts(written));
}

function cellAt(rowAt: number) {
  return (cell: string | number | null, column: number): string => {
    const at = `${String.fromCodePoint(65 + column)}${rowAt + 1}`;
    if (cell === null) return '';
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
    const words = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${words}</t></is></c>`;
  };
}
