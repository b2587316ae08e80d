import { extname } from 'node:path';
import sharp from 'sharp';
import type { Finding } from './problem.ts';

/** sharp's names of formats. */
const FORMATS: Readonly<Record<string, string>> = {
  '.svg': 'svg',
  '.jpg': 'jpeg',
  '.png': 'png',
  '.webp': 'webp',
  '.avif': 'heif',
};

/** Scripts of an SVG do not run: the page policy of its response forbids them (server/http/security-policies.ts). */
export async function pictureErrors(name: string, bytes: Buffer): Promise<Finding[]> {
  const expected = FORMATS[extname(name)];
  if (expected === undefined)
    return [
      { text: 'is no picture; a name ends in .svg, .jpg, .png, .webp or .avif (small letters)' },
    ];
  const metadata = await sharp(bytes)
    .metadata()
    .catch((error: unknown) => String(error).split('\n')[0] ?? '');
  if (typeof metadata === 'string')
    return [{ text: 'cannot be read as a picture: {cause}', values: { cause: metadata } }];
  if (metadata.format !== expected)
    return [
      {
        text: 'is {format}, which its name does not say',
        values: { format: metadata.format },
      },
    ];
  return [];
}
