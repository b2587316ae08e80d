import type { SearchSource } from './record-documents.ts';
import {
  atBothCampuses,
  keywordsOf,
  searchedText,
  type SearchDocument,
} from './search-document.ts';
import type { Addresses } from '../../client/addresses.ts';
import { leadersOf } from '../../client/pages/home/leaders.ts';
import { textOfBlocks, textOfHtml } from '../../client/pages/home/plain-text.ts';
import { footerLinks, menuEntries, type MenuLink } from '../../client/parts/menu-entries.ts';
import { campusPath, type Campus } from '../../shared/campuses.ts';
import { documentFacts, documentPath } from '../../shared/documents.ts';
import type { Content, DisclosureCell, LocalContent, Prose } from '../../shared/content.ts';

/** How much of a page or a document is searched, in characters. */
const MAX_CONTENT_TEXT = 20_000;

/** They lead to pages that are found by themselves. */
const ENTRANCES = ['/', '/Campus'];

type ContentSearch = {
  content: Content;
  addresses: Pick<Addresses, 'pages'>;
  /** The text of each PDF, by the name of its file. */
  documentTexts: ReadonlyMap<string, string>;
};

/** What the school has written: its pages and documents, and the leaders' messages, which the provider may replace. */
export function contentSources(given: ContentSearch): SearchSource[] {
  const { content } = given;
  return [
    {
      lists: [],
      documents: () => [
        ...atBothCampuses((campus) => pagesAt(campus, given), itself),
        ...atBothCampuses((campus) => filesAt(campus, given), itself),
      ],
    },
    {
      lists: ['principalMessage'],
      documents: (readFor) =>
        atBothCampuses(
          (campus) =>
            leadersOf(readFor(campus)('principalMessage'), content.site.campuses[campus]).map(
              ({ role, name, label, designation, page, messageHtml }): SearchDocument => ({
                id: `leaders ${role}`,
                kind: 'leaders',
                title: `${label} Message`,
                text: searchedText(
                  `${name}, ${designation}. ${textOfHtml(messageHtml) || textsAt(campusPath(campus, page), campus, content)}`,
                  MAX_CONTENT_TEXT,
                ),
                keywords: keywordsOf(
                  'leaders',
                  content.site.campuses[campus].label,
                  hindiOf([`${label} Message`, label, designation], content),
                ),
                day: null,
                files: '',
                hrefs: { [campus]: campusPath(campus, page) },
              }),
            ),
          itself,
        ),
    },
  ];
}

function itself(document: SearchDocument): SearchDocument {
  return document;
}

/** All pages that engines may list, but those of records, leaders and documents. */
function pagesAt(campus: Campus, { content, addresses }: ContentSearch): SearchDocument[] {
  const links = linksAt(campus, content);
  const leaders = leadersOf([], content.site.campuses[campus]);
  const elsewhere = new Set([
    ...ENTRANCES,
    ...leaders.map(({ page }) => campusPath(campus, page)),
    ...content.documents.map(({ file }) => documentPath(campus, file)),
  ]);
  return addresses.pages
    .filter(
      ({ path, page, campus: own }) =>
        own === campus && page.isIndexed && page.subject === null && !elsewhere.has(path),
    )
    .map(({ path, page }) => ({
      id: `pages ${nameIn(path)}`,
      kind: 'pages',
      title: page.title,
      text: searchedText(textsAt(path, campus, content), MAX_CONTENT_TEXT),
      keywords: keywordsOf(
        'pages',
        ...links.filter(({ href }) => href === path).map(({ label }) => label),
        content.site.campuses[campus].label,
        hindiOf([page.title], content),
      ),
      day: null,
      files: '',
      hrefs: { [campus]: path },
    }));
}

/** What texts are in Hindi, which finds them too. */
function hindiOf(texts: readonly string[], { hindi }: Content): string {
  return texts.map((text) => hindi?.texts[text] ?? '').join(' ');
}

/** What the school has written for a page, in all its languages. */
function textsAt(path: string, campus: Campus, content: Content): string {
  const languages = [content, content.hindi?.content].filter((each) => each !== undefined);
  return languages.map((each) => textAt(path, campus, each)).join(' ');
}

/** What the school has written for a page. The names of its files are those of the addresses, in small letters. */
function textAt(path: string, campus: Campus, content: LocalContent): string {
  const name = nameIn(path);
  const own = Object.entries<Prose>(content.prose[campus]).find(
    ([file]) => file.replaceAll('-', '') === name,
  );
  const added = content.addedPages.find(
    (page) => page.campus === campus && page.name.toLowerCase() === name,
  );
  const { summary, address } = content.site.campuses[campus];
  if (name === 'home' || name === 'homefr')
    return [summary, ...address, textOfBlocks(content.prose[campus]['about-us'].blocks)].join(' ');
  if (name === 'mandatorydisclosure')
    return content.disclosure[campus]
      .flatMap(({ title, rows }) => [title, ...rows.flat().map(textOfCell)])
      .join(' ');
  return textOfBlocks(own?.[1].blocks ?? added?.blocks ?? []);
}

/** The last part of an address. */
function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

function textOfCell(cell: DisclosureCell): string {
  return typeof cell === 'string' ? cell : cell.label;
}

/** The PDFs of content/files. */
function filesAt(campus: Campus, { content, documentTexts }: ContentSearch): SearchDocument[] {
  const links = linksAt(campus, content);
  return content.documents.map((document) => {
    const { file, title, language } = document;
    const labels = links.filter(({ href }) => href === `/files/${file}`).map(({ label }) => label);
    return {
      id: `documents ${file}`,
      kind: 'documents',
      title,
      text: searchedText(documentTexts.get(file) ?? '', MAX_CONTENT_TEXT),
      keywords: keywordsOf('documents', language, ...labels, hindiOf([title, ...labels], content)),
      day: null,
      files: documentFacts(document),
      hrefs: { [campus]: documentPath(campus, file) },
    };
  });
}

/** Every link of the content that has a name, at a campus. */
function linksAt(campus: Campus, content: Content): MenuLink[] {
  const menu = menuEntries(campus, content).flatMap((entry) =>
    'links' in entry ? entry.links : [entry],
  );
  const tiles = content.site.tiles.flatMap(({ label, href }) =>
    href === undefined ? [] : [{ label, href }],
  );
  return [...menu, ...footerLinks(campus, content), ...tiles];
}
