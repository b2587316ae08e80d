import { AlbumPage, albumSubject } from './AlbumPage.tsx';
import { definePage } from '../../define-page.ts';
import { RECORD_KINDS } from '../../../shared/records/registry.ts';

/** An album by the `id` of its query. */
export const subGallery = definePage({
  title: RECORD_KINDS.Gallery.title,
  lists: ['subGallery'],
  subject: albumSubject('query'),
  searchKeys: ['id'],
  Component: AlbumPage,
});
