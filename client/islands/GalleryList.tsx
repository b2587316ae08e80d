import { AlbumCard, toAlbumCards } from '../records/gallery/AlbumCard.tsx';
import { listIsland } from '../records/list-island.tsx';
import { albumRule } from '../../shared/records/gallery.ts';

/** */
const STAY_TUNED = 'Stay Tuned for Latest Updates';

export const GalleryList = listIsland({
  rule: albumRule,
  toCards: toAlbumCards,
  Card: AlbumCard,
  kind: 'gallery',
  yearLabel: 'Photographs of {year}',
  countLabel: 'Total Categories',
  months: 'names',
  emptyTexts: { none: STAY_TUNED, inYear: STAY_TUNED, filtered: STAY_TUNED },
});
