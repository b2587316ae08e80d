import { Suspense } from 'react';
import { photoCount } from '../../records/gallery/AlbumCard.tsx';
import { usePage } from '../../page-context.tsx';
import { MoreLink } from '../../parts/CampusLink.tsx';
import { Skeleton } from '../../parts/Loading.tsx';
import { Section } from '../../parts/Section.tsx';
import { Carousel } from '../../parts/Carousel.tsx';
import { recordName } from '../../../shared/records/record-name.ts';
import { Picture } from '../../parts/Picture.tsx';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { newestFirst } from '../../../shared/records/order.ts';
import { albumPath } from '../../../shared/records/record-paths.ts';
import type { Album } from '../../../shared/records/gallery.ts';

const MAX_ALBUMS = 12;

/** */
export function PhotoGallery() {
  const { t } = useTranslation();
  return (
    <Section name="gallery" look="section-compact" inner="with-carousel">
      <h2 className="section-head" id="gallery-title">
        {t('Photo Gallery')}
      </h2>
      <Suspense fallback={<Skeleton shape="cards" />}>
        <Albums />
      </Suspense>
    </Section>
  );
}

function Albums() {
  const { t } = useTranslation();
  const albums = newestFirst(useList('gallery')).slice(0, MAX_ALBUMS);
  return (
    <Carousel
      view="gallery"
      label={t('Photo Gallery')}
      slides={albums.map((album) => (
        <AlbumSlide key={album.id} album={album} />
      ))}
      emptyText={t('Photos of school life appear here when the first album is ready.')}
      footer={<MoreLink page="Gallery" label={t('Read More')} about={t('photo galleries')} />}
    />
  );
}

function AlbumSlide({ album }: { album: Album }) {
  const translation = useTranslation();
  const href = albumPath(usePage().campus, album.id);
  const content = (
    <>
      <Picture
        file={album.images[0] ?? null}
        alt=""
        ratio="1:1"
        widest={960}
        sizes="(max-width: 500px) and (min-resolution: 2.1x) 13rem, (min-width: 1301px) 17rem, (min-width: 993px) 31vw, (min-width: 501px) 46vw, 88vw"
      />
      <strong className="album-title">
        <MixedText text={recordName(album, 'Photo album', translation)} />
      </strong>
      {album.images.length > 0 && (
        <span className="quiet">{photoCount(album.images.length, translation)}</span>
      )}
    </>
  );
  if (href === null)
    return (
      <div className="album" data-unsearched="">
        {content}
      </div>
    );
  return (
    <a className="album" href={translation.path(href)} data-unsearched="">
      {content}
    </a>
  );
}
