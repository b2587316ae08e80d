import sharp, { type Sharp } from 'sharp';
import { FileError } from './file-error.ts';
import type { ImageLimits } from './image-limits.ts';
import { encoded, type Rendition } from './picture-format.ts';
import type { ImageMetadata } from './image-metadata.ts';

/** Path of a file, or its bytes. */
export type Original = string | Buffer;

/** A picture is at most this many times as high as it is wide: WebP ends at 16383 pixels. */
const MAX_RATIO = 8;

/** One thread per job and no cache of libvips: a semaphore bounds CPU and memory, the disk is the cache. */
export function setUpSharp(): void {
  sharp.concurrency(1);
  sharp.cache(false);
}

/**
 * A picture upright, at most `width` wide and never enlarged, as sRGB, without EXIF, GPS or profile
 * (which is what sharp does unless told to keep them). Of an animation the first frame.
 * @throws FileError "broken" for what cannot be decoded or has too many pixels.
 */
export async function renderPicture(
  original: Original,
  rendition: Rendition,
  limits: ImageLimits,
): Promise<Buffer> {
  const { width } = rendition;
  try {
    const picture = decoded(original, limits).resize({
      width,
      height: width * MAX_RATIO,
      fit: 'inside',
      withoutEnlargement: true,
    });
    return await encoded(picture, rendition).toBuffer();
  } catch (error) {
    throw new FileError('broken', error);
  }
}

/**
 * Upright size and mean colour of a picture.
 * @throws FileError "broken"
 */
export async function readMetadata(
  original: Original,
  limits: ImageLimits,
): Promise<ImageMetadata> {
  try {
    const { autoOrient } = await decoder(original, limits).metadata();
    const mean = decoded(original, limits)
      .resize(1, 1, { fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb');
    const pixel = await mean.raw().toBuffer();
    const [red = 0, green = red, blue = red] = pixel;
    const colour = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    return { width: autoOrient.width, height: autoOrient.height, colour };
  } catch (error) {
    throw new FileError('broken', error);
  }
}

function decoded(original: Original, limits: ImageLimits): Sharp {
  return decoder(original, limits)
    .timeout({ seconds: Math.ceil(limits.jobMs / 1_000) })
    .autoOrient();
}

function decoder(original: Original, limits: ImageLimits): Sharp {
  // Phones write harmless oddities that libjpeg warns about; only real errors make a picture broken.
  return sharp(original, { limitInputPixels: limits.pixels, failOn: 'error' });
}
