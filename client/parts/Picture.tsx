import { usePage, type PictureMetadata } from '../page-context.tsx';
import { pictureSources, type PictureWidth } from '../../shared/pictures.ts';
import type { FileId } from '../../shared/links.ts';

/** Shapes of pictures, width to height. */
const RATIOS = {
  '9:16': 9 / 16,
  '4:5': 4 / 5,
  '1:1': 1,
  '4:3': 4 / 3,
  '3:2': 3 / 2,
  '16:9': 16 / 9,
  '3:1': 3,
} as const;

type Ratio = keyof typeof RATIOS;

const QUARTERS = [0, 25, 50, 75, 100];

/** Styles of the ratios and of the focus. */
export function pictureStyles(): string {
  return [
    ...Object.keys(RATIOS).map((name) => `.${ratioClass(name)}{--ratio:${name.replace(':', '/')}}`),
    ...QUARTERS.flatMap((percent) => [
      `[data-focus^='${percent}%']{--at-x:${percent}%}`,
      `[data-focus$=' ${percent}%']{--at-y:${percent}%}`,
    ]),
  ].join('');
}

export function ratioClass(name: string): string {
  return `ratio-${name.replace(':', '-')}`;
}

/** CSS pixels, for a picture of unknown size. */
const CLAIMED_WIDTH = 800;

type PictureOptions = {
  alt: string;
  /** Cuts the picture to this shape. */
  ratio?: Ratio;
  /** It is in the first screen, and loaded at once. */
  priority?: boolean;
  className?: string;
};

type ProviderPictureOptions = Omit<PictureOptions, 'ratio'> & {
  /** Null shows a drawing. */
  file: FileId | null;
  sizes: string;
  widest: PictureWidth;
  /** Without one the picture is shown whole. */
  ratio?: Ratio;
};

export function Picture({ file, widest, ratio, ...options }: ProviderPictureOptions) {
  const { imageMetadata } = usePage();
  if (file === null) return <NoPicture />;
  const metadata = imageMetadata(file);
  return (
    <SizedPicture
      {...options}
      {...pictureSources(file, { widest, naturalWidth: metadata?.width })}
      ratio={ratio}
      width={metadata?.width ?? CLAIMED_WIDTH}
      height={metadata?.height ?? Math.round(CLAIMED_WIDTH / RATIOS[ratio ?? '3:2'])}
      colour={metadata?.colour ?? undefined}
      focus={metadata && focusPosition(metadata)}
    />
  );
}

/** Hills and the sun, in place of a picture. */
export function NoPicture() {
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

/** The ratio that cuts the least off a picture of this size. */
export function nearestRatio({ width, height }: { width: number; height: number }): Ratio {
  const own = Math.log(width / height);
  const distance = (ratio: Ratio) => Math.abs(Math.log(RATIOS[ratio]) - own);
  const names = Object.keys(RATIOS) as Ratio[];
  return names.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

/**
 * What draws the eye, as a CSS position in quarters: `75% 0%`. The middle of
 * a portrait is mostly someone's bright clothes, and the head is above them.
 */
export function focusPosition({ width, height, focus }: Omit<PictureMetadata, 'colour'>): string {
  const quarters = (percent: number) => Math.round(percent / 25) * 25;
  const isPortrait = height > width && height < width * 1.6;
  const isAtHeart = isPortrait && focus.y > 33 && focus.y < 67;
  return `${quarters(focus.x)}% ${isAtHeart ? 25 : quarters(focus.y)}%`;
}

type RecordPictureOptions = Omit<ProviderPictureOptions, 'ratio'> & {
  ratio: Ratio;
  /** File name in content/pictures. */
  fallback: string;
};

export function RecordPicture({ file, fallback, sizes, widest, ...options }: RecordPictureOptions) {
  const { isDocument } = usePage();
  if (file === null || isDocument(file))
    return <SitePicture name={fallback} sizes={sizes} {...options} />;
  return <Picture file={file} sizes={sizes} widest={widest} {...options} />;
}

type SitePictureOptions = PictureOptions & {
  name: string;
  sizes?: string;
  /** What stays in sight where the picture is cut, as the school has written it: `75% 100%`. */
  focus?: string | undefined;
};

export function SitePicture({ name, sizes, ...options }: SitePictureOptions) {
  const { avif, ...picture } = usePage().picture(name);
  const source = avif.length > 0 && {
    avif: avif.map(({ src, width }) => `${src} ${width}w`).join(', '),
    // Chrome knows the width of a picture that is loaded lazily.
    sizes: sizes ?? (options.priority ? '100vw' : 'auto, 100vw'),
  };
  return <SizedPicture {...options} {...picture} {...source} />;
}

type SizedPictureOptions = PictureOptions & {
  src: string;
  srcSet?: string;
  /** The `srcset` for browsers that read AVIF. */
  avif?: string;
  sizes?: string;
  width: number;
  height: number;
  /** Ground until it is there, as #rrggbb. */
  colour?: string;
  /** What stays in sight where the picture is cut, by {@link focusPosition}. */
  focus?: string;
};

/** Islands use it, as they have no page context. */
export function SizedPicture({
  priority = false,
  ratio,
  className,
  avif,
  ...image
}: SizedPictureOptions) {
  const classes = ['picture', ratio && ratioClass(ratio), className];
  const element = (
    <img
      loading={priority ? undefined : 'lazy'}
      decoding={priority ? undefined : 'async'}
      fetchPriority={priority ? 'high' : undefined}
      sizes={image.srcSet && image.sizes}
      srcSet={image.srcSet}
      src={image.src}
      width={image.width}
      height={image.height}
      alt={image.alt}
      data-colour={image.colour}
      data-focus={image.focus}
      className={classes.filter(Boolean).join(' ')}
    />
  );
  if (avif !== undefined)
    return (
      <picture>
        <source type="image/avif" srcSet={avif} sizes={image.sizes} />
        {element}
      </picture>
    );
  // React preloads an eager <img> in front of the stylesheet, unless it is in a <picture>.
  return priority ? <picture>{element}</picture> : element;
}
