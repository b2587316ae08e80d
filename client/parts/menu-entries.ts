import { CAMPUS_ROUTES, campusPath, type Campus } from '../../shared/campuses.ts';
import type { Site } from '../../shared/content.ts';

export type MenuLink = { label: string; href: string; opensInNewTab: boolean };

/** An entry of the header's menu: a link, or a group that opens. */
export type MenuEntry =
  | { label: string; href: string }
  | { label: string; links: readonly MenuLink[] };

/** The menu of a campus, in the order and with the addresses of. */
export function menuEntries(campus: Campus, site: Site): readonly MenuEntry[] {
  const page = (name: string, label: string): MenuLink => ({
    label,
    href: campusPath(campus, name),
    opensInNewTab: false,
  });
  const external = (label: string, href: string): MenuLink => ({
    label,
    href,
    opensInNewTab: true,
  });
  const isNekpur = campus === 'NEKPUR';
  return [
    {
      label: 'The School',
      links: [
        { label: 'Home', href: '/', opensInNewTab: false },
        page('Vision', 'Vision'),
        page('Mission', 'Mission'),
        page('ChairmanMessage', 'Chairman Message'),
        page('ChairpersonMessage', 'Chairperson Message'),
        page('AcademicHeadMessage', 'Academic Head Message'),
        page('PrincipalMessage', 'Principal Message'),
        external(`${site.board.name} website`, site.board.url),
      ],
    },
    {
      label: 'Academics',
      links: [
        ...(isNekpur ? [external('Prospectus', `/files/${site.prospectus}`)] : []),
        page('LifeatGis', 'Life at GIS'),
        page('ExtraCurricularActivity', 'Extra Curricular Activity'),
      ],
    },
    {
      label: 'Facilities',
      links: [
        page('SafetySecurity', 'Safety & Security'),
        page('Sports', 'Sports'),
        page('Infrastructure', 'Infrastructure'),
        ...(isNekpur
          ? [{ label: 'ERP Software', href: '/Nekhpur/ErpSoftware', opensInNewTab: false }]
          : []),
      ],
    },
    { label: 'Gallery', href: campusPath(campus, 'Gallery') },
    { label: 'Admission Enquiry', href: campusPath(campus, 'Admission') },
    { label: 'Career Enquiry', href: campusPath(campus, 'Career') },
    {
      label: 'Mandatory Disclosure',
      links: site.disclosureDocuments.map(({ label, file }) => external(label, `/files/${file}`)),
    },
  ];
}

/**
 * Whether a link leads to the page itself; letter case never matters in our paths. `/` is the Farrukhabad
 * home page below a choice of the campus, so its link stands for that one too.
 */
export function isHere(href: string, path: string): boolean {
  return (
    href.toLowerCase() === path.toLowerCase() ||
    (href === '/' && path === CAMPUS_ROUTES.FARRUKHABAD.home)
  );
}
