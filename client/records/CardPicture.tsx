import type { Page } from '../page-context.tsx';
import { focusPosition, NoPicture, SizedPicture } from '../parts/Picture.tsx';
import { pictureSources } from '../../shared/pictures.ts';
import type { FileId } from '../../shared/links.ts';

/** The first is smaller than the card: beyond two pixels per CSS pixel a phone shows no difference. */
export const CARD_SIZES =
  '(max-width: 32rem) and (min-resolution: 2.1x) 13rem, (min-width: 90rem) 27.5rem, (min-width: 62rem) 31vw, (min-width: 44rem) 46vw, 88vw';

/** Width in pixels for screens of double density. */
const WIDEST = 960;

/** The focal point of each picture, by its file id. */
export type PictureFocus = Readonly<Record<FileId, string>>;

/** What may have a card with a picture on top. */
export type Pictured = { image?: FileId | null };

export function pictureFocus(
  records: readonly Pictured[],
  { imageMetadata }: Pick<Page, 'imageMetadata'>,
): PictureFocus {
  const known = records.flatMap(({ image }) => {
    const metadata = image ? imageMetadata(image) : undefined;
    return image && metadata ? [[image, focusPosition(metadata)] as const] : [];
  });
  return Object.fromEntries(known);
}

type CardPictureOptions = {
  file: FileId | null;
  /** Alternative text, where no title is beside the picture. */
  alt: string;
  priority: boolean;
  focus: string | undefined;
};

export function CardPicture({ file, alt, priority, focus }: CardPictureOptions) {
  if (file === null) return <NoPicture />;
  return (
    <SizedPicture
      {...pictureSources(file, { widest: WIDEST })}
      alt={alt}
      sizes={CARD_SIZES}
      ratio="3:2"
      priority={priority}
      width={960}
      height={640}
      focus={focus}
    />
  );
}
