import sharp, { type OutputInfo, type ResizeOptions, type Sharp } from 'sharp';
import { FileError } from './file-error.ts';
import { encoded, type Rendition } from './picture-format.ts';

/** Phones with 50 MP make 8192 x 6144. */
const MAX_PIXELS = 52_000_000;
const MAX_SECONDS = 15;

export type ImageMetadata = {
  /** Upright size in pixels. */
  width: number;
  height: number;
  /** Mean colour as #rrggbb; null for a transparent picture. */
  colour: string | null;
  /** In per cent from left and top. */
  focus: { x: number; y: number };
};

/** Of height to width: WebP ends at 16383 pixels. */
const MAX_RATIO = 8;

/** Of width to height, from which a picture fills a wide shape without losing much. */
const FILLING_RATIO = 1.2;
/** Beside a picture that does not. */
const PAPER = '#fbf8f1';

// A queue bounds CPU and memory, and the disk is the cache.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Upright, never enlarged, sRGB, without EXIF, GPS and profile (sharp's default); an animation's first frame.
 * @throws FileError "broken"
 */
export async function renderPicture(original: Uint8Array, rendition: Rendition): Promise<Buffer> {
  try {
    const picture = decoded(original);
    picture.resize(await resizing(picture, rendition));
    return await encoded(picture, rendition).toBuffer();
  } catch (error) {
    throw new FileError('broken', error);
  }
}

/** A shape is cut to what draws the eye; a portrait, such as a poster, is not cut. */
async function resizing(picture: Sharp, { width, height }: Rendition): Promise<ResizeOptions> {
  if (height === undefined)
    return { width, height: width * MAX_RATIO, fit: 'inside', withoutEnlargement: true };
  const { autoOrient } = await picture.metadata();
  if (autoOrient.width < autoOrient.height * FILLING_RATIO)
    return { width, height, fit: 'contain', background: PAPER };
  return { width, height, fit: 'cover', position: sharp.strategy.attention };
}

/** Of the copy from which colour and focus are read. */
const SAMPLE_SIDE = 160;

/** @throws FileError "broken" */
export async function readMetadata(original: Uint8Array): Promise<ImageMetadata> {
  try {
    const picture = decoded(original);
    const { autoOrient, hasAlpha } = await picture.metadata();
    const { data, info: raw } = await picture
      .resize({ width: SAMPLE_SIDE, height: SAMPLE_SIDE, fit: 'inside' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const mean = sharp(data, { raw }).resize(1, 1, { fit: 'fill' });
    const [red = 0, green = red, blue = red] = await mean.raw().toBuffer();
    const colour = hasAlpha ? null : `#${Buffer.from([red, green, blue]).toString('hex')}`;
    const { width, height } = autoOrient;
    return { width, height, colour, focus: await focusOf(data, raw) };
  } catch (error) {
    throw new FileError('broken', error);
  }
}

/** sharp finds the point of attention only while it cuts a picture to another shape. */
async function focusOf(data: Buffer, raw: OutputInfo): Promise<ImageMetadata['focus']> {
  const { width, height } = raw;
  const side = Math.min(width, height);
  const shape =
    width > height
      ? { width: side, height: side }
      : { width: side, height: Math.max(1, Math.round((side * 2) / 3)) };
  const { info } = await sharp(data, { raw })
    .resize({ ...shape, fit: 'cover', position: sharp.strategy.attention })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { attentionX = 0, attentionY = 0 } = info;
  const percent = (at: number, of: number) =>
    Math.round((Math.min(Math.max(at, 0), of) / of) * 100);
  return { x: percent(attentionX, width), y: percent(attentionY, height) };
}

function decoded(original: Uint8Array): Sharp {
  // libjpeg warns of harmless deviations in photos of phones.
  return sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient();
}
