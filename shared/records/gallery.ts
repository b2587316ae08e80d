import type { Entity, Row, RowFields } from './entity.ts';
import type { RecordKind } from './record-kind.ts';
import { newestFirst } from './order.ts';
import { parseDay } from '../parse-day.ts';

const fields = {
  category: ['PhotoGallery'],
  title: 'line',
  description: 'text',
  date: 'date',
  url: 'link',
  attachments: 'pictures',
} as const satisfies RowFields;

export type Album = ReturnType<typeof toAlbum>;

function toAlbum(raw: Row<typeof fields>) {
  return {
    id: raw._id,
    title: raw.title,
    description: raw.description,
    day: parseDay(raw.date),
    download: raw.url || null,
    images: raw.attachments,
  };
}

export const albumRule = {
  shows: (raw: { category: string }) => raw.category === 'PhotoGallery',
  toRecord: toAlbum,
  isAddressedById: true,
} as const;

export const gallery = {
  key: 'albums',
  name: 'Photo album',
  plural: 'Photo albums',
  title: 'Photo Gallery',
  others: 'Other albums',
  all: 'All albums',
  searchWords: 'album albums photo photos gallery pictures',
  fields,
  rule: albumRule,
  lists: {
    galleryAll: { path: (code: string) => `/api/gallery/All/${code}` },
    gallery: { path: (code: string) => `/api/gallery/${code}` },
  },
  listOrder: newestFirst,
  feedOrder: null,
  schemaType: 'ImageGallery',
} as const satisfies RecordKind<Album>;

/** One album of any category and campus, requested by its id. */
export const album = {
  fields,
  rule: { toRecord: toAlbum, isAddressedById: true, sharedWithoutSchool: true },
  lists: {
    subGallery: {
      path: (_code: string, id: string) => `/api/subGallery?id=${encodeURIComponent(id)}`,
      needsId: true,
    },
  },
} as const satisfies Entity<never, Album>;
