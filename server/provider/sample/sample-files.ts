import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { samplePdf } from './documents.ts';
import { drawCertificate } from './drawings/certificate.ts';
import { drawPortrait } from './drawings/portraits.ts';
import { drawScene, isSceneName } from './drawings/scenes.ts';

/** Memory of the pictures that were drawn last, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
const JPEG_QUALITY = 85;

/** The admission number that the sample finds a certificate for, whatever the name. */
export const SAMPLE_ADMISSION = 'GIS-2024-001';
export const SAMPLE_CERTIFICATE = 'certificates/gis-2024-001.jpg';

/** Its certificate is a specimen: it bears no person's name. */
const SAMPLE_PUPIL = { name: 'Sample Student', admission: SAMPLE_ADMISSION };

export type SampleFile = { contentType: string; bytes: Buffer };

export type SampleFiles = {
  /** The file of an image path of the sample's records; null when there is none. */
  get(ref: string): Promise<SampleFile | null>;
};

/** Draws the sample's pictures and documents when they are asked for, one at a time to spare the processor. */
export function createSampleFiles(): SampleFiles {
  // One thread per picture: a small machine also has pages to render.
  sharp.concurrency(1);
  const made = new LRUCache<string, SampleFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  const underWay = new Map<string, Promise<SampleFile>>();
  let last: Promise<unknown> = Promise.resolve();

  function inTurn(ref: string, make: () => Promise<SampleFile>): Promise<SampleFile> {
    const known = underWay.get(ref);
    if (known !== undefined) return known;
    const work = last.then(make).then((file) => {
      made.set(ref, file);
      return file;
    });
    const settled = work.catch(() => {}).then(() => underWay.delete(ref));
    underWay.set(ref, work);
    last = settled;
    return work;
  }

  async function get(ref: string): Promise<SampleFile | null> {
    const known = made.get(ref);
    if (known !== undefined) return known;
    const make = makerOf(ref);
    return make === null ? null : inTurn(ref, make);
  }

  return { get };
}

function makerOf(ref: string): (() => Promise<SampleFile>) | null {
  if (ref === SAMPLE_CERTIFICATE) return () => jpegOf(drawCertificate(SAMPLE_PUPIL));
  const drawing = /^drawings\/([a-z]+)-([1-9]\d{0,2})\.jpg$/.exec(ref);
  if (drawing !== null) return drawingMaker(drawing[1] ?? '', Number(drawing[2]));
  const document = /^documents\/([a-z0-9]+(?:-[a-z0-9]+)*)\.pdf$/.exec(ref);
  if (document !== null) return () => documentOf(document[1] ?? '');
  return null;
}

function drawingMaker(name: string, n: number): (() => Promise<SampleFile>) | null {
  if (name === 'adult' || name === 'child') return () => jpegOf(drawPortrait(n, { age: name }));
  return isSceneName(name) ? () => jpegOf(drawScene(name, n)) : null;
}

async function jpegOf(svg: string): Promise<SampleFile> {
  const bytes = await sharp(Buffer.from(svg))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
  return { contentType: 'image/jpeg', bytes };
}

/** `fee-notice-nekpur` is titled "Fee notice nekpur". */
async function documentOf(name: string): Promise<SampleFile> {
  const words = name.replaceAll('-', ' ');
  const bytes = await samplePdf(`${words.charAt(0).toUpperCase()}${words.slice(1)}`);
  return { contentType: 'application/pdf', bytes };
}
