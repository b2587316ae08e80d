import { AlbumCard, toAlbumCards } from '../records/gallery/AlbumCard.tsx';
import { listIsland } from '../records/list-island.tsx';
import { albumRule } from '../../shared/records/gallery.ts';

export const GalleryList = listIsland({
  rule: albumRule,
  toCards: toAlbumCards,
  Card: AlbumCard,
  kind: 'gallery',
  yearLabel: 'Photographs of {year}',
  countLabel: 'Total Categories',
  months: 'names',
  emptyText: 'Stay Tuned for Latest Updates',
});
