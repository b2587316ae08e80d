import {
  DOCUMENT,
  HINDI,
  LONG,
  MISSING_PICTURE,
  PARAGRAPHS,
  PICTURE,
  SHORT,
  UNBROKEN,
  type PartStates,
} from './examples.tsx';
import { AttachmentLink, FileLink } from '../../lists/FileLink.tsx';
import { LongText } from '../../lists/LongText.tsx';
import { Features } from '../../parts/Features.tsx';
import { Figure } from '../../parts/Figure.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { OneMoment } from '../../parts/OneMoment.tsx';
import { Picture, RecordPicture, SitePicture, SizedPicture } from '../../parts/Picture.tsx';
import { Prose } from '../../parts/Prose.tsx';
import type { PictureBlock } from '../../parts/prose-sections.ts';
import { ProviderHtml } from '../../parts/ProviderHtml.tsx';
import { RecordLinks } from '../../parts/RecordLinks.tsx';
import { Skeleton } from '../../pages/home/Skeleton.tsx';
import { Section } from '../../parts/Section.tsx';
import type { Block, Inline } from '../../../shared/content.ts';
import { fileUrl } from '../../../shared/links.ts';

const text = (words: string): Inline => ({ kind: 'text', text: words });
const FIGURE: PictureBlock = {
  kind: 'picture',
  picture: 'life-1.svg',
  alt: 'A drawing',
  caption: LONG,
};
const BLOCKS: Block[] = [
  { kind: 'heading', level: 2, text: LONG },
  {
    kind: 'paragraph',
    children: [
      text('Plain, '),
      { kind: 'strong', children: [text('strong, ')] },
      { kind: 'emphasis', children: [text('stressed, ')] },
      { kind: 'link', href: '/Vision', children: [text('a link')] },
      text(`. ${HINDI}`),
    ],
  },
  { kind: 'heading', level: 3, text: HINDI },
  { kind: 'list', ordered: false, items: [[text(SHORT)], [text(LONG)]] },
  { kind: 'list', ordered: true, items: [[text(SHORT)], [text(HINDI)]] },
  { kind: 'quote', blocks: [{ kind: 'paragraph', children: [text(LONG)] }] },
  FIGURE,
];
const PROVIDER_HTML = `<h2>${SHORT}</h2><p>${HINDI} <b>bold</b> <a href="https://example.org/">link</a></p>
  <ul><li>${LONG}</li><li>${UNBROKEN}</li></ul><script>alert(1)</script>`;
const RATIOS = ['1:1', '4:5', '4:3', '3:2', '16:9'] as const;

/** Texts and pictures, and what stands in their place. */
export const texts: PartStates = {
  MixedText: { 'of two scripts': <MixedText text={`${LONG} ${HINDI}`} /> },
  OneMoment: { always: <OneMoment /> },
  Prose: { 'every block': <Prose blocks={BLOCKS} /> },
  ProviderHtml: { 'what is kept of it': <ProviderHtml html={PROVIDER_HTML} /> },
  LongText: {
    short: <LongText text={SHORT} />,
    long: <LongText text={PARAGRAPHS} />,
    unbroken: <LongText text={UNBROKEN} />,
  },
  RecordLinks: { both: <RecordLinks attachment={DOCUMENT} link="/Vision" about={SHORT} /> },
  FileLink: {
    always: (
      <FileLink href="https://example.org/" label="Download Photos" icon="download" about={SHORT} />
    ),
  },
  AttachmentLink: { always: <AttachmentLink file={DOCUMENT} about={SHORT} /> },
  Features: {
    'no picture, one, more': (
      <Features
        sections={[[], [FIGURE], [FIGURE, FIGURE]].map((pictures, index) => ({
          heading: [SHORT, LONG, HINDI][index] ?? '',
          blocks: [...pictures, { kind: 'paragraph', children: [text(PARAGRAPHS)] }],
        }))}
      />
    ),
  },
  Figure: { 'with a caption': <Figure block={FIGURE} /> },
  Picture: {
    ...Object.fromEntries(
      RATIOS.map((ratio) => [
        ratio,
        <Picture key={ratio} file={PICTURE} alt={SHORT} ratio={ratio} sizes="20rem" />,
      ]),
    ),
    missing: <Picture file={MISSING_PICTURE} alt={LONG} sizes="20rem" />,
  },
  SitePicture: { always: <SitePicture name="logo.svg" alt={SHORT} /> },
  SizedPicture: { missing: <SizedPicture src="/no.webp" alt={SHORT} width={480} height={320} /> },
  lightbox: { 'one photo': <Photos count={1} />, many: <Photos count={9} /> },
  RecordPicture: {
    none: <RecordPicture file={null} fallback="birthday-cake.svg" alt={SHORT} sizes="20rem" />,
  },
  Section: {
    sunk: <Section look="section-sunk">{LONG}</Section>,
    brand: <Section look="section-brand">{LONG}</Section>,
  },
  Skeleton: { cards: <Skeleton shape="cards" />, lines: <Skeleton shape="lines" /> },
  empty: {
    nothing: <p className="empty">No events for this choice.</p>,
    'on the way': <OneMoment />,
  },
};

function Photos({ count }: { count: number }) {
  return (
    <ul className="photos" data-enhance="lightbox" data-when="now">
      {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
        <li key={number}>
          <a href={fileUrl(PICTURE)}>
            <Picture file={PICTURE} alt={`${SHORT}, photo ${number}`} sizes="19rem" widest={960} />
          </a>
        </li>
      ))}
    </ul>
  );
}
