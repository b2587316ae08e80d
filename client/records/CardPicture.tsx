import { createContext, useContext } from 'react';
import type { Page } from '../page-context.tsx';
import { focusPosition, SizedPicture } from '../parts/Picture.tsx';
import { pictureSources } from '../../shared/pictures.ts';
import type { FileId } from '../../shared/links.ts';

/** Widths of a card. The first is smaller than the card: on a phone more than two pixels per CSS pixel are invisible. */
const SIZES =
  '(max-width: 32rem) and (min-resolution: 2.1x) 13rem, (min-width: 90rem) 27.5rem, (min-width: 62rem) 31vw, (min-width: 44rem) 46vw, 88vw';

/** Widest card, in pixels on a screen of double density. */
const WIDEST = 960;

/** Where pictures draw the eye, by file. */
export type PictureFocus = Readonly<Record<FileId, string>>;

const PictureFocusContext = createContext<PictureFocus>({});

/** For the cards below it: an island has no page to ask. */
export const PictureFocusProvider = PictureFocusContext.Provider;

/** What a page knows of pictures that its cards cut. */
export function pictureFocus(
  files: readonly (FileId | null)[],
  { imageMetadata }: Pick<Page, 'imageMetadata'>,
): PictureFocus {
  const known = files.flatMap((file) => {
    const metadata = file === null ? undefined : imageMetadata(file);
    return file === null || metadata === undefined
      ? []
      : [[file, focusPosition(metadata)] as const];
  });
  return Object.fromEntries(known);
}

type CardPictureOptions = {
  file: FileId | null;
  /** What it is, where no title beside it says so. */
  alt?: string;
  priority?: boolean;
};

/** The picture on top of a card, or a quiet pattern where the record has none. */
export function CardPicture({ file, alt = '', priority = false }: CardPictureOptions) {
  const focus = useContext(PictureFocusContext);
  if (file === null) return <NoPicture />;
  return (
    <SizedPicture
      {...pictureSources(file, { widest: WIDEST })}
      alt={alt}
      sizes={SIZES}
      ratio="3:2"
      priority={priority}
      width={960}
      height={640}
      focus={focus[file]}
    />
  );
}

function NoPicture() {
  return (
    <svg
      className="no-picture"
      viewBox="0 0 96 64"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path d="M0 64C18 40 30 40 48 52S80 62 96 38V64Z" />
      <path d="M0 64C20 52 34 54 52 60S84 64 96 54V64Z" />
      <circle cx="70" cy="22" r="8" />
    </svg>
  );
}
