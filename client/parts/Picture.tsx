import { usePage } from '../page-context.tsx';
import { pictureSources, type PictureWidth } from '../../shared/pictures.ts';
import type { FileRef } from '../../shared/records.ts';

/** Shapes of pictures, width to height; each has a class of the same name in parts.css. */
const RATIOS = { '1:1': 1, '4:5': 4 / 5, '4:3': 4 / 3, '3:2': 3 / 2, '16:9': 16 / 9 } as const;

export type Ratio = keyof typeof RATIOS;

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
  file: FileRef;
  /** Width on the page as in the `sizes` attribute. */
  sizes: string;
  /** Widest that is offered, in pixels. */
  widest?: PictureWidth;
};

/** A picture of the provider. */
export function Picture({
  file,
  ratio = '4:3',
  widest = 1280,
  ...options
}: ProviderPictureOptions) {
  const facts = usePage().pictureFacts(file);
  const size = facts ?? { width: CLAIMED_WIDTH, height: Math.round(CLAIMED_WIDTH / RATIOS[ratio]) };
  const sources = pictureSources(file, facts ? { widest, naturalWidth: facts.width } : { widest });
  return (
    <SizedPicture {...options} {...sources} ratio={ratio} width={size.width} height={size.height} />
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
  alt,
  ratio,
  priority = false,
  className,
  ...image
}: SizedPictureOptions) {
  const classes = ['picture', ratio && `ratio-${ratio.replace(':', '-')}`, className]
    .filter(Boolean)
    .join(' ');
  const loading = priority
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const);
  return <img {...loading} {...image} alt={alt} className={classes} />;
}
