/** The two campuses, by the value that provider records carry in `school`. */
export type Campus = 'FARRUKHABAD' | 'NEKPUR';

export const CAMPUSES = ['FARRUKHABAD', 'NEKPUR'] as const satisfies readonly Campus[];

type CampusRoutes = {
  /** Prefix of the campus's pages as the specification writes its links; also the canonical one. */
  prefix: string;
  home: string;
  /** Where the breadcrumb's first link goes (R-045, R-046: Nekpur breadcrumbs use their own spelling). */
  breadcrumbHome: string;
};

export const CAMPUS_ROUTES: Record<Campus, CampusRoutes> = {
  FARRUKHABAD: { prefix: '', home: '/HomeFr', breadcrumbHome: '/HomeFr' },
  NEKPUR: { prefix: '/nekhpur', home: '/Home', breadcrumbHome: '/Nekhpur/Home' },
};

/** Canonical path of a page on a campus: `campusPath('NEKPUR', 'News')` is `/nekhpur/News`. */
export function campusPath(campus: Campus, page: string): string {
  return `${CAMPUS_ROUTES[campus].prefix}/${page}`;
}

export function otherCampus(campus: Campus): Campus {
  return campus === 'NEKPUR' ? 'FARRUKHABAD' : 'NEKPUR';
}
