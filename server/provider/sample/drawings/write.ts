import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { writeDisclosureDocuments } from './disclosure-documents.ts';
import { appIcon, shareCard } from './emblems.ts';
import { svgDocument, type Size } from './markup.ts';
import { drawPictures } from './pictures.ts';
import { slideAssembly } from './pictures-wide.ts';

/** Icons that browsers and phones ask for as PNG, by file name and side in pixels. */
const ICONS = { 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 } as const;
const SHARE: Size = { width: 1200, height: 630 };

/** Writes `pictures` (SVG, icons, the preview for shared links) and `files` (PDF) below the given content folder. */
export async function writeDrawings(content: string): Promise<void> {
  await mkdir(`${content}/pictures`, { recursive: true });
  await mkdir(`${content}/files`, { recursive: true });
  for (const [name, text] of drawPictures())
    await writeFile(`${content}/pictures/${name}.svg`, `${text}\n`);
  for (const [name, side] of Object.entries(ICONS)) {
    const icon = svgDocument({ width: 64, height: 64 }, { width: side, height: side }, appIcon());
    await sharp(Buffer.from(icon)).png({ palette: true }).toFile(`${content}/pictures/${name}.png`);
  }
  const share = svgDocument(SHARE, SHARE, shareCard(slideAssembly()));
  await sharp(Buffer.from(share))
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(`${content}/pictures/share.jpg`);
  for (const [name, bytes] of writeDisclosureDocuments())
    await writeFile(`${content}/files/${name}.pdf`, bytes);
}
