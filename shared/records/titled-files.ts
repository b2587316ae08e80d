import type { Entity, Row, RowFields } from './entity.ts';

const fields = { title: 'line', attachments: 'documents' } as const satisfies RowFields;

export type TitledFile = ReturnType<typeof toTitledFile>;

function toTitledFile(raw: Row<typeof fields>) {
  return { id: raw._id || raw.title, title: raw.title, attachment: raw.attachments[0] ?? null };
}

/** A title with a file: announcements (highlights), and what a visitor can register for. */
export const titledFiles = {
  fields,
  rule: { toRecord: toTitledFile },
  lists: {
    onlineRegistration: {
      path: (code: string) => `/api/onlineRegistration/${code}`,
      withToken: true,
    },
    highlight: { path: (code: string) => `/api/highlight/${code}` },
  },
} as const satisfies Entity<never, TitledFile>;
