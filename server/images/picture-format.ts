import type { Sharp } from 'sharp';
import { PICTURE_WIDTHS, SHARE_SIZE } from '../../shared/pictures.ts';
import { accepts } from '../http/encoding.ts';

/** What variants are sent as, best first. */
const PICTURE_FORMATS = ['avif', 'webp', 'jpeg'] as const;

type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** `save-data` is for visitors who asked their browser to save data (the Save-Data header). */
const PICTURE_QUALITIES = ['full', 'save-data'] as const;

type PictureQuality = (typeof PICTURE_QUALITIES)[number];

/** What a variant is made like, in pixels: so wide, or with a height in exactly this shape. */
export type Rendition = {
  width: number;
  height?: number;
  format: PictureFormat;
  quality: PictureQuality;
};

/** What messengers and search engines get, whatever they say that they accept. */
export const SHARE_RENDITION: Rendition = { ...SHARE_SIZE, format: 'jpeg', quality: 'full' };

/**
 * What phones ask for, as cards and album pages offer it: a card takes most of the width of a screen, a
 * photo of an album half of it. Browsers of screens with two to three pixels per CSS pixel ask for these.
 */
const PHONE_WIDTHS = { cover: [480, 640], photo: [320, 480] } as const;

/** The variants of a picture that phones ask for first; all their browsers take AVIF. */
export function phoneRenditions(use: keyof typeof PHONE_WIDTHS): Rendition[] {
  return PHONE_WIDTHS[use].map((width) => ({ width, format: 'avif', quality: 'full' }));
}

/** Every variant that a picture may have. */
export const RENDITIONS: readonly Rendition[] = [
  SHARE_RENDITION,
  ...PICTURE_WIDTHS.flatMap((width) =>
    PICTURE_FORMATS.flatMap((format) =>
      PICTURE_QUALITIES.map((quality) => ({ width, format, quality })),
    ),
  ),
];

/** `640-webp`, `1200x630-jpeg`. */
export function renditionName({ width, height, format, quality }: Rendition): string {
  const size = height === undefined ? width : `${width}x${height}`;
  return `${size}-${format}${quality === 'full' ? '' : `-${quality}`}`;
}

/** Quality from 1 to 100. The scales of the formats differ: each column looks alike. */
const QUALITY = {
  full: { avif: 50, webp: 75, jpeg: 75 },
  dense: { avif: 42, webp: 68, jpeg: 70 },
  'save-data': { avif: 35, webp: 50, jpeg: 50 },
} as const;

/** Widths that go to cards on screens of double density, where a fault is half as large to the eye. */
const DENSE_WIDTHS: ReadonlySet<number> = new Set([640, 960]);

/** The best format that an Accept header names. A wildcard does not count: every old browser sends one. */
export function pictureFormat(accept = ''): PictureFormat {
  const header = accept.toLowerCase();
  return PICTURE_FORMATS.find((format) => accepts(header, `image/${format}`)) ?? 'jpeg';
}

/**
 * Adds the encoder. Effort 2 of AVIF costs a tenth of the default 4 and a few per cent of size;
 * JPEG has no transparency, so it gets a white ground.
 */
export function encoded(picture: Sharp, { width, format, quality }: Rendition): Sharp {
  const level = quality === 'full' && DENSE_WIDTHS.has(width) ? 'dense' : quality;
  const options = { quality: QUALITY[level][format] };
  if (format === 'avif') return picture.avif({ ...options, effort: 2 });
  if (format === 'webp') return picture.webp({ ...options, effort: 4 });
  return picture.flatten({ background: '#ffffff' }).jpeg({ ...options, mozjpeg: true });
}
