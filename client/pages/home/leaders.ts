import type { Campus } from '../../../shared/campuses.ts';
import type { CampusContent } from '../../../shared/content.ts';
import type { FileRef, Leader, LeaderRole } from '../../../shared/records.ts';

/** A torch bearer as the home page shows one. */
export type TorchBearer = {
  role: LeaderRole;
  /** The role in words. */
  label: string;
  name: string;
  designation: string;
  /** Portrait of the provider's record; without one the school's own picture is shown. */
  photo: FileRef | null;
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
export function torchBearers(
  records: readonly Leader[],
  { leaders }: Pick<CampusContent, 'leaders'>,
): TorchBearer[] {
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

/** SPEC §2 spells the Nekpur home page's link to the chairman's message without the "h". */
export function chairmanPath(campus: Campus): string {
  return campus === 'NEKPUR' ? '/Nekpur/ChairmanMessage' : '/ChairmanMessage';
}
