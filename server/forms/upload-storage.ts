/** A CV on its way through the disk. */
export type Upload = { path: string; size: number; sha256: string };
