import type { Campus } from '../../../shared/campuses.ts';
import type { CampusContent } from '../../../shared/content.ts';
import type { FileId, Leader, LeaderRole } from '../../../shared/records.ts';

/** A leader as the home page shows one, under "Our torch bearers". */
export type LeaderCard = {
  role: LeaderRole;
  /** The role in words. */
  label: string;
  name: string;
  designation: string;
  /** Portrait of the provider's record; without one the school's own picture is shown. */
  photo: FileId | null;
  /** File name in content/pictures. */
  portrait: string;
  messageHtml: string;
  /** Page of the message. */
  page: string;
};

const ROLES: readonly { role: LeaderRole; label: string; page: string }[] = [
  { role: 'Chairman', label: 'Chairman', page: 'ChairmanMessage' },
  { role: 'Chairperson', label: 'Chairperson', page: 'ChairpersonMessage' },
  { role: 'Principal', label: 'Principal', page: 'PrincipalMessage' },
  { role: 'AcademicHead', label: 'Academic Head', page: 'AcademicHeadMessage' },
];

/** The four, each from the campus's first record of the role, with content/site.json for what it lacks. */
export function leadersOf(
  records: readonly Leader[],
  { leaders }: Pick<CampusContent, 'leaders'>,
): LeaderCard[] {
  return ROLES.map(({ role, label, page }) => {
    const record = records.find((leader) => leader.role === role);
    const own = leaders[role];
    return {
      role,
      label,
      page,
      name: record?.name || own.name,
      designation: record?.designation || own.designation,
      photo: record?.photo ?? null,
      portrait: own.photo,
      messageHtml: record?.messageHtml ?? '',
    };
  });
}

/** The Nekpur home page's link to the chairman's message is spelt without the "h". */
export function chairmanPath(campus: Campus): string {
  return campus === 'NEKPUR' ? '/Nekpur/ChairmanMessage' : '/ChairmanMessage';
}
