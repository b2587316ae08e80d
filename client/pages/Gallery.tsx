import { definePage } from '../define-page.ts';
import { Island } from '../island.tsx';
import { GalleryList } from '../islands/GalleryList.tsx';
import { toAlbumCards } from '../lists/AlbumCard.tsx';
import { ListPage, useListSource } from '../lists/ListPage.tsx';
import { usePage } from '../page-context.tsx';
import { useList } from '../queries.ts';

export const gallery = definePage({
  title: 'Photo Gallery',
  lists: ['galleryAll'],
  searchKeys: ['year', 'month', 'q', 'show'],
  Component: Gallery,
});

function Gallery() {
  return (
    <ListPage>
      <FilteredAlbums />
    </ListPage>
  );
}

function FilteredAlbums() {
  const { path, search, today } = usePage();
  const source = useListSource('galleryAll');
  const cards = toAlbumCards(useList('galleryAll'), path);
  return (
    <Island
      name="GalleryList"
      component={GalleryList}
      props={{ source, cards, search, today }}
      freshSeconds={source.freshSeconds}
    />
  );
}
