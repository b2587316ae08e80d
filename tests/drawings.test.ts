import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { samplePdf, writeDocument } from '../server/provider/sample/documents.ts';
import { drawCertificate } from '../server/provider/sample/drawings/certificate.ts';
import { writeDisclosureDocuments } from '../server/provider/sample/drawings/disclosure-documents.ts';
import { drawPictures } from '../server/provider/sample/drawings/pictures.ts';
import { drawPortrait } from '../server/provider/sample/drawings/portraits.ts';
import { drawScene, SCENE_NAMES } from '../server/provider/sample/drawings/scenes.ts';

const MAX_SCENE_BYTES = 40 * 1024;
const MAX_PICTURE_BYTES = 32 * 1024;
const MAX_PDF_BYTES = 30 * 1024;
const pictures = readdirSync('content/pictures').filter((name) => name.endsWith('.svg'));
const papers = readdirSync('content/files').filter((name) => name.endsWith('.pdf'));

/** The JPEG that sharp makes of a drawing, described. */
async function renderJpeg(text: string) {
  const bytes = await sharp(Buffer.from(text)).jpeg().toBuffer();
  return { ...(await sharp(bytes).metadata()), ...(await sharp(bytes).stats()) };
}

test.each(SCENE_NAMES)(
  'the scene %s renders to a JPEG full of colour, five times over',
  async (name) => {
    for (const n of [1, 2, 3, 4, 5]) {
      const text = drawScene(name, n, { width: 320, height: 200 });
      expect(text.length).toBeLessThan(MAX_SCENE_BYTES);
      const picture = await renderJpeg(text);
      expect(picture).toMatchObject({ format: 'jpeg', width: 320, height: 200 });
      expect(picture.entropy).toBeGreaterThan(4);
    }
  },
);

test('a scene is the same for the same number and another for the next', () => {
  for (const name of SCENE_NAMES) {
    expect(drawScene(name, 7)).toBe(drawScene(name, 7));
    expect(drawScene(name, 7)).not.toBe(drawScene(name, 8));
  }
});

test('a scene leaves no corner empty', async () => {
  for (const name of SCENE_NAMES) {
    const { channels, data } = await sharp(
      Buffer.from(drawScene(name, 3, { width: 160, height: 100 })),
    )
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
      .then(({ info, data: pixels }) => ({ channels: info.channels, data: pixels }));
    const alphas = data.filter((_, index) => index % channels === channels - 1);
    expect(Math.min(...alphas), name).toBe(255);
  }
});

test('portraits render, differ, and keep their seed', async () => {
  const drawn = [1, 2, 3, 4, 5, 6].map((n) => drawPortrait(n));
  expect(new Set(drawn).size).toBe(6);
  expect(drawPortrait(3)).toBe(drawn[2]);
  expect(drawPortrait(3, { age: 'adult' })).not.toBe(drawPortrait(3, { age: 'child' }));
  for (const text of drawn)
    expect(await renderJpeg(text)).toMatchObject({ format: 'jpeg', width: 800, height: 1000 });
});

test('a certificate renders whatever the name holds', async () => {
  for (const name of ['Aarav <b>&"\'', 'अनन्या सिंह', 'x'.repeat(400), '\u0000\uD800', '']) {
    const text = drawCertificate({ name, admission: name });
    expect(await renderJpeg(text)).toMatchObject({ format: 'jpeg', width: 1240, height: 1754 });
  }
  expect(drawCertificate({ name: '<script>', admission: '1' })).not.toContain('<script>');
});

test.each(pictures)(
  '%s renders, is small, has a size and refers to nothing outside',
  async (file) => {
    const text = readFileSync(`content/pictures/${file}`, 'utf8');
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_PICTURE_BYTES);
    expect(text).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+" viewBox="/,
    );
    expect(text).not.toMatch(/href|<script|<image|<style|url\(|NaN|undefined/);
    const { width, height } = await sharp(Buffer.from(text)).metadata();
    expect(`width="${width}" height="${height}"`).toBe(/width="\d+" height="\d+"/.exec(text)?.[0]);
    await sharp(Buffer.from(text)).resize(120).png().toBuffer();
  },
);

test('npm run draw would write fixed pictures and papers within the limits', () => {
  for (const [name, text] of drawPictures())
    expect(Buffer.byteLength(text), name).toBeLessThan(MAX_PICTURE_BYTES);
  const drawn = writeDisclosureDocuments();
  expect(drawn.size).toBe(19);
  for (const bytes of drawn.values()) expectPdf(bytes);
});

test.each([
  ['apple-touch-icon.png', 180, 180],
  ['icon-192.png', 192, 192],
  ['icon-512.png', 512, 512],
  ['share.jpg', 1200, 630],
])('%s is %d × %d', async (file, width, height) => {
  expect(await sharp(`content/pictures/${file}`).metadata()).toMatchObject({ width, height });
});

test.each(papers)('R-062: %s is one small PDF with a title and right offsets', (file) => {
  const bytes = readFileSync(`content/files/${file}`);
  expect(bytes.length).toBeLessThan(MAX_PDF_BYTES);
  expectPdf(bytes);
});

test('a sample PDF carries its title, in any script', async () => {
  const bytes = await samplePdf('Sports (Day) \\ खेल');
  expectPdf(bytes);
  expect(bytes.toString('latin1')).toContain('(Sports \\(Day\\) \\\\ ???) Tj');
  expect(bytes.toString('latin1')).toContain(Buffer.from('खेल', 'utf16le').swap16().toString('hex'));
});

test('a document that leaves its page is refused', () => {
  const parts = [{ kind: 'text', text: 'word '.repeat(3000) }] as const;
  expect(() => writeDocument({ title: 'Long', letterhead: 'School', parts })).toThrow(RangeError);
});

/** Checks the frame of ISO 32000-1, 7.5: header, objects where the table says, end. */
function expectPdf(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  expect(text.startsWith('%PDF-1.7\n')).toBe(true);
  expect(text.endsWith('%%EOF\n')).toBe(true);
  const table = Number(/startxref\n(\d+)\n/.exec(text)?.[1]);
  expect(text.slice(table, table + 4)).toBe('xref');
  const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map((row) =>
    Number(row[1]),
  );
  expect(offsets.length).toBeGreaterThan(5);
  for (const [index, offset] of offsets.entries())
    expect(text.startsWith(`${index + 1} 0 obj\n`, offset)).toBe(true);
  const stream = /\/Length (\d+) >>\nstream\n([^]*?)\nendstream/.exec(text);
  expect(stream?.[2]).toHaveLength(Number(stream?.[1]));
  expect(text).toMatch(/\/Lang \(en-IN\)/);
  expect(text).toMatch(/\/Title <FEFF[\da-f]{4,}>/);
}
