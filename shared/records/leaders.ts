import type { Entity, Row, RowFields } from './entity.ts';

export type LeaderRole = 'Chairman' | 'Chairperson' | 'AcademicHead' | 'Principal';

/** The provider's categories of leaders that are shown. */
const LEADER_ROLES: ReadonlyMap<string, LeaderRole> = new Map([
  ['Chairman', 'Chairman'],
  ['Vice Principal', 'Chairperson'],
  ['Manager', 'AcademicHead'],
  ['Principal', 'Principal'],
]);

const fields = {
  category: ['Principal', 'Chairman', 'Vice Principal', 'Manager'],
  name: 'line',
  designation: 'line',
  message: 'html',
  attachments: 'pictures',
} as const satisfies RowFields;

type RawLeader = Row<typeof fields>;

export type Leader = ReturnType<typeof toLeader>;

function toLeader(raw: RawLeader) {
  const role: LeaderRole = LEADER_ROLES.get(raw.category) ?? 'Principal';
  return {
    role,
    name: raw.name,
    designation: raw.designation,
    /** HTML of the provider, not yet sanitised: only ProviderHtml may render it. */
    messageHtml: raw.message,
    photo: raw.attachments[0] ?? null,
  };
}

export const leaders = {
  fields,
  rule: { shows: (raw: RawLeader) => LEADER_ROLES.has(raw.category), toRecord: toLeader },
  lists: {
    principalMessage: { path: (code: string) => `/api/principalMessage/${code}`, withToken: true },
  },
} as const satisfies Entity<never, Leader>;
