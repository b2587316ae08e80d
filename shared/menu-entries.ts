import { CAMPUS_TABLE, campusPath, MAIN_CAMPUS, type Campus } from './campuses.ts';
import { PAGE_NAME, type LocalContent, type MenuTarget, type Site } from './content.ts';
import { documentAt, documentFacts, documentsOf } from './documents.ts';

const FOOTER = 'footer';

export type MenuLink = {
  label: string;
  href: string;
  /** Type, size and language of a document. */
  facts?: string;
};

type MenuGroup = {
  label: string;
  /** The page of all disclosure documents, above them. */
  heading: string | null;
  links: readonly MenuLink[];
};

export type MenuEntry = MenuLink | MenuGroup;

/** */
export function menuEntries(campus: Campus, content: LocalContent): readonly MenuEntry[] {
  const { menu } = content.site;
  const withFacts = (link: MenuLink): MenuLink => {
    const document = documentAt(link.href, content.documents);
    return document === undefined ? link : { ...link, facts: documentFacts(document) };
  };
  return forCampus(menu, campus).map(({ label, to, links = [], documents }) => {
    if (to !== undefined) return { label, href: resolveTarget(to, campus) };
    const added = addedLinks(label, campus, content);
    if (documents !== true) {
      const own = menuLinks(links, campus).map(withFacts);
      return { label, heading: null, links: [...own, ...added] };
    }
    const files = menuDocuments(campus, content)
      .map(({ label: name, file }) => ({ label: name, href: `/files/${file}` }))
      .map(withFacts);
    const heading = campusPath(campus, 'MandatoryDisclosure');
    return { label, heading, links: [...files, ...added] };
  });
}

/** The disclosure documents of a campus. */
export function menuDocuments(
  campus: Campus,
  { site, documents }: Pick<LocalContent, 'site' | 'documents'>,
): Site['disclosureDocuments'] {
  const own = new Set(documentsOf(campus, documents).map(({ file }) => file));
  return forCampus(site.disclosureDocuments, campus).filter(({ file }) => own.has(file));
}

/** The other pages of a page's menu group, else the quick links. */
export function relatedLinks(
  path: string,
  { campus, content, menu }: { campus: Campus; content: LocalContent; menu: readonly MenuEntry[] },
): readonly MenuLink[] {
  const isPage = ({ href }: MenuLink) =>
    href.startsWith('/') && href !== '/' && !href.startsWith('/files/') && !isHere(href, path);
  const group = menu.find(
    (entry) => 'links' in entry && entry.links.some(({ href }) => isHere(href, path)),
  );
  const links =
    group !== undefined && 'links' in group ? group.links : footerLinks(campus, content);
  return links.filter(isPage);
}

export function footerLinks(campus: Campus, content: LocalContent): MenuLink[] {
  return [...menuLinks(content.site.footerLinks, campus), ...addedLinks(FOOTER, campus, content)];
}

/** Places for the link of an added page. */
export function menuPlaces(campus: Campus, { menu }: Site): string[] {
  const groups = forCampus(menu, campus).filter(({ to }) => to === undefined);
  return [...groups.map(({ label }) => label), FOOTER];
}

/** A page's name becomes the path of the campus's page. */
export function resolveTarget(to: string, campus: Campus): string {
  return PAGE_NAME.test(to) ? campusPath(campus, to) : to;
}

function menuLinks(links: readonly MenuTarget[], campus: Campus): MenuLink[] {
  return forCampus(links, campus).map(({ label, to }) => ({
    label,
    href: resolveTarget(to, campus),
  }));
}

function forCampus<Entry extends { campus?: Campus | undefined }>(
  entries: readonly Entry[],
  campus: Campus,
): Entry[] {
  return entries.filter((entry) => entry.campus === undefined || entry.campus === campus);
}

/** @param place a group of the menu, or `footer` */
function addedLinks(place: string, campus: Campus, { addedPages }: LocalContent): MenuLink[] {
  return addedPages
    .filter((page) => page.campus === campus && page.menu === place)
    .map(({ title, name }) => ({ label: title, href: campusPath(campus, name) }));
}

/** `/` contains the home page of the main campus. */
export function isHere(href: string, path: string): boolean {
  return (
    href.toLowerCase() === path.toLowerCase() ||
    (href === '/' && path === CAMPUS_TABLE[MAIN_CAMPUS].home)
  );
}
