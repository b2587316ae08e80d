import { randomBytes } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { formatFinding } from '../../../../../server/content/problem.ts';
import { cleanPdf } from '../../../../../server/content/pdf/clean-pdf.ts';
import { createPdfReader, PDF_LIMITS } from '../../../../../server/content/pdf/read-pdf.ts';
import { LARGE_FILE_BYTES } from '../../../../../server/content/school-pictures.ts';
import { pdf, stream } from '../../../../support/pdf.ts';
import { hasMetadata } from '../../../../../server/images/render-picture.ts';

const reader = createPdfReader();
afterAll(() => reader.close());

async function read(file: Buffer, { read: readPdf } = reader) {
  const { text, isCleaned, errors, warnings } = await readPdf(file);
  return {
    text,
    published: isCleaned ? cleanPdf(file).pdf : file,
    errors: errors.map(formatFinding),
    warnings: warnings.map(formatFinding),
  };
}

/** A changed byte would break it. */
const SIGNED = Buffer.from(
  '%%EOF\n9 0 obj\n<< /Type /Sig /ByteRange [0 9 9 9] >>\nendobj\n%%EOF\n',
);
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
  const revision = Buffer.from(
    '5 0 obj\n<< /Author 6 0 R >>\nendobj\n6 0 obj\n(B. Verma)\nendobj\ntrailer\n<< /Root 1 0 R /Info 5 0 R >>\n%%EOF\n',
  );
  const file = pdf({ objects: ['<< /Author (A. Sharma) >>'], trailer: '/Info 5 0 R' });
  const { published, errors } = await read(Buffer.concat([file, revision]));
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
  const photo = await sharp({ create: CREATE }).jpeg().withExif(PLACE).toBuffer();
  const objects = [
    `<< /Length ${photo.length} /Filter /DCTDecode >>\nstream\n${photo.toString('latin1')}\nendstream`,
  ];
  const { published, warnings } = await read(pdf({ objects }));
  const start = published.indexOf('\xff\xd8\xff', 0, 'latin1');
  const jpeg = published.subarray(start, start + photo.length);
  expect([hasMetadata(photo), hasMetadata(jpeg), warnings]).toEqual([true, false, []]);
  expect(await sharp(jpeg).metadata()).toMatchObject({ width: 8, height: 8 });
  expect((await read(published)).errors).toEqual([]);
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

test('an author in a compressed object stream is removed', async () => {
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
  const { published, ...found } = await read(file);
  expect(found).toMatchObject({ text: 'Open on Monday', errors: [], warnings: [] });
  expect(published).toHaveLength(file.length);
  expect((await read(Buffer.concat([file, SIGNED]))).warnings).toEqual([
    expect.stringContaining('tells its author: A. Sharma'),
  ]);
});

const CREATE = { width: 8, height: 8, channels: 3, background: '#208060' } as const;
const PLACE = {
  IFD0: { Artist: 'A. Sharma' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 23/1 0/1' },
};
const XMP = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""><dc:creator>A. Sharma</dc:creator><exif:GPSLatitude>27,23N</exif:GPSLatitude></rdf:Description></rdf:RDF>`;

test('the author of a comment is removed, and the name of a field of a form stays', async () => {
  const objects = [
    '<< /Type /Annot /Subtype /Text /T (A. Sharma) /Contents (Check the fee) /Rect [0 0 9 9] >>',
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Sharma-field) /Rect [0 0 9 9] >>',
    '<< /Type /Annot /Subtype /Text /T 8 0 R /Rect [0 0 9 9] >>',
    '(B. Verma)',
  ];
  const file = pdf({ objects, page: '/Annots [5 0 R 6 0 R 7 0 R]' });
  const { published, errors, warnings } = await read(file);
  expect([errors, warnings]).toEqual([[], []]);
  expect(published.toString('latin1')).not.toMatch(/A\. Sharma|Verma/);
  for (const kept of ['(Check the fee)', '(Sharma-field)'])
    expect(published.includes(kept)).toBe(true);
  const signed = await read(Buffer.concat([file, SIGNED]));
  expect(signed.warnings).toEqual([
    expect.stringMatching(/^tells its author: A\. Sharma, B\. Verma; /),
  ]);
});

test('deflated XMP and the metadata of a deflated photo are removed; a signed PDF says that it keeps them', async () => {
  const photo = await sharp({ create: CREATE }).jpeg().withExif(PLACE).toBuffer();
  const xmp = stream(deflateSync(XMP), '/Type /Metadata /Subtype /XML /Filter /FlateDecode');
  const jpeg = stream(deflateSync(photo, { level: 1 }), '/Filter [/FlateDecode /DCTDecode]');
  for (const objects of [[xmp], [jpeg]]) {
    const file = pdf({ objects });
    const { published, errors, warnings } = await read(file);
    expect([errors, warnings, published.length]).toEqual([[], [], file.length]);
    const start = published.lastIndexOf('\nstream\n') + 8;
    const unpacked = inflateSync(published.subarray(start));
    expect(unpacked.toString('latin1')).not.toMatch(/Sharma|27,23N/);
    const signed = await read(Buffer.concat([file, SIGNED]));
    expect(signed.warnings).toContain('may tell where its photos were taken');
  }
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
  [
    'noise with an end',
    Buffer.concat([NOISE, Buffer.from('%%EOF')]),
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
  const large = await read(pdf({ objects: [stream(Buffer.alloc(LARGE_FILE_BYTES, 'x'))] }));
  expect(large.warnings).toEqual([expect.stringMatching(/^is 501 KB, which is slow on a phone: /)]);
  const impatient = createPdfReader({ ...PDF_LIMITS, seconds: 0.001 });
  const slow = await read(pdf(), impatient);
  expect([slow.errors, slow.warnings]).toEqual([
    [],
    ['takes too long to be read: the search does not find its text'],
  ]);
});
