import type { Addresses } from '../../client/addresses.ts';
import { CAMPUSES, campusPath } from '../../shared/campuses.ts';
import { PDF_NAME } from '../../shared/content-fields.ts';
import { PAGE_NAME, type Site } from '../../shared/content.ts';
import { safeLink } from '../../shared/links.ts';
import { resolveTarget } from '../../shared/menu-entries.ts';
import { headingId, isElement, PROSE_NAMES, type RichNode } from '../../shared/prose.ts';
import { linkedFile } from './documents.ts';
import { placeIn } from './json-place.ts';
import type { Mentioned } from './mentions.ts';
import { shownKey, type ReadPages } from './page-files.ts';
import type { Fill } from './page-values.ts';
import { problemAt, type Problem } from './problem.ts';
import { nearest } from './tables/nearest.ts';

/** `path` is what the visitor's browser opens; of a page that site.json names, that of a campus. */
type Link = Mentioned & { path: string; isName: boolean };

/** Links to pages of this site, in all files. */
export function pageLinks(site: Site | null, mentions: readonly Mentioned[]): Link[] {
  const paths = mentions.filter(({ text }) => text.startsWith('/') && safeLink(text) !== null);
  return [
    ...(site === null ? [] : namedPages(site)),
    ...paths.map((mention) => ({ ...mention, path: mention.text, isName: false })),
  ];
}

/** Names of pages in site.json, such as `for-parents#bus`. */
function namedPages(site: Site): Link[] {
  const links = [
    ...site.menu.flatMap((entry, index) => [
      { ...entry, at: `menu.${index}.to` },
      ...(entry.links ?? []).map((link, number) => ({
        ...link,
        at: `menu.${index}.links.${number}.to`,
        campus: entry.campus ?? link.campus,
      })),
    ]),
    ...site.footerLinks.map((link, index) => ({ ...link, at: `footerLinks.${index}.to` })),
    ...site.tiles.map(({ href }, index) => ({
      at: `tiles.${index}.href`,
      to: href,
      campus: undefined,
    })),
  ];
  return links.flatMap(({ at, to: text = '', campus }) =>
    CAMPUSES.filter((each) => PAGE_NAME.test(text) && (campus ?? each) === each).map((each) => ({
      file: 'site.json',
      at: placeIn(site, at),
      text,
      path: resolveTarget(text, each),
      isName: true,
    })),
  );
}

type PageAt = Addresses['pageAt'];

/** Links without a page. */
export function linkErrors(links: readonly Link[], pageAt: PageAt): Problem[] {
  return links.flatMap(({ file, at, path, text, isName }) => {
    const page = path.replace(/[?#].*$/, '');
    const document = linkedFile(path);
    const isKnown = document === null ? pageAt(page) !== undefined : PDF_NAME.test(document);
    if (isKnown) return [];
    return problemAt(
      { file, place: at },
      isName
        ? { text: 'there is no page at {path}', values: { path: page } }
        : { text: '{link} leads to no page of this site', values: { link: text } },
    );
  });
}

type SectionOptions = Pick<ReadPages, 'pages' | 'addedPages'> & { fill: Fill; pageAt: PageAt };

/** Links to a section that a page of the folder does not have: they lead to its top. */
export function sectionWarnings(links: readonly Link[], options: SectionOptions): Problem[] {
  const sections = sectionsByPath(options);
  return links.flatMap(({ file, at, path, text }) => {
    const [, page, section] = /^([^?#]*)(?:\?[^#]*)?#(.+)$/.exec(path) ?? [];
    if (page === undefined || section === undefined) return [];
    const known = sections.get(options.pageAt(page)?.path.toLowerCase() ?? '');
    if (known === undefined || known.includes(section)) return [];
    const meant = nearest(section, known);
    const values = { link: text, section };
    return problemAt(
      { file, place: at },
      meant === null
        ? { text: '{link} leads to the top of its page, which has no section {section}', values }
        : {
            text: '{link} leads to the top of its page, which has no section {section}; did you mean {name}?',
            values: { ...values, name: meant },
          },
      'warning',
    );
  });
}

/** The ids of headings of each page that is a text of the folder; others have sections of the program. */
function sectionsByPath({ pages, addedPages, fill }: SectionOptions): Map<string, string[]> {
  const ofSite = PROSE_NAMES.flatMap((name) =>
    CAMPUSES.map((campus) => ({
      campus,
      // `safety-security` is the text of /SafetySecurity.
      name: name.replaceAll('-', ''),
      blocks: pages.get(shownKey(pages, name, campus))?.blocks ?? [],
    })),
  );
  return new Map(
    [...ofSite, ...addedPages].map(({ campus, name, blocks }) => [
      campusPath(campus, name).toLowerCase(),
      headingIds(fill(blocks, campus)),
    ]),
  );
}

function headingIds(nodes: readonly RichNode[]): string[] {
  return nodes
    .filter(isElement)
    .flatMap((node) => (/^h\d$/.test(node.tag) ? [headingId(node)] : headingIds(node.children)));
}
