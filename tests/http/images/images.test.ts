import { once } from 'node:events';
import { get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { SOON } from '../../support/effort.ts';
import { fileKind } from '../../../server/images/file-kind.ts';
import { startImages, startImageSite } from '../../support/image-site.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { PICTURE_WIDTHS } from '../../../shared/pictures.ts';

const AVIF = { accept: 'image/avif,image/webp,image/*,*/*;q=0.8' };
const WEBP = { accept: 'image/webp,*/*' };
/** What the provider does; the status of the original and of a variant; the error. */
const FAULTS: readonly (readonly [string, RequestListener, number, number, string])[] = [
  ['error 500', (_req, res) => void res.writeHead(500).end('no'), 502, 502, 'provider'],
  ['HTML as a PNG', htmlAsPng, 415, 200, 'unsupported'],
  ['hang', () => {}, 504, 504, 'timeout'],
  ['cut', cut, 502, 502, 'provider'],
  ['too large', tooLarge, 502, 200, 'too-large'],
  ['gone', (_req, res) => void res.writeHead(410).end(), 404, 404, 'missing'],
];

function cut(_req: IncomingMessage, res: ServerResponse): void {
  res
    .writeHead(200, { 'content-length': '9999' })
    .write(photo.subarray(0, 500), () => res.destroy());
}

function htmlAsPng(_req: IncomingMessage, res: ServerResponse): void {
  res.setHeader('content-type', 'image/png').end('<html>Sign in</html>');
}

function tooLarge(_req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(200, { 'content-length': '99999999' }).write(photo);
}

/** Raw addresses below /api/image/. */
const ATTACKS = [
  ...'../../admin a/../b .. %2e%2e/x a%2f..%2fb ..%5cx'.split(' '),
  ...'a%00.jpg a%0d%0ab %252e%252e/x a//b %zz a/'.split(' '),
  'a'.repeat(2_049),
  '',
];

let photo: Buffer;
let pdf: Buffer;

/** A picture that is not all one colour, so that quality shows in its size. */
async function drawPhoto(width: number, height: number, hue = 'teal'): Promise<Buffer> {
  const circles = Array.from(
    { length: 60 },
    (_, at) =>
      `<circle cx="${(at * 37) % 100}%" cy="${(at * 61) % 100}%" r="${5 + (at % 9)}%" fill="hsl(${at * 23} 60% 50%)" opacity=".6"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${hue}"/>${circles.join('')}</svg>`;
  return sharp(Buffer.from(svg)).flatten().jpeg({ quality: 92 }).toBuffer();
}

beforeAll(async () => {
  photo = await sharp(await drawPhoto(1200, 800))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  pdf = await readFile('sample/files/documents/annual-report.pdf');
});

describe('originals', () => {
  test('R-238: ids and slash-containing paths are both served', async () => {
    const { site, provider } = await startImages({
      '665f1c': photo,
      'uploads/2026/खेल दिवस.jpg': photo,
      'a b/c.pdf': pdf,
    });
    const name = encodeURIComponent('खेल दिवस');
    for (const path of ['665f1c', `uploads/2026/${name}.jpg`, `uploads%2F2026%2F${name}.jpg`]) {
      const { status, headers, body } = await site.get(`/api/image/${path}`);
      const { width, height } = await sharp(body).metadata();
      expect([path, status, width, height]).toEqual([path, 200, 800, 1200]);
      const saved = path.includes(name) ? name : path;
      expect(headers['content-disposition']).toContain(`filename*=UTF-8''${saved}.jpg`);
    }
    expect((await site.get('/api/image/a%20b/c.pdf')).body.equals(pdf)).toBe(true);
    expect(provider.requestedFiles).toEqual(['665f1c', 'uploads/2026/खेल दिवस.jpg', 'a b/c.pdf']);
  });

  test('R-238, S6: path attacks are rejected without a call to the provider', async () => {
    const { site, provider } = await startImages({});
    for (const path of ATTACKS.flatMap((attack) => [attack, `${attack}?w=320`])) {
      const { status, headers } = await site.get(`/api/image/${path}`);
      expect([400, 404], path).toContain(status);
      expect(headers['cache-control'] ?? 'no-store', path).toBe('no-store');
    }
    const { status, body } = await site.get('/api/image/..%2fadmin');
    expect([status, body.toString()]).toEqual([
      404,
      '{"error":"The file cannot be served: unpublished."}',
    ]);
    expect(provider.requestedFiles).toEqual([]);
  });

  test('S8: kinds go by their first bytes, with nosniff, a sandbox and a safe name', async () => {
    const picture = sharp(photo).resize(64);
    const files: Record<string, Buffer> = {
      'image/jpeg': photo,
      'image/png': await picture.clone().png().toBuffer(),
      'image/webp': await picture.clone().webp().toBuffer(),
      'image/avif': await picture.clone().avif({ effort: 0 }).toBuffer(),
      'image/gif': await picture.clone().gif().toBuffer(),
      'application/pdf': pdf,
    };
    const { site } = await startImages(
      Object.fromEntries(Object.values(files).map((file, at) => [`f/"x${at}".html`, file])),
    );
    for (const [at, [type, file]] of Object.entries(files).entries()) {
      const { status, headers, body } = await site.get(`/api/image/f/%22x${at}%22.html`);
      expect(status, type).toBe(200);
      expect(fileKind(body), type).toBe(fileKind(file));
      expect(headers['content-type']).toBe(type);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toBe(
        type === 'application/pdf'
          ? "default-src 'none'; object-src 'self'; frame-ancestors 'self'"
          : "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox",
      );
      const framing = type === 'application/pdf' ? 'SAMEORIGIN' : undefined;
      expect(headers['x-frame-options']).toBe(framing);
      const extension = type.replace(/^.*\//, '').replace('jpeg', 'jpg');
      expect(headers['content-disposition']).toBe(
        `inline; filename="_x${at}_.${extension}"; filename*=UTF-8''%22x${at}%22.${extension}`,
      );
      const stale = 'stale-while-revalidate=86400, stale-if-error=604800';
      expect(headers['cache-control']).toBe(`public, max-age=3600, ${stale}`);
      for (const absent of ['set-cookie', 'access-control-allow-origin', 'vary', 'last-modified'])
        expect(headers).not.toHaveProperty(absent);
    }
  });

  test('R-238: ranges of a PDF: 206, 416, If-Range and HEAD', async () => {
    const { site } = await startImages({ 'files/fees.pdf': pdf });
    const path = '/api/image/files/fees.pdf';
    const part = await site.get(path, { range: 'bytes=5-14' });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 5-14/${pdf.length}`]);
    expect(part.body.equals(pdf.subarray(5, 15))).toBe(true);
    const tail = await site.get(path, { range: 'bytes=-6' });
    expect(tail.body.equals(pdf.subarray(-6))).toBe(true);
    const beyond = await site.get(path, { range: `bytes=${pdf.length}-` });
    expect(beyond.status).toBe(416);
    expect(beyond.headers['content-range']).toBe(`bytes */${pdf.length}`);
    for (const absent of ['content-type', 'content-disposition'])
      expect(beyond.headers).not.toHaveProperty(absent);
    expect(beyond.headers['cache-control']).toBe('no-store');
    const etag = String(part.headers.etag);
    expect((await site.get(path, { range: 'bytes=0-3', 'if-range': etag })).status).toBe(206);
    const changed = await site.get(path, { range: 'bytes=0-3', 'if-range': '"old"' });
    expect(changed.body.length).toBe(pdf.length);
    const { status, headers, body } = await site.get(path, {}, 'HEAD');
    expect([status, body.length]).toEqual([200, 0]);
    expect(headers['content-length']).toBe(String(pdf.length));
  });

  test('a visitor who leaves during a download causes no error', async () => {
    const { site } = await startImages({ large: Buffer.concat([pdf, Buffer.alloc(9_000_000)]) });
    await site.get('/api/image/large');
    const leaving = get({ port: site.port, path: '/api/image/large', agent: false });
    const [begun]: IncomingMessage[] = await once(leaving, 'response');
    begun?.destroy();
    await once(leaving, 'close');
    expect((await site.get('/api/image/large')).body.length).toBe(pdf.length + 9_000_000);
  });

  test('C13: originals and variants have a strong ETag and 304', async () => {
    const { site } = await startImages({ a: photo, b: pdf });
    for (const path of ['/api/image/a', '/api/image/a?w=160', '/api/image/b']) {
      const { headers } = await site.get(path, WEBP);
      expect(headers.etag, path).toMatch(/^"[\w-]+"$/);
      const again = await site.get(path, { ...WEBP, 'if-none-match': String(headers.etag) });
      expect([path, again.status, again.body.length]).toEqual([path, 304, 0]);
      expect(again.headers['cache-control']).toBe(headers['cache-control']);
    }
  });

  test('S11, C10: an unpublished file is not served in any spelling, nor requested, and what is not known yet is 503', async () => {
    const { site, provider } = await startImages({ 'certificates/1.jpg': photo });
    for (const path of (
      'certificates/1.jpg|certificates%2F1.jpg|Certificates/1.jpg|%63ertificates/1.jpg|' +
      '/certificates/1.jpg|./certificates/1.jpg'
    ).split('|')) {
      for (const query of ['', '?w=160']) {
        const { status, headers } = await site.get(`/api/image/${path}${query}`);
        expect([path, status, headers['cache-control']]).toEqual([path, 404, 'no-store']);
      }
    }
    for (const path of ['unknown/1.jpg', 'unknown/1.jpg?w=160']) {
      const { status, headers } = await site.get(`/api/image/${path}`);
      const caching = [headers['cache-control'], headers['retry-after']];
      expect([path, status, ...caching]).toEqual([path, 503, 'no-store', '5']);
    }
    expect(provider.requestedFiles).toEqual([]);
  });
});

describe('variants', () => {
  test('R-238: the format follows Accept, and the response varies by it', async () => {
    const { site } = await startImages({ a: photo });
    expect([sharp.concurrency(), sharp.cache().memory.max], 'threads, MB kept').toEqual([1, 0]);
    for (const [accept, type] of [
      [AVIF.accept, 'image/avif'],
      ['image/avif;q=0, image/webp', 'image/webp'],
      ['*/*', 'image/jpeg'],
    ] as const) {
      const { status, headers, body } = await site.get('/api/image/a?w=320', { accept });
      expect([status, headers['content-type']]).toEqual([200, type]);
      expect(headers.vary).toContain('Accept');
      expect(headers['content-security-policy']).toContain('sandbox');
      const { format, compression } = await sharp(body).metadata();
      expect(format === 'heif' ? compression : format).toBe(
        type === 'image/avif' ? 'av1' : type.slice(6),
      );
    }
  });

  test('R-238: a variant is upright, at most as wide as requested, never enlarged', async () => {
    const { site } = await startImages({ a: photo });
    for (const accept of ['image/avif', 'image/webp', 'image/jpeg']) {
      for (const width of [160, 1600]) {
        const { body } = await site.get(`/api/image/a?w=${width}`, { accept });
        const after = await sharp(body).metadata();
        expect([after.width, after.height]).toEqual(width === 160 ? [160, 240] : [800, 1200]);
      }
    }
  });

  test('R-238: a width off the list is 400 without a call to the provider', async () => {
    const { site, provider } = await startImages({ a: photo });
    for (const query of 'w= w=0 w=161 w=0160 w=1e2 w=-160 w=99999 w=160&w=320 w=NaN'.split(' ')) {
      const { status, headers, body } = await site.get(`/api/image/a?${query}`);
      expect([query, status, headers['cache-control']]).toEqual([query, 400, 'no-store']);
      expect(body.toString()).toContain(PICTURE_WIDTHS.join(', '));
    }
    expect(provider.requestedFiles).toEqual([]);
  });

  test('C12: other query fields change nothing and make no second entry', async () => {
    const { site, provider } = await startImages({ a: photo });
    const plain = await site.get('/api/image/a?w=160', WEBP);
    const tagged = await site.get('/api/image/a?utm_source=x&w=160&v=2', WEBP);
    expect(tagged.headers.etag).toBe(plain.headers.etag);
    expect(site.events('image-variant')).toHaveLength(1);
    expect(provider.requestedFiles).toEqual(['a']);
  });

  test('Save-Data gets a smaller picture of the same width', async () => {
    const { site } = await startImages({ a: photo });
    const full = await site.get('/api/image/a?w=640', { ...WEBP, 'save-data': 'off' });
    const saving = await site.get('/api/image/a?w=640', { ...WEBP, 'save-data': 'On' });
    expect(saving.body.length).toBeLessThan(full.body.length * 0.9);
    expect((await sharp(saving.body).metadata()).width).toBe(640);
    expect(saving.headers.vary).toContain('Save-Data');
  });

  test('a picture of too many pixels, a torn one and other files get the placeholder; messengers the school’s picture', async () => {
    const create = { width: 8_192, channels: 3, background: 'teal' } as const;
    const withHeight = (height: number) =>
      sharp({ create: { ...create, height }, limitInputPixels: false })
        .png()
        .toBuffer();
    const { site } = await startImages({
      huge: await withHeight(6_348),
      torn: (await sharp(photo).webp().toBuffer()).subarray(0, 2_000),
      pdf,
      html: Buffer.from('<html>'),
      fine: await withHeight(6_144),
    });
    for (const name of ['huge', 'torn', 'pdf', 'html']) {
      const { status, headers, body } = await site.get(`/api/image/${name}?w=320`, AVIF);
      expect([name, status, headers['cache-control'], headers['content-type']]).toEqual([
        name,
        200,
        'private, max-age=60',
        'image/svg+xml; charset=utf-8',
      ]);
      expect(headers['content-security-policy']).toContain('sandbox');
      expect(await sharp(body).metadata()).toMatchObject({ width: 1200, height: 900 });
      const known = { ...AVIF, 'if-none-match': String(headers.etag) };
      expect((await site.get(`/api/image/${name}?w=320`, known)).status).toBe(304);
      const shared = await site.get(`/api/image/${name}?size=1200x630`);
      expect([shared.status, shared.headers.location]).toEqual([302, '/assets/share.jpg']);
    }
    const causes = site.events('image-placeholder').map(({ cause }) => String(cause));
    expect(new Set(causes).size).toBe(2);
    expect(causes[0]).toMatch(/^broken: .*pixel limit/);
    const { headers } = await site.get('/api/image/fine?w=320', WEBP);
    expect(headers['cache-control']).toContain('public');
  });

  test('C11: with a full queue the placeholder is a 503, and later the picture comes', async () => {
    const { site } = await startImages(
      { a: photo, b: photo, c: photo },
      { limits: { jobs: { concurrent: 1, queued: 1 } } },
    );
    const responses = await Promise.all(
      ['a', 'b', 'c'].map((name) => site.get(`/api/image/${name}?w=160`, WEBP)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(2);
    const rejected = responses.find(({ status }) => status === 503);
    expect(rejected?.headers['cache-control']).toBe('no-store');
    expect(rejected?.headers['retry-after']).toBe('5');
    expect(rejected?.headers['content-type']).toContain('image/svg+xml');
    for (const name of ['a', 'b', 'c'])
      expect((await site.get(`/api/image/${name}?w=160`, WEBP)).status).toBe(200);
  });
});

describe('a provider that fails', () => {
  test.for(FAULTS)(
    'S8, C9, C10: %s is an error and never content',
    async ([, content, status, picture, error]) => {
      const imageMs = status === 504 ? 400 : SOON.timeout;
      const { site } = await startImages({ a: content }, { providerLimits: { imageMs } });
      const original = await site.get('/api/image/a');
      expect(original.status).toBe(status);
      expect(JSON.parse(original.body.toString())).toEqual({
        error: `The file cannot be served: ${error}.`,
      });
      expect(original.headers['cache-control']).toBe(
        status < 500 ? 'public, max-age=60' : 'no-store',
      );
      const variant = await site.get('/api/image/a?w=160', WEBP);
      const caching = picture < 500 ? 'private, max-age=60' : 'no-store';
      expect([variant.status, variant.headers['cache-control']]).toEqual([picture, caching]);
      expect(variant.headers['content-type']).toContain('image/svg+xml');
      for (const { headers } of [original, variant])
        expect(headers).not.toHaveProperty('retry-after');
    },
  );

  test('C8: while the breaker is open the response has Retry-After', async () => {
    const { site, provider } = await startImages({});
    await provider.stop();
    for (const id of ['a', 'b', 'c']) expect((await site.get(`/api/image/${id}`)).status).toBe(502);
    for (const path of ['/api/image/d', '/api/image/e?w=160']) {
      const { status, headers } = await site.get(path, WEBP);
      const caching = [headers['cache-control'], headers['retry-after']];
      expect([status, ...caching]).toEqual([503, 'no-store', '5']);
    }
  });

  /** An original, a variant and a PDF. */
  const COPIES = ['/api/image/a', '/api/image/a?w=160', '/api/image/b'];

  type Site = Awaited<ReturnType<typeof startImageSite>>;
  const copiesOf = (site: Site) => Promise.all(COPIES.map((path) => site.get(path, WEBP)));

  async function expectCopies(site: Site, good: Awaited<ReturnType<typeof copiesOf>>) {
    for (const [at, { status, headers, body }] of (await copiesOf(site)).entries()) {
      expect([COPIES[at], status, headers.etag]).toEqual([COPIES[at], 200, good[at]?.headers.etag]);
      expect(body.equals(good[at]?.body ?? Buffer.alloc(0)), COPIES[at]).toBe(true);
    }
  }

  test('C1, C2: originals, variants and PDFs are served after a restart with the provider dead', async () => {
    // Also in a folder of this kind.
    const folder = join(temporaryFolder(), '.cache');
    const { site, provider } = await startImages({ a: photo, b: pdf }, { folder });
    const good = await copiesOf(site);
    await site.stop();
    await provider.stop();
    for (const freshMs of [60_000, 0]) {
      const next = await startImageSite({ url: provider.url, folder, limits: { freshMs } });
      await expectCopies(next, good);
      const part = await next.get('/api/image/b', { range: 'bytes=0-4' });
      expect(part.body.toString()).toBe('%PDF-');
      const another = await next.get(`/api/image/a?w=${freshMs === 0 ? 320 : 480}`, WEBP);
      expect(another.status, 'made from the cached original').toBe(200);
      await next.stop();
    }
  });
});

test('messengers get a JPEG of 1200 x 630, whatever is accepted; another size is 400', async () => {
  const { site } = await startImages({ 'one.jpg': await drawPhoto(300, 200) });
  const { status, headers, body } = await site.get('/api/image/one.jpg?size=1200x630', AVIF);
  expect([status, headers['content-type'], headers.vary]).toEqual([200, 'image/jpeg', undefined]);
  expect(await sharp(body).metadata()).toMatchObject({ width: 1200, height: 630 });
  for (const query of ['size=1200x631', 'size=', 'size=1200x630&w=320'])
    expect((await site.get(`/api/image/one.jpg?${query}`)).status).toBe(400);
});
