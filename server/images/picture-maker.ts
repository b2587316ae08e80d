import type { FileFault } from './file-error.ts';
import type { ImageLimits } from './image-limits.ts';
import type { ImageMetadata } from './image-metadata.ts';
import type { Rendition } from './picture-format.ts';

export type PictureLimits = Pick<ImageLimits, 'pixels' | 'jobMs'>;

/** A variant that is to be made. */
export type PictureJob = {
  /** Path of the original, or its bytes while the disk takes none. */
  original: string | Uint8Array;
  rendition: Rendition;
  /** Whether its metadata is wanted too. */
  withMetadata: boolean;
  limits: PictureLimits;
};

export type MadePicture = { picture: Buffer; metadata: ImageMetadata | null };

/** Decodes and encodes, in this process or in one of its own. */
export type PictureMaker = {
  /** @throws FileError "broken", "disk" or "busy" */
  make(job: PictureJob): Promise<MadePicture>;
  close(): Promise<void>;
};

/** What a process that makes pictures is sent. */
export type PictureRequest = { id: number; job: PictureJob };

/** What it answers. */
export type PictureAnswer = { id: number } & (
  | { made: MadePicture }
  | { fault: FileFault; cause: string }
);
