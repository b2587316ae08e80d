import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { formatFinding } from '../../../../../server/content/problem.ts';
import { cleanPdf } from '../../../../../server/content/pdf/clean-pdf.ts';
import { createPdfReader, PDF_LIMITS } from '../../../../../server/content/pdf/read-pdf.ts';
import { hasMetadata } from '../../../../../server/images/render-picture.ts';

const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>';
const TEXT = stream('BT /F1 12 Tf (Open on Monday) Tj ET');

function stream(content: string | Buffer, dictionary = ''): string {
  const bytes = Buffer.from(content).toString('latin1');
  return `<< /Length ${bytes.length} ${dictionary} >>\nstream\n${bytes}\nendstream`;
}

type PdfOptions = { objects?: readonly string[]; trailer?: string; revision?: string };

/** A page of text; more objects have the numbers from 5. */
function pdf({ objects = [], trailer = '', revision = '' }: PdfOptions = {}): Buffer {
  const all = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    PAGE,
    TEXT,
    ...objects,
  ];
  let file = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const offsets = all.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${all.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file + revision, 'latin1');
}

const reader = createPdfReader();
afterAll(() => reader.close());

async function read(file: Buffer, { read: readPdf } = reader) {
  const { text, isCleaned, errors, warnings } = await readPdf(file);
  return {
    text,
    published: isCleaned ? cleanPdf(file) : file,
    errors: errors.map(formatFinding),
    warnings: warnings.map(formatFinding),
  };
}

const NAME = 'A. Sharma (sample)';
const UTF16 = Buffer.from(`\ufeff${NAME}`, 'utf16le').swap16();

test.each([
  ['in brackets', `<< /Title (Fees) /Author (A. Sharma \\(sample\\)) /Company (GIS) >>`],
  [
    'in UTF-16',
    `<< /Title (Fees) /Author (${UTF16.toString('latin1').replaceAll(/[()\\]/g, '\\$&')}) >>`,
  ],
  ['in hexadecimal', `<< /Title (Fees) /Author <${UTF16.toString('hex')}> >>`],
  ['a token a line', `<<\n/Title\n(Fees)\n/Author\n(A. Sharma)\n>>`],
])('an author %s is removed, and all else stays', async (_name, info) => {
  const file = pdf({ objects: [info], trailer: '/Info 5\n0\nR' });
  const { text, published, errors, warnings } = await read(file);
  expect([text, errors, warnings]).toEqual(['Open on Monday', [], []]);
  expect(published).toHaveLength(file.length);
  expect(published.includes('Sharma')).toBe(false);
  expect(published.includes(UTF16)).toBe(false);
  expect(published.includes('(Fees)')).toBe(true);
});

test('an author of an earlier revision, and one that is an object of its own, are removed', async () => {
  const revision =
    '5 0 obj\n<< /Author 6 0 R >>\nendobj\n6 0 obj\n(B. Verma)\nendobj\ntrailer\n<< /Root 1 0 R /Info 5 0 R >>\n%%EOF\n';
  const file = pdf({ objects: ['<< /Author (A. Sharma) >>'], trailer: '/Info 5 0 R', revision });
  const { published, errors } = await read(file);
  expect(errors).toEqual([]);
  expect(published.toString('latin1')).not.toMatch(/Sharma|Verma/);
});

test('XMP loses people, and keeps the title and the mark of an archive', async () => {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" pdfaid:part="2" photoshop:AuthorsPosition="Clerk Sharma">
<dc:creator><rdf:Seq><rdf:li>A. Sharma</rdf:li></rdf:Seq></dc:creator><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Fees</rdf:li></rdf:Alt></dc:title>
<xmpMM:DerivedFrom stRef:filePath="C:\\Users\\Sharma\\fees.doc"/><exif:GPSLatitude>27,23N</exif:GPSLatitude></rdf:Description></rdf:RDF></x:xmpmeta>`;
  const { published, errors, warnings } = await read(pdf({ objects: [stream(xmp)] }));
  const text = published.toString('latin1');
  expect([errors, warnings]).toEqual([[], []]);
  expect(text).not.toMatch(/Sharma|27,23N/);
  for (const kept of ['>Fees<', 'pdfaid:part="2"', 'xml:lang="x-default"', 'rdf:about=""'])
    expect(text).toContain(kept);
});

test('a photo loses its place and still opens; a signed PDF stays byte for byte, and the check says so', async () => {
  const create = { width: 8, height: 8, channels: 3, background: '#208060' } as const;
  const place = {
    IFD0: { Artist: 'A. Sharma' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 23/1 0/1' },
  };
  const photo = await sharp({ create }).jpeg().withExif(place).toBuffer();
  const objects = [
    `<< /Length ${photo.length} /Filter /DCTDecode >>\nstream\n${photo.toString('latin1')}\nendstream`,
  ];
  const { published, warnings } = await read(pdf({ objects }));
  const start = published.indexOf('\xff\xd8\xff', 0, 'latin1');
  const jpeg = published.subarray(start, start + photo.length);
  expect([hasMetadata(photo), hasMetadata(jpeg), warnings]).toEqual([true, false, []]);
  expect(await sharp(jpeg).metadata()).toMatchObject({ width: 8, height: 8 });
  const signed = pdf({
    objects: [...objects, '<< /Type /Sig /ByteRange [0 9 9 9] >>', '<< /Author (A. Sharma) >>'],
    trailer: '/Info 7 0 R',
  });
  const kept = await read(signed);
  expect(kept.published).toBe(signed);
  expect(kept.warnings).toEqual([
    'tells its author: A. Sharma; remove the name in the PDF program (File, Properties), or print it to PDF',
    'may tell where its photos were taken',
  ]);
});

test('an author in a compressed object stream is named', async () => {
  const info = deflateSync('5 0 << /Author (A. Sharma) >>');
  // The cross-reference stream of the revision: object 5 is the first of the object stream 6.
  const base = pdf();
  const objects = `6 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${info.length} >>\nstream\n${info.toString('latin1')}\nendstream\nendobj\n`;
  const at = (value: number) => value.toString(16).padStart(8, '0');
  const start = base.length + objects.length;
  const rows = [`02${at(6)}00`, `01${at(base.length)}00`, `01${at(start)}00`].join('');
  const previous = /startxref\n(\d+)/.exec(base.toString('latin1'))?.[1];
  const reference = `7 0 obj\n<< /Type /XRef /Size 8 /Root 1 0 R /Info 5 0 R /Prev ${previous} /Index [5 3] /W [1 4 1] /Filter /ASCIIHexDecode /Length ${rows.length + 1} >>\nstream\n${rows}>\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`;
  const file = Buffer.concat([base, Buffer.from(objects + reference, 'latin1')]);
  const { errors, warnings } = await read(file);
  expect(errors).toEqual([]);
  expect(warnings).toEqual([expect.stringContaining('tells its author: A. Sharma')]);
});

const NOISE = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(1_000_000)]);
const ENCRYPTED =
  '<< /Filter /Standard /V 1 /R 2 /P -4 /O <' +
  '00'.repeat(32) +
  '> /U <' +
  '11'.repeat(32) +
  '> >>';

test.each<[name: string, file: Buffer, error: string]>([
  [
    'a web page',
    Buffer.from('<html>Not found</html>'),
    'is not a PDF (it must start with %PDF-): save or scan it again as PDF',
  ],
  ['noise', NOISE, 'is a PDF that is cut or damaged, and does not open: copy it again'],
  [
    'noise with an end',
    Buffer.concat([NOISE, Buffer.from('%%EOF')]),
    'is a PDF that is cut or damaged, and does not open: copy it again',
  ],
  [
    'cut',
    pdf().subarray(0, -60),
    'is a PDF that is cut or damaged, and does not open: copy it again',
  ],
  [
    'encrypted',
    pdf({ objects: [ENCRYPTED], trailer: `/Encrypt 5 0 R /ID [<00> <00>]` }),
    'asks for a password: save the PDF without one',
  ],
])('a PDF that is %s is an error', async (_name, file, error) => {
  expect(await read(file)).toMatchObject({ errors: [error], text: '' });
});

test('a large PDF is a warning, and one that takes too long is only left out of the search', async () => {
  const large = await read(pdf({ objects: [stream(Buffer.alloc(PDF_LIMITS.largeBytes))] }));
  expect(large.warnings).toEqual([
    expect.stringMatching(/^is 5\.0 MB, which is slow on a phone: /),
  ]);
  const impatient = createPdfReader({ ...PDF_LIMITS, seconds: 0.001 });
  const slow = await read(pdf(), impatient);
  expect([slow.errors, slow.warnings]).toEqual([
    [],
    ['takes too long to be read: the search does not find its text'],
  ]);
});
