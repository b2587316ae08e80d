import sharp from 'sharp';
import { encoded, type PictureFormat } from './picture-format.ts';

/** A picture of no picture, drawn in the proportions of a photograph: hills under a pale sun on paper. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">
  <rect width="400" height="300" fill="#ece7dc"/>
  <circle cx="286" cy="92" r="30" fill="#ddd5c5"/>
  <path d="M0 240 110 142 196 216 262 168 400 262V300H0Z" fill="#d2c9b7"/>
</svg>`;

/** The placeholder picture in the widths of PICTURE_WIDTHS; each is drawn once. */
export class Placeholders {
  readonly #drawn = new Map<string, Promise<Buffer>>();

  get(width: number, format: PictureFormat): Promise<Buffer> {
    const key = `${width}-${format}`;
    const known = this.#drawn.get(key);
    if (known !== undefined) return known;
    const picture = sharp(Buffer.from(DRAWING)).resize({ width });
    const drawn = encoded(picture, { width, format, quality: 'full' }).toBuffer();
    this.#drawn.set(key, drawn);
    return drawn;
  }
}
