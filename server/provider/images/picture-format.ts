import type { Sharp } from 'sharp';

/** What variants are sent as, best first. */
export const PICTURE_FORMATS = ['avif', 'webp', 'jpeg'] as const;

export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** `lite` is for visitors who asked their browser to save data. */
export type PictureQuality = 'full' | 'lite';

/** Quality from 1 to 100. The scales of the formats differ: each column looks alike. */
const QUALITY = {
  full: { avif: 50, webp: 75, jpeg: 75 },
  lite: { avif: 35, webp: 50, jpeg: 50 },
} as const;

/** The best format that an Accept header names. A wildcard does not count: every old browser sends one. */
export function pictureFormat(accept: string | undefined): PictureFormat {
  const named = (accept ?? '')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
    .map(([type]) => type);
  return PICTURE_FORMATS.find((format) => named.includes(`image/${format}`)) ?? 'jpeg';
}

/**
 * Adds the encoder. Effort 2 of AVIF costs a tenth of the default 4 and a few per cent of size;
 * JPEG has no transparency, so it gets a white ground.
 */
export function encoded(picture: Sharp, format: PictureFormat, quality: PictureQuality): Sharp {
  const options = { quality: QUALITY[quality][format] };
  switch (format) {
    case 'avif':
      return picture.avif({ ...options, effort: 2 });
    case 'webp':
      return picture.webp({ ...options, effort: 4 });
    case 'jpeg':
      return picture.flatten({ background: '#ffffff' }).jpeg({ ...options, mozjpeg: true });
  }
}
