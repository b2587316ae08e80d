import { mkdir, writeFile } from 'node:fs/promises';
import { drawPictures } from './pictures.ts';

/** Writes content/pictures below the given folder. */
export async function writeDrawings(content: string): Promise<void> {
  await mkdir(`${content}/pictures`, { recursive: true });
  for (const [name, text] of drawPictures())
    await writeFile(`${content}/pictures/${name}.svg`, `${text}\n`);
}
