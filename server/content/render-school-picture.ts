import sharp from 'sharp';
import { FILE_KINDS } from '../images/file-kind.ts';
import type { Rendition } from '../images/picture-format.ts';
import { renderPicture } from '../images/render-picture.ts';
import { cleanSvg } from './clean-svg.ts';
import { decodeText } from './decode-text.ts';

/** Widths of a photo as AVIF, in pixels: a phone, a phone of high density, a large screen. */
const WIDTHS = [480, 960, 1_600] as const;
/** Changes with what is rendered: files of an earlier recipe are made anew. */
export const PICTURE_RECIPE = '3';

/** Of the file for browsers without AVIF, and of the picture that messengers show; in pixels. */
const FALLBACK_WIDTH = 1_200;
/** A file that is hardly narrower than the widest saves nothing. */
const WORTHWHILE = 1.25;
/** A PNG that is not larger is a drawing, and stays one. */
const MAX_PNG_BYTES = 60_000;

type PictureFile = { extension: string; width: number; bytes: Buffer };

type RenderedPicture = {
  width: number;
  height: number;
  /** In a format that every browser shows. */
  fallback: PictureFile;
  /** From narrow to wide; empty for drawings. */
  avif: PictureFile[];
};

/**
 * Upright, at most 1,600 px wide, in sRGB, without metadata; a drawing (SVG, small PNG) keeps its format.
 * @throws FileError "broken"
 */
export async function renderSchoolPicture(picture: Buffer): Promise<RenderedPicture> {
  const { format, hasAlpha } = await sharp(picture).metadata();
  if (format === 'svg') return renderSvg(picture);
  const largest = Math.max(...WIDTHS);
  if (format === 'png') {
    const png = await render(picture, { width: largest, format: 'png' });
    if (png.bytes.length <= MAX_PNG_BYTES) return { ...sizeOf(png), fallback: png, avif: [] };
  }
  const widest = await render(picture, { width: largest, format: 'avif' });
  const narrower = WIDTHS.filter((width) => width * WORTHWHILE < widest.width);
  const avif = await Promise.all(
    narrower.map((width) => render(picture, { width, format: 'avif' })),
  );
  const fallback = { width: FALLBACK_WIDTH, format: hasAlpha ? 'webp' : 'jpeg' } as const;
  return {
    ...sizeOf(widest),
    fallback: await render(picture, fallback),
    avif: [...avif, widest],
  };
}

type Rendered = PictureFile & { height: number };

async function render(
  picture: Buffer,
  { width, format }: Pick<Rendition, 'width' | 'format'>,
): Promise<Rendered> {
  const bytes = await renderPicture(picture, { width, format, quality: 'full' });
  const { width: renderedWidth, height } = await sharp(bytes).metadata();
  return { extension: FILE_KINDS[format].extension, width: renderedWidth, height, bytes };
}

function sizeOf({ width, height }: Rendered) {
  return { width, height };
}

async function renderSvg(picture: Buffer): Promise<RenderedPicture> {
  const bytes = Buffer.from(await cleanSvg(decodeText(picture).text));
  const { width, height } = await sharp(bytes).metadata();
  return { width, height, fallback: { extension: 'svg', width, bytes }, avif: [] };
}
