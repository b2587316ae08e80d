import { createHash } from 'node:crypto';
import { constants, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { formatFinding } from '../../../../../server/content/problem.ts';
import { createPdfReader } from '../../../../../server/content/pdf/read-pdf.ts';
import { pagesOf, pdf, stream } from '../../../../support/pdf.ts';

const reader = createPdfReader();
afterAll(() => reader.close());

async function errorsOf(file: Buffer): Promise<string[]> {
  return (await reader.read(file)).errors.map(formatFinding);
}

const IN_PAGE_3 = 'has a hole: a part of page 3 is missing. Copy it again, or print it to PDF';
const SOMEWHERE = 'has a hole: a part of it is missing. Copy it again, or print it to PDF';

/** The same in each run. */
function noise(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_block, index) =>
    createHash('sha256').update(`${length} ${index}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

/** Text that no compression makes short. */
function words(count: number): string {
  const letters =
    noise(count * 6)
      .toString('hex')
      .match(/.{12}/g) ?? [];
  return letters.map((each) => `(${each}) Tj`).join(' ');
}

const text = (count: number) => `BT /F1 12 Tf ${words(count)} ET`;
const deflated = (count: number) => stream(deflateSync(text(count)), '/Filter /FlateDecode');

/** Its noise survives compression. */
async function photo(): Promise<Buffer> {
  const raw = { width: 160, height: 120, channels: 3 } as const;
  return sharp(noise(160 * 120 * 3), { raw })
    .jpeg()
    .toBuffer();
}

const HOLES = {
  zeros: (length: number) => Buffer.alloc(length),
  noise,
  cut: () => Buffer.alloc(0),
};

function withHole(file: Buffer, { at, length }: { at: number; length: number }) {
  return Object.entries(HOLES).map(
    ([name, fill]) =>
      [
        name,
        Buffer.concat([file.subarray(0, at), fill(length), file.subarray(at + length)]),
      ] as const,
  );
}

test.each<[name: string, contents: () => Promise<string[]>]>([
  ['a compressed text', () => Promise.resolve([1, 2, 3, 4].map(() => deflated(800)))],
  ['a text', () => Promise.resolve([1, 2, 3, 4].map(() => stream(text(800))))],
  [
    'a photo',
    async () => [
      ...[1, 2].map(() => deflated(9)),
      stream(await photo(), '/Filter /DCTDecode'),
      deflated(9),
    ],
  ],
])('a hole of zeros, noise or nothing in %s is an error with its page', async (_name, contents) => {
  const file = pagesOf(await contents());
  expect(await errorsOf(file)).toEqual([]);
  const start = file.indexOf('\n8 0 obj');
  const middle = Math.floor((start + file.indexOf('\n9 0 obj')) / 2);
  for (const [hole, broken] of withHole(file, { at: middle, length: 1_500 }))
    expect([hole, await errorsOf(broken)]).toEqual([hole, [IN_PAGE_3]]);
});

test('a page, a font and an object stream that a hole has taken away are an error', async () => {
  const file = pagesOf([1, 2, 3, 4].map(() => deflated(9)));
  const at = file.indexOf('7 0 obj');
  const length = file.indexOf('9 0 obj') - at;
  for (const [hole, broken] of withHole(file, { at, length }))
    expect([hole, await errorsOf(broken)]).toEqual([hole, [IN_PAGE_3]]);
  const fonts = pdf({
    objects: ['<< /Type /Font >>'],
    page: '/Resources << /Font << /F1 5 0 R >> >>',
  });
  const font = fonts.indexOf('5 0 obj');
  for (const [hole, broken] of withHole(fonts, { at: font, length: 34 }))
    expect([hole, await errorsOf(broken)]).toEqual([hole, [IN_PAGE_3.replace('3', '1')]]);
});

test('a hole that is in no page is an error too', async () => {
  const objects = [deflated(400), stream(noise(400), '/Filter /JPXDecode')];
  const file = pdf({ objects });
  for (const [hole, broken] of withHole(file, { at: file.indexOf('5 0 obj') + 900, length: 700 }))
    expect([hole, await errorsOf(broken)]).toEqual([hole, [SOMEWHERE]]);
});

const FLUSHED = deflateSync(text(9), { finishFlush: constants.Z_SYNC_FLUSH });

test.each<[name: string, file: () => Buffer | Promise<Buffer>]>([
  ['200 pages', () => pagesOf(Array.from({ length: 200 }, () => deflated(40)))],
  [
    'streams that end with a flush, as those of Acrobat',
    () => pdf({ objects: [stream(FLUSHED, '/Filter /FlateDecode')] }),
  ],
  ['streams without bytes', () => pdf({ objects: [stream('', '/Filter /FlateDecode')] })],
  [
    'a wrong length',
    () => Buffer.from(pdf().toString('latin1').replace('/Length 35', '/Length 99'), 'latin1'),
  ],
  [
    'a table with wrong places',
    () => Buffer.from(pdf().toString('latin1').replace('2 0 obj', '\n\n2 0 obj'), 'latin1'),
  ],
  [
    'no table',
    () =>
      Buffer.from(
        pdf()
          .toString('latin1')
          .replace(/xref[\s\S]*?trailer/, 'trailer'),
        'latin1',
      ),
  ],
  [
    'a revision directly behind the end of another',
    () =>
      Buffer.from(
        pdf().toString('latin1').trimEnd() +
          '4 0 obj\n<< /Length 2 >>\nstream\nET\nendstream\nendobj\nstartxref\n9\n%%EOF\n',
        'latin1',
      ),
  ],
  [
    'mail lines before and zeros behind it',
    () => Buffer.concat([Buffer.from('From: office\r\n'), pdf(), Buffer.alloc(500)]),
  ],
  [
    'Hindi in its properties',
    () =>
      pdf({
        objects: [
          stream(`<rdf:RDF><dc:title>${'शुल्क '.repeat(40)}</dc:title></rdf:RDF>`, '/Type /Metadata'),
        ],
      }),
  ],
  [
    'a picture within what it draws',
    () =>
      pagesOf([
        stream(
          Buffer.concat([Buffer.from('BI /W 64 /H 64 ID '), noise(4_096), Buffer.from(' EI')]),
        ),
      ]),
  ],
  [
    'a font and a picture of zeros that are not compressed',
    () =>
      pdf({
        objects: [
          stream(Buffer.alloc(4_096), '/Subtype /Image'),
          stream(noise(4_096), '/Length1 4096'),
        ],
      }),
  ],
  [
    'a photo of one colour',
    async () =>
      pdf({
        objects: [
          stream(
            await sharp({ create: { width: 900, height: 900, channels: 3, background: '#fff' } })
              .jpeg({ optimiseCoding: true })
              .toBuffer(),
            '/Filter /DCTDecode',
          ),
        ],
      }),
  ],
  ['zeros in its identity', () => pdf({ trailer: `/ID [(${'\0'.repeat(99)}) <00>]` })],
  ['a name of a deleted object', () => pdf({ page: '/Annots [99 0 R]' })],
])('a PDF with %s has no hole', async (_name, file) => {
  expect(await errorsOf(await file())).toEqual([]);
});
