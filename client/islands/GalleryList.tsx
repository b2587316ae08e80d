import { AlbumCard, toAlbumCards, type AlbumCardData } from '../lists/AlbumCard.tsx';
import { FilteredList, type ListProps } from '../lists/FilteredList.tsx';
import { LiveList } from '../lists/LiveList.tsx';
import { campusRecords, albumRule } from '../../shared/campus-records.ts';
import { campusPath, type Campus } from '../../shared/campuses.ts';
import type { RawAlbum } from '../../shared/to-records.ts';

/** The gallery page's albums and their filters. */
export function GalleryList({ source, cards, ...filters }: ListProps<AlbumCardData>) {
  return (
    <LiveList source={source} cards={cards} toCards={toCards}>
      {(current) => (
        <FilteredList
          {...filters}
          cards={current}
          Card={AlbumCard}
          kind="gallery"
          countLabel="Total Categories"
          months="names"
          emptyText="Stay Tuned for Latest Updates"
        />
      )}
    </LiveList>
  );
}

function toCards(rows: readonly RawAlbum[], campus: Campus): AlbumCardData[] {
  return toAlbumCards(campusRecords(albumRule, rows, campus), campusPath(campus, 'Gallery'));
}
