export type ImageMetadata = {
  /** Upright size in pixels. */
  width: number;
  height: number;
  /** Mean colour as #rrggbb; null for a transparent picture. */
  colour: string | null;
  /** In per cent from left and top. */
  focus: { x: number; y: number };
};

const NOTE = /^(\d+)x(\d+)-([\da-f]{6}|none)-(\d+)x(\d+)-([\da-f]+)$/;

/** For the note of a file in the cache, with the tag of the original. */
export function metadataNote({ width, height, colour, focus }: ImageMetadata, tag: string): string {
  return `${width}x${height}-${colour?.slice(1) ?? 'none'}-${focus.x}x${focus.y}-${tag}`;
}

/** The inverse of `metadataNote`; undefined for another note. */
export function parseMetadata(note: string): (ImageMetadata & { tag: string }) | undefined {
  const [, width, height, colour, x, y, tag = ''] = NOTE.exec(note) ?? [];
  if (tag === '') return undefined;
  return {
    width: Number(width),
    height: Number(height),
    colour: colour === 'none' ? null : `#${colour}`,
    focus: { x: Number(x), y: Number(y) },
    tag,
  };
}
