import { AlbumCard, type AlbumCardData } from '../lists/AlbumCard.tsx';
import { FilteredList, type ListProps } from '../lists/FilteredList.tsx';

/** The gallery page's albums and their filters. */
export function GalleryList(props: ListProps<AlbumCardData>) {
  return (
    <FilteredList
      {...props}
      Card={AlbumCard}
      kind="gallery"
      countLabel="Total Categories"
      months="names"
      emptyText="Stay Tuned for Latest Updates"
    />
  );
}
