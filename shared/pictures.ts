import { fileUrl } from './links.ts';
import type { FileId } from './records.ts';

/** Widths in pixels that `/api/image/{id}?w=` answers; any other is rejected with 400. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1600] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** Width of `src`, for the rare browser that knows no `srcset`. */
const FALLBACK_WIDTH: PictureWidth = 640;

/** The widest picture that `src` and `srcset` offer; `naturalWidth` is the width of the original in pixels, where known. */
export type PictureOptions = { widest?: PictureWidth; naturalWidth?: number };

export function isPictureWidth(width: number): width is PictureWidth {
  return PICTURE_WIDTHS.some((known) => known === width);
}

/**
 * `src` and `srcset` of a provider's picture. A picture is never enlarged, so widths beyond the first
 * one that holds the complete original are left out.
 */
export function pictureSources(
  id: FileId,
  { widest = 1600, naturalWidth = widest }: PictureOptions = {},
): { src: string; srcSet: string } {
  const address = fileUrl(id);
  let srcSet = '';
  let src = '';
  for (const width of PICTURE_WIDTHS) {
    if (width > widest) break;
    const source = `${address}?w=${width}`;
    srcSet += srcSet === '' ? `${source} ${width}w` : `, ${source} ${width}w`;
    if (width <= FALLBACK_WIDTH) src = source;
    if (width >= naturalWidth) break;
  }
  return { src, srcSet };
}
