import { fileUrl, type FileId } from './links.ts';

/** Widths in pixels that `/api/image/{id}?w=` serves; any other is rejected with 400. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1600] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** Width of `src`, for the rare browser that knows no `srcset`. */
const FALLBACK_WIDTH: PictureWidth = 640;

/** The widest that is offered, and the width of the original where it is known; in pixels. */
type PictureOptions = { widest?: PictureWidth; naturalWidth?: number };

export function isPictureWidth(width: number): width is PictureWidth {
  return PICTURE_WIDTHS.some((known) => known === width);
}

/** Shape of the picture that messengers and search engines show of a record, in pixels. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** Address of a provider's picture in that shape. */
export function sharePictureUrl(id: FileId): string {
  return `${fileUrl(id)}?size=${SHARE_SIZE.width}x${SHARE_SIZE.height}`;
}

/** `src` and `srcset` of a provider's picture, up to the first width that holds the complete original. */
export function pictureSources(
  id: FileId,
  { widest = 1600, naturalWidth = widest }: PictureOptions = {},
): { src: string; srcSet: string } {
  const address = fileUrl(id);
  const widths = PICTURE_WIDTHS.filter(
    (width, at) => width <= widest && (PICTURE_WIDTHS[at - 1] ?? 0) < naturalWidth,
  );
  return {
    src: `${address}?w=${Math.min(FALLBACK_WIDTH, Math.max(...widths))}`,
    srcSet: widths.map((width) => `${address}?w=${width} ${width}w`).join(', '),
  };
}

/** Names that differ in letter case, or in how an accent is stored, are one picture of the school. */
export function pictureKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
