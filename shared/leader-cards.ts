import type { CampusContent } from './content.ts';
import type { Leader, LeaderRole } from './records/leaders.ts';

/** The order is that under "Our torch bearers". */
export const LEADER_LABELS: Readonly<Record<LeaderRole, string>> = {
  Chairman: 'Chairman',
  Chairperson: 'Chairperson',
  Principal: 'Principal',
  AcademicHead: 'Academic Head',
};

const LEADER_ROLES = Object.keys(LEADER_LABELS) as LeaderRole[];

export type LeaderCard = ReturnType<typeof leaderCard>;

type Leaders = Pick<CampusContent, 'leaders'>;

export function leaderCards(records: readonly Leader[], campus: Leaders): LeaderCard[] {
  return LEADER_ROLES.map((role) => leaderCard(role, records, campus));
}

/** The campus's first record of a role; content/site.json fills its gaps. */
export function leaderCard(role: LeaderRole, records: readonly Leader[], { leaders }: Leaders) {
  const record = records.find((leader) => leader.role === role);
  const own = leaders[role];
  return {
    role,
    label: LEADER_LABELS[role],
    page: `${role}Message`,
    name: record?.name || own.name,
    designation: record?.designation || own.designation,
    photo: record?.photo ?? null,
    /** The school's own picture, by its name in content/pictures. */
    portrait: own.photo,
    messageHtml: record?.messageHtml ?? '',
  };
}
