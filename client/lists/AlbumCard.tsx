import { memo } from 'react';
import type { CardProps } from './CardList.tsx';
import { CardPicture } from './CardPicture.tsx';
import { FileLink } from './FileLink.tsx';
import { LongText } from './LongText.tsx';
import { pictureName, recordName } from '../parts/record-name.ts';
import { campusPath, type Campus } from '../../shared/campuses.ts';
import { formatDashed } from '../../shared/dates.ts';
import { newestFirst } from '../../shared/filters.ts';
import { albumPath, type FileId } from '../../shared/links.ts';
import type { Album } from '../../shared/records.ts';

type AlbumCardData = Omit<Album, 'id' | 'photos'> & {
  key: number;
  cover: FileId | null;
  photoCount: number;
  /** Address of the album's page; null for an album that has none. */
  href: string | null;
};

/** What the cards show of the albums, newest first: of up to 1,000 photos only the first, and their number. */
export function toAlbumCards(albums: readonly Album[], campus: Campus): AlbumCardData[] {
  return newestFirst(albums).map(({ id, photos, ...album }, key) => ({
    key,
    ...album,
    cover: photos[0] ?? null,
    photoCount: photos.length,
    href: albumPath(campusPath(campus, 'Gallery'), id),
  }));
}

export const AlbumCard = memo(({ card, isFirst, id }: CardProps<AlbumCardData>) => (
  <article className="card" id={id}>
    <div className="album-cover">
      <CardPicture file={card.cover} alt={pictureName(card, 'Photo album')} priority={isFirst} />
      <p className="tag photo-count">
        {card.photoCount} {card.photoCount === 1 ? 'photo' : 'photos'}
      </p>
    </div>
    <div className="card-body">
      {card.title !== '' && <h2 className="card-title">{card.title}</h2>}
      {card.day !== null && (
        <p className="quiet">
          <time dateTime={card.day}>{formatDashed(card.day)}</time>
        </p>
      )}
      <LongText text={card.description} />
      <p className="card-footer">
        {card.href !== null && (
          <a
            className="button button-quiet"
            href={card.href}
            aria-label={`View More: ${recordName(card, 'Photo album')}`}
          >
            View More
          </a>
        )}
        {card.download !== null && (
          <FileLink
            href={card.download}
            label="Download Photos"
            icon="download"
            about={recordName(card, 'Photo album')}
          />
        )}
      </p>
    </div>
  </article>
));
AlbumCard.displayName = 'AlbumCard';
