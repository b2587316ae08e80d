import type { Sharp } from 'sharp';
import { SHARE_SIZE } from '../../shared/pictures.ts';
import { accepts } from '../http/encoding.ts';
import type { PictureKind } from './file-kind.ts';

/** Formats that a variant may have, the smallest files first. */
const PICTURE_FORMATS = ['avif', 'webp', 'jpeg'] as const;

type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** A width alone is a maximum; a width with a height is the exact shape. */
export type Rendition = {
  width: number;
  height?: number;
  format: PictureKind;
  /** `save-data` is for requests with the Save-Data header. */
  quality: 'opened' | 'full' | 'save-data';
};

/** Messengers and search engines get it, whatever their Accept header. */
export const SHARE_RENDITION: Rendition = { ...SHARE_SIZE, format: 'jpeg', quality: 'full' };

/** Pixels: a scanned page can be read and printed. */
const OPENED_WIDTH = 2_560;

/** What a link to a picture opens, and what is saved, in the format of the original. */
export function openedRendition(format: PictureKind): Rendition {
  return { width: OPENED_WIDTH, format, quality: 'opened' };
}

/** Phones have two to three pixels per CSS pixel: a card takes most of the width, a photo of an album half. */
const PHONE_WIDTHS = { cover: [480, 640], photo: [320, 480] } as const;

export function phoneRenditions(use: keyof typeof PHONE_WIDTHS): Rendition[] {
  return PHONE_WIDTHS[use].map((width) => ({ width, format: 'avif', quality: 'full' }));
}

/** `640-webp`, `1200x630-jpeg`. */
export function renditionName({ width, height, format, quality }: Rendition): string {
  const size = height === undefined ? width : `${width}x${height}`;
  return `${size}-${format}${quality === 'full' ? '' : `-${quality}`}`;
}

/** The scales of the formats differ; each row looks alike. */
const QUALITY = {
  opened: { avif: 60, webp: 85, jpeg: 85 },
  full: { avif: 50, webp: 75, jpeg: 75 },
  dense: { avif: 42, webp: 68, jpeg: 70 },
  'save-data': { avif: 35, webp: 50, jpeg: 50 },
} as const;

/** Cards on screens of double density, where artefacts look half as large. */
const DENSE_WIDTHS: ReadonlySet<number> = new Set([640, 960]);

/** A wildcard in Accept does not count: every old browser sends one. */
export function pictureFormat(accept = ''): PictureFormat {
  const header = accept.toLowerCase();
  return PICTURE_FORMATS.find((format) => accepts(header, `image/${format}`)) ?? 'jpeg';
}

/** Effort 2 of AVIF takes a tenth of the time of the default 4, for a few per cent of size. */
export function encoded(picture: Sharp, { width, format, quality }: Rendition): Sharp {
  if (format === 'png' || format === 'gif') return picture.toFormat(format);
  const level = quality === 'full' && DENSE_WIDTHS.has(width) ? 'dense' : quality;
  const options = { quality: QUALITY[level][format] };
  if (format === 'avif') return picture.avif({ ...options, effort: 2 });
  if (format === 'webp') return picture.webp({ ...options, effort: 4 });
  return picture.flatten({ background: '#ffffff' }).jpeg({ ...options, mozjpeg: true });
}
