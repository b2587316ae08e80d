/** One part of a document, from top to bottom. */
export type DocumentPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly shares: readonly number[];
      readonly rows: readonly (readonly string[])[];
    };

export type DocumentOptions = {
  readonly title: string;
  /** The line under the crest, such as the school's name. */
  readonly letterhead: string;
  readonly parts: readonly DocumentPart[];
};

/** A4 and its margins in points. */
const PAGE = { width: 595, height: 842, margin: 60, foot: 60 } as const;
/** Helvetica's average letter is half its size wide; counted broad, so that no line leaves the page. */
const LETTER_WIDTH = 0.53;
const INDIGO = '0.169 0.165 0.424';
const MARIGOLD = '0.949 0.643 0.075';
const RULE = '0.82 0.81 0.88';

const SAMPLE_NOTE =
  'This is a sample document. It shows where the paper will stand on the website and has no validity of its own; the school replaces it with its signed and stamped original.';

/** A one-page PDF with the given title and a note that it is a sample, for attachments of the sample records. */
export async function samplePdf(title: string): Promise<Buffer> {
  return writeDocument({
    title,
    letterhead: 'Sample document',
    parts: [{ kind: 'text', text: SAMPLE_NOTE }],
  });
}

/** A PDF 1.7 of one A4 page in Helvetica (ISO 32000-1, 7.5), title and language set. Letters outside Latin-1 are shown as `?`, yet kept in the title. What does not fit on the page throws RangeError. */
export function writeDocument({ title, letterhead, parts }: DocumentOptions): Buffer {
  const content = drawPage(title, letterhead, parts);
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-IN) /ViewerPreferences << /DisplayDocTitle true >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title <FEFF${Buffer.from(title, 'utf16le').swap16().toString('hex')}> >>`,
  ]);
}

/** Objects 1 … n with their cross-reference table; object 1 is the catalog and the last one the information. */
function assemble(objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

function drawPage(title: string, letterhead: string, parts: readonly DocumentPart[]): string {
  const wide = PAGE.width - PAGE.margin * 2;
  const marks = [
    drawCrest(PAGE.margin, 762),
    line('F2', 13, PAGE.margin + 46, 774, letterhead, INDIGO),
    `${MARIGOLD} rg ${PAGE.margin} 738 ${wide} 2 re f`,
  ];
  let y = 700;
  function write(font: 'F1' | 'F2', size: number, text: string, after: number): void {
    for (const row of wrap(text, wide, size)) {
      marks.push(line(font, size, PAGE.margin, y, row, font === 'F2' ? INDIGO : '0.15 0.15 0.2'));
      y -= size * 1.45;
    }
    y -= after;
  }
  write('F2', 22, title, 8);
  for (const part of parts) {
    if (part.kind === 'heading') write('F2', 12.5, part.text, 2);
    if (part.kind === 'text') write('F1', 10.5, part.text, 10);
    if (part.kind === 'table') y = drawTable(part, y, wide, marks);
  }
  if (y < PAGE.foot) throw new RangeError(`the document "${title}" does not fit on one page`);
  return marks.join('\n');
}

function drawTable(
  { shares, rows }: Extract<DocumentPart, { kind: 'table' }>,
  top: number,
  wide: number,
  marks: string[],
): number {
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const widths = shares.map((share) => (share / whole) * wide);
  let y = top;
  for (const [index, row] of rows.entries()) {
    const cells = row.map((text, column) => wrap(text, (widths[column] ?? wide) - 12, 9.5));
    const high = Math.max(1, ...cells.map((cell) => cell.length)) * 13 + 9;
    if (index === 0)
      marks.push(`0.925 0.92 0.965 rg ${PAGE.margin} ${y - high + 12} ${wide} ${high} re f`);
    marks.push(
      `${RULE} RG 0.7 w ${PAGE.margin} ${y - high + 12} m ${PAGE.margin + wide} ${y - high + 12} l S`,
    );
    let x: number = PAGE.margin;
    for (const [column, cell] of cells.entries()) {
      for (const [at, text] of cell.entries())
        marks.push(
          line(
            index === 0 ? 'F2' : 'F1',
            9.5,
            x + 6,
            y - 3 - at * 13,
            text,
            index === 0 ? INDIGO : '0.15 0.15 0.2',
          ),
        );
      x += widths[column] ?? 0;
    }
    y -= high;
  }
  return y - 12;
}

/** The crest's shield, sun and book as plain shapes, 32 points wide. */
function drawCrest(x: number, y: number): string {
  return `q 1 0 0 1 ${x} ${y - 6} cm ${INDIGO} rg 16 38 m 22 34 27 33 32 33 c 32 18 l 32 8 24 2 16 -2 c 8 2 0 8 0 18 c 0 33 l 5 33 10 34 16 38 c f ${MARIGOLD} rg 7 20 m 7 32 25 32 25 20 c f 16 10 m 12 13 8 13 6 12 c 6 6 l 9 7 12 7 16 4 c 20 7 23 7 26 6 c 26 12 l 24 13 20 13 16 10 c f Q`;
}

function line(
  font: 'F1' | 'F2',
  size: number,
  x: number,
  y: number,
  text: string,
  colour: string,
): string {
  return `BT /${font} ${size} Tf ${colour} rg ${x.toFixed(1)} ${y.toFixed(1)} Td (${escapeText(text)}) Tj ET`;
}

function escapeText(text: string): string {
  return text.replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?').replace(/[\\()]/g, '\\$&');
}

function wrap(text: string, wide: number, size: number): string[] {
  const letters = Math.max(8, Math.floor(wide / (size * LETTER_WIDTH)));
  const rows: string[] = [];
  for (const word of text
    .split(/\s+/)
    .flatMap((each) => each.match(new RegExp(`.{1,${letters}}`, 'gu')) ?? [])) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + word.length < letters)
      rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}
