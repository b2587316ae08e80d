import { usePage } from '../page-context.tsx';
import { pictureSources, type PictureWidth } from '../../shared/pictures.ts';
import type { FileId } from '../../shared/records.ts';

/** Shapes of pictures, width to height; each has a class of the same name in parts.css. */
const RATIOS = { '1:1': 1, '4:5': 4 / 5, '4:3': 4 / 3, '3:2': 3 / 2, '16:9': 16 / 9 } as const;

export type Ratio = keyof typeof RATIOS;

/** Classes of a picture in each shape. */
const SHAPES: Record<Ratio, string> = {
  '1:1': 'picture ratio-1-1',
  '4:5': 'picture ratio-4-5',
  '4:3': 'picture ratio-4-3',
  '3:2': 'picture ratio-3-2',
  '16:9': 'picture ratio-16-9',
};

/** Width that a picture of unknown size claims, in CSS pixels; its ratio decides the height. */
const CLAIMED_WIDTH = 800;

type PictureOptions = {
  alt: string;
  /** Cuts the picture to this shape. */
  ratio?: Ratio;
  /** In the first screen: loaded at once. */
  priority?: boolean;
  className?: string;
};

type ProviderPictureOptions = PictureOptions & {
  file: FileId;
  /** Width on the page as in the `sizes` attribute. */
  sizes: string;
  /** Widest that is offered, in pixels. */
  widest?: PictureWidth;
};

/** A picture of the provider. */
export function Picture({
  file,
  alt,
  sizes,
  ratio = '4:3',
  widest = 1280,
  priority,
  className,
}: ProviderPictureOptions) {
  const metadata = usePage().imageMetadata(file);
  const { src, srcSet } = pictureSources(file, { widest, naturalWidth: metadata?.width });
  return (
    <SizedPicture
      src={src}
      srcSet={srcSet}
      sizes={sizes}
      alt={alt}
      ratio={ratio}
      width={metadata?.width ?? CLAIMED_WIDTH}
      height={metadata?.height ?? Math.round(CLAIMED_WIDTH / RATIOS[ratio])}
      priority={priority}
      className={className}
    />
  );
}

/** A picture of content/pictures, by its file name. */
export function SitePicture({ name, ...options }: PictureOptions & { name: string }) {
  return <SizedPicture {...options} {...usePage().picture(name)} />;
}

type SizedPictureOptions = PictureOptions & {
  src: string;
  srcSet?: string;
  sizes?: string;
  width: number;
  height: number;
};

/** A picture whose address and size are known; islands use it, for they have no page. */
export function SizedPicture({
  src,
  srcSet,
  sizes,
  width,
  height,
  alt,
  ratio,
  priority = false,
  className,
}: SizedPictureOptions) {
  const shape = ratio === undefined ? 'picture' : SHAPES[ratio];
  return (
    <img
      loading={priority ? undefined : 'lazy'}
      decoding={priority ? undefined : 'async'}
      fetchPriority={priority ? 'high' : undefined}
      sizes={sizes}
      srcSet={srcSet}
      src={src}
      width={width}
      height={height}
      alt={alt}
      className={className === undefined ? shape : `${shape} ${className}`}
    />
  );
}
