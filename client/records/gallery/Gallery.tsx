import { GalleryList } from '../../islands/GalleryList.tsx';
import { toAlbumCards } from './AlbumCard.tsx';
import { listPage } from '../list-page.tsx';
import { RECORD_KINDS } from '../../../shared/records/registry.ts';

export const gallery = listPage({
  title: RECORD_KINDS.Gallery.title,
  list: 'galleryAll',
  toCards: toAlbumCards,
  pictureOf: ({ cover }) => cover,
  name: 'GalleryList',
  component: GalleryList,
});
