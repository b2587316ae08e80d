import { memo } from 'react';
import type { CardProps } from '../CardList.tsx';
import { CardPicture } from '../CardPicture.tsx';
import { CardText } from '../CardText.tsx';
import { About, FileLink } from '../../parts/FileLink.tsx';
import { pictureName, recordName } from '../../../shared/records/record-name.ts';
import { useTranslation } from '../../translation.tsx';
import type { Translation } from '../../../shared/translation.ts';
import { MixedText } from '../../parts/MixedText.tsx';
import type { Campus } from '../../../shared/campuses.ts';
import { formatDashed } from '../../../shared/dates.ts';
import { newestFirst } from '../../../shared/records/order.ts';
import { albumPath } from '../../../shared/records/record-paths.ts';
import type { Album } from '../../../shared/records/gallery.ts';
import { baseDirection } from '../../../shared/script-runs.ts';

type AlbumCardData = ReturnType<typeof toAlbumCards>[number];

/** Newest first; a card has the first of up to 1,000 photos, and their count. */
export function toAlbumCards(albums: readonly Album[], campus: Campus) {
  return newestFirst(albums).map(({ id, images, ...album }, key) => ({
    key,
    ...album,
    image: images[0] ?? null,
    photoCount: images.length,
    href: albumPath(campus, id),
  }));
}

/** "1 photo", "12 photos". */
export function photoCount(count: number, { t }: Translation): string {
  return count === 1 ? t('1 photo') : t('{count} photos', { count });
}

export const AlbumCard = memo(({ card, isFirst, id, focus }: CardProps<AlbumCardData>) => {
  const translation = useTranslation();
  const { t, date, path } = translation;
  const name = recordName(card, 'Photo album', translation);
  return (
    <article className="card" id={id}>
      <div className="album-cover">
        <CardPicture
          file={card.image}
          alt={pictureName(card, 'Photo album', translation)}
          priority={isFirst}
          focus={focus}
        />
        {card.photoCount > 0 && (
          <p className="tag photo-count">{photoCount(card.photoCount, translation)}</p>
        )}
      </div>
      <div className="card-body">
        {card.title !== '' && (
          <h2 className="card-title" dir={baseDirection(card.title)}>
            <MixedText text={card.title} />
          </h2>
        )}
        {card.day !== null && (
          <p className="quiet">
            <time dateTime={card.day}>{date(formatDashed(card.day))}</time>
          </p>
        )}
        <CardText card={card} />
        <p className="card-footer">
          {card.href !== null && (
            <a className="button button-quiet card-link" href={path(card.href)}>
              {t('View More')}
              <About text={name} />
            </a>
          )}
          {card.download !== null && (
            <FileLink
              href={card.download}
              label={t('Download Photos')}
              icon="download"
              about={name}
            />
          )}
        </p>
      </div>
    </article>
  );
});
