import type { Entity, Row, RowFields } from './entity.ts';

const fields = {
  category: ['Teacher', 'Student'],
  name: 'line',
  class: 'line',
  attachments: 'pictures',
} as const satisfies RowFields;

type RawBirthday = Row<typeof fields>;

export type Birthday = ReturnType<typeof toBirthday>;

function toBirthday(raw: RawBirthday) {
  return {
    id: raw._id || `${raw.category}:${raw.name}:${raw.class}`,
    category: raw.category,
    name: raw.name,
    className: raw.class,
    photo: raw.attachments[0] ?? null,
  };
}

export const birthdays = {
  fields,
  required: 'name',
  rule: {
    shows: (raw: RawBirthday) => fields.category.some((category) => category === raw.category),
    toRecord: toBirthday,
  },
  lists: {
    birthdays: { path: (code: string) => `/api/birthdays/${code}`, expiresAtMidnight: true },
  },
} as const satisfies Entity<never, Birthday>;
