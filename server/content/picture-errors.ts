import { extname } from 'node:path';
import sharp from 'sharp';
import { PICTURE_NAME } from '../../shared/content-fields.ts';
import { fileKind } from '../images/file-kind.ts';
import { isDamagedJpeg } from '../images/jpeg-damage.ts';
import { checkDecoding } from '../images/render-picture.ts';
import type { Finding } from './problem.ts';

/** Other formats that phones, scanners and old programs write, by their first bytes. */
const OTHER_FORMATS: readonly { starts: readonly string[]; format: string }[] = [
  { starts: ['GIF8'], format: 'GIF' },
  { starts: ['BM'], format: 'BMP' },
  { starts: ['II*\0', 'MM\0*'], format: 'TIFF' },
  { starts: ['\x01\0\0\0', '\x01\0\x09\0', '\xd7\xcd\xc6\x9a'], format: 'EMF, WMF' },
];
/** ISO/IEC 14496-12: the brands of pictures that are compressed as video (HEVC). */
const HEIC = /^[\s\S]{4}ftyp(?:hei[cxms]|hev[cxms]|m[is]f1(?![\s\S]*avi[fs]))/;

type PictureFindings = { errors: Finding[]; warnings: Finding[] };

/**
 * A photo with a hole decodes, as do those of phones that deviate a little: a reader has to look. WebP has no checksum,
 * and its decoder reports nothing; PNG and AVIF do not decode.
 */
const DAMAGED: Finding = {
  text: 'may be damaged: look at it on the website, and copy it again if a part of it is grey or shifted',
};

/**
 * Scripts of an SVG do not run: the page policy of its response forbids them (server/http/security-policies.ts).
 * A raster format may differ from the name, as it is rendered anew.
 */
export async function checkPicture(name: string, bytes: Buffer): Promise<PictureFindings> {
  const error = kindError(name, bytes);
  if (error !== null) return { errors: [error], warnings: [] };
  try {
    const { format } = await sharp(bytes).metadata();
    if ((format === 'svg') !== (extname(name).toLowerCase() === '.svg'))
      return {
        errors: [{ text: 'is {format}, which its name does not say', values: { format } }],
        warnings: [],
      };
    return { errors: [], warnings: format === 'svg' ? [] : await decodingWarnings(bytes) };
  } catch (cause) {
    return { errors: [decodingError(cause)], warnings: [] };
  }
}

function kindError(name: string, bytes: Buffer): Finding | null {
  const start = bytes.toString('latin1', 0, 64);
  if (HEIC.test(start))
    return {
      text: 'is a HEIC picture, which browsers do not show; save it as JPEG: iPhone: Settings, Camera, Formats, Most Compatible, before you take it; Android: open it, edit it, save a copy; Windows: open it in Paint and choose Save as, JPEG',
    };
  const other = OTHER_FORMATS.find(({ starts }) => starts.some((own) => start.startsWith(own)));
  if (other !== undefined)
    return {
      text: 'is {format}, which browsers do not show: open it in Paint and choose Save as, JPEG or PNG',
      values: { format: other.format },
    };
  return PICTURE_NAME.test(name)
    ? null
    : { text: 'is no picture; a name ends in .svg, .jpg, .png, .webp or .avif' };
}

/** A healthy picture is decoded once. @throws Error of sharp for one that cannot be shown */
async function decodingWarnings(bytes: Buffer): Promise<Finding[]> {
  try {
    await checkDecoding(bytes, 'warning');
    return (await hasHole(bytes)) ? [DAMAGED] : [];
  } catch {
    await checkDecoding(bytes, 'truncated');
    return [DAMAGED];
  }
}

function hasHole(bytes: Buffer): Promise<boolean> | false {
  return fileKind(bytes) === 'jpeg' && isDamagedJpeg(bytes);
}

function decodingError(error: unknown): Finding {
  const [cause = ''] = String(error)
    .replace(/^Error: /, '')
    .split('\n');
  if (/exceeds pixel limit/.test(cause))
    return { text: 'has too many pixels: make it at most 8,000 wide and 6,000 high' };
  if (/premature end|bad seek|unable to parse|libpng read error|truncated/i.test(cause))
    return { text: 'is not complete: copy it again ({cause})', values: { cause } };
  return { text: 'cannot be read as a picture: {cause}', values: { cause } };
}
