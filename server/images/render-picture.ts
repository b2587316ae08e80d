import sharp, { type OutputInfo, type ResizeOptions, type Sharp } from 'sharp';
import * as z from 'zod/mini';
import { FileError } from './file-error.ts';
import type { PictureKind } from './file-kind.ts';
import { encoded, openedRendition, type Rendition } from './picture-format.ts';

/** Phones with 50 MP make 8192 x 6144. */
const MAX_PIXELS = 52_000_000;
/** A JPEG may be larger, as it is scaled down while it is read: phones with 200 MP make 16320 x 12240. */
const MAX_SCALED_PIXELS = 210_000_000;
const MAX_SECONDS = 15;

const metadataSchema = z.object({
  /** Upright size in pixels. */
  width: z.number(),
  height: z.number(),
  /** Mean colour as #rrggbb; null for a transparent picture. */
  colour: z.nullable(z.string()),
  /** Per cent from left and top. */
  focus: z.object({ x: z.number(), y: z.number() }),
});

export type ImageMetadata = z.infer<typeof metadataSchema>;

/** Undefined for a text that an interrupted write has cut. */
export function parseMetadata(text: string): ImageMetadata | undefined {
  try {
    return metadataSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Largest height for a width of 1: WebP ends at 16383 pixels. */
const MAX_RATIO = 8;

/** A picture of this width to height fills a wide shape without losing much. */
const FILLING_RATIO = 1.2;
/** Colour beside a picture that does not fill its shape. */
const PAPER = '#fbf8f1';

// A queue bounds CPU and memory, and the disk is the cache.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Upright, never enlarged, sRGB, without metadata and profile (sharp's default), as far as it can be decoded; of an
 * animation the first frame, unless it is opened.
 * @throws FileError "broken"
 */
export async function renderPicture(original: Uint8Array, rendition: Rendition): Promise<Buffer> {
  try {
    const picture = await decode(original, { animated: rendition.quality === 'opened' });
    picture.resize(await resizing(picture, rendition));
    return await encoded(picture, rendition).toBuffer();
  } catch (error) {
    throw new FileError('broken', error);
  }
}

/** The same bytes if they have no metadata, else as {@link openedRendition}. @throws FileError "broken" */
export async function withoutMetadata(original: Buffer, kind: PictureKind): Promise<Buffer> {
  return hasMetadata(original) ? renderPicture(original, openedRendition(kind)) : original;
}

/** Names of EXIF, XMP, IPTC and texts in JPEG, PNG, WebP, AVIF and GIF. */
const METADATA_NAMES = 'Exif EXIF eXIf xmpmeta ns.adobe.com 8BIM tEXt iTXt zTXt'.split(' ');

/** Whether a picture that is not decoded may have a position or a name in it. */
export function hasMetadata(picture: Buffer): boolean {
  return METADATA_NAMES.some((name) => picture.includes(name));
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

/** Colour and focus are read from a copy of this size. */
const SAMPLE_SIDE = 160;

/** @throws FileError "broken" */
export async function readMetadata(original: Uint8Array): Promise<ImageMetadata> {
  try {
    const picture = await decode(original);
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
    return { width, height, colour, focus: await findFocus(data, raw) };
  } catch (error) {
    throw new FileError('broken', error);
  }
}

/** sharp finds the point of attention only while it cuts a picture to another shape. */
async function findFocus(data: Buffer, raw: OutputInfo): Promise<ImageMetadata['focus']> {
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

/** Truncated photos show what there is, and libjpeg warns of harmless deviations in photos of phones. */
const READING = { failOn: 'none', limitInputPixels: MAX_SCALED_PIXELS } as const;

/** Of the check of a complete decoding. */
const CHECKED_SIDE = 16;

/** @throws Error of sharp for a picture that is cut or has too many pixels; with `warning` for all that its decoder reports. */
export async function checkDecoding(
  original: Uint8Array,
  failOn: 'truncated' | 'warning',
): Promise<void> {
  const picture = await decode(original, { failOn });
  await picture.resize(CHECKED_SIDE).raw().toBuffer();
}

type Decoding = { animated?: boolean; failOn?: 'none' | 'truncated' | 'warning' };

async function decode(
  original: Uint8Array,
  { animated = false, failOn = 'none' }: Decoding = {},
): Promise<Sharp> {
  const header = await sharp(original, READING).metadata();
  // A progressive JPEG is decoded in full before it is scaled.
  const isScaled = header.format === 'jpeg' && !header.isProgressive;
  const limitInputPixels = isScaled ? MAX_SCALED_PIXELS : MAX_PIXELS;
  const { width, height, pages = 1, orientation = 1 } = header;
  // libvips turns no animation.
  const hasFrames = animated && orientation === 1 && width * height * pages <= MAX_PIXELS;
  return sharp(original, { failOn, limitInputPixels, animated: hasFrames })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient();
}
