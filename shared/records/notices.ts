import type { Row, RowFields } from './entity.ts';
import type { RecordKind } from './record-kind.ts';

const fields = {
  title: 'line',
  description: 'text',
  image: 'pictures',
  attachments: 'documents',
  url: 'link',
} as const satisfies RowFields;

export type Notice = ReturnType<typeof toNotice>;

function toNotice(raw: Row<typeof fields>) {
  return {
    id: raw._id || raw.title,
    title: raw.title,
    description: raw.description,
    image: raw.image[0] ?? null,
    images: raw.image,
    attachment: raw.attachments[0] ?? null,
    attachments: raw.attachments,
    link: raw.url || null,
  };
}

/** Such a notice is the first of the dialog: most first visits are by parents who want to apply. */
export function isAboutAdmission({ title }: Pick<Notice, 'title'>): boolean {
  return /admission|प्रवेश/i.test(title);
}

/** Notices have no date: their order is the provider's. */
const providerOrder = (records: readonly Notice[]) => records;

export const notices = {
  key: 'notices',
  name: 'Notice',
  plural: 'Notices',
  title: 'Notices',
  others: 'Other notices',
  all: 'All notices',
  searchWords: 'notice notices notification',
  fields,
  rule: { sharedWithoutSchool: true, toRecord: toNotice },
  lists: {
    notification: { path: (code: string) => `/api/notification/${code}`, withToken: true },
  },
  listOrder: providerOrder,
  feedOrder: providerOrder,
  schemaType: 'Article',
} as const satisfies RecordKind<Notice>;
