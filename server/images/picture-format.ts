import type { Sharp } from 'sharp';

/** What variants are sent as, best first. */
export const PICTURE_FORMATS = ['avif', 'webp', 'jpeg'] as const;

export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** `save-data` is for visitors who asked their browser to save data (the Save-Data header). */
export type PictureQuality = 'full' | 'save-data';

export const PICTURE_QUALITIES = ['full', 'save-data'] as const satisfies PictureQuality[];

/** What a variant is made like; `width` in pixels. */
export type Rendition = { width: number; format: PictureFormat; quality: PictureQuality };

/** Quality from 1 to 100. The scales of the formats differ: each column looks alike. */
const QUALITY = {
  full: { avif: 50, webp: 75, jpeg: 75 },
  dense: { avif: 42, webp: 68, jpeg: 70 },
  'save-data': { avif: 35, webp: 50, jpeg: 50 },
} as const;

/** Widths that go to cards on screens of double density, where a fault is half as large to the eye. */
const DENSE_WIDTHS: ReadonlySet<number> = new Set([640, 960]);

/** The best format that an Accept header names. A wildcard does not count: every old browser sends one. */
export function pictureFormat(accept: string | undefined): PictureFormat {
  const ranges = (accept ?? '')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()));
  const excluded = /^q=0(\.0*)?$/;
  const named = new Set(
    ranges.filter((range) => !range.some((part) => excluded.test(part))).map(([type]) => type),
  );
  return PICTURE_FORMATS.find((format) => named.has(`image/${format}`)) ?? 'jpeg';
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
