import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import {
  keywordsOf,
  searchedText,
  type LocalText,
  type SearchDocument,
  type SearchSource,
} from './search-document.ts';
import type { Addresses } from '../../../client/addresses.ts';
import { leaderOf, leadersOf } from '../../../client/pages/home/leaders.ts';
import { textOfBlocks, textOfHtml } from '../../../client/pages/home/plain-text.ts';
import { footerLinks, menuEntries, type MenuLink } from '../../../client/parts/menu-entries.ts';
import { campusPath, CAMPUSES, type Campus } from '../../../shared/campuses.ts';
import { documentFacts, documentPath } from '../../../shared/documents.ts';
import type { Leader } from '../../../shared/records/leaders.ts';
import { textIn } from '../../content/hindi.ts';
import type { Content, DisclosureCell, LocalContent, Texts } from '../../../shared/content.ts';
import type { Prose } from '../../../shared/prose.ts';

const MAX_CONTENT_TEXT = 20_000;

/** They lead to pages that are found by themselves. */
const ENTRANCES = ['/', '/Campus'];

type ContentSearch = {
  content: Content;
  addresses: Pick<Addresses, 'pages'>;
  documentTexts: ReadonlyMap<string, string>;
};

/** What the school has written: its pages and documents, and the leaders' messages, which the provider may replace. */
export function contentSources(options: ContentSearch): SearchSource[] {
  const { content } = options;
  return [
    {
      lists: [],
      documents: () =>
        CAMPUSES.flatMap((campus) => [...pagesAt(campus, options), ...filesAt(campus, options)]),
    },
    {
      lists: ['principalMessage'],
      documents: (readFor) =>
        CAMPUSES.flatMap((campus) =>
          leadersAt(campus, readFor(campus)('principalMessage'), content),
        ),
    },
  ];
}

function inLanguages(
  content: Content,
  localText: (local: LocalContent, texts: Texts) => LocalText,
): LocalText & { hindi: LocalText | null } {
  const { hindi } = content;
  return { ...localText(content, {}), hindi: hindi && localText(hindi.content, hindi.texts) };
}

function leadersAt(campus: Campus, records: readonly Leader[], content: Content): SearchDocument[] {
  const { leaders, label: campusLabel } = content.site.campuses[campus];
  return leadersOf(records, { leaders }).map(({ role, label, page }) => {
    const path = campusPath(campus, page);
    return {
      id: `leaders ${role}`,
      kind: 'leaders',
      ...inLanguages(content, (local, texts) => {
        const leader = leaderOf(role, records, local.site.campuses[campus]);
        const message = textOfHtml(leader.messageHtml) || textAt(path, campus, local);
        return {
          title: textIn(texts, `${label} Message`),
          text: searchedText(`${leader.name}, ${leader.designation}. ${message}`, MAX_CONTENT_TEXT),
          facts: '',
        };
      }),
      attachments: [],
      keywords: keywordsOf('leaders', campusLabel, hindiOf([label], content)),
      day: null,
      hrefs: { [campus]: path },
    };
  });
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
      ...inLanguages(content, (local, texts) => ({
        title: textIn(texts, page.title),
        text: searchedText(textAt(path, campus, local), MAX_CONTENT_TEXT),
        facts: '',
      })),
      attachments: [],
      keywords: keywordsOf(
        'pages',
        ...links.filter(({ href }) => href === path).map(({ label }) => label),
        content.site.campuses[campus].label,
      ),
      day: null,
      hrefs: { [campus]: path },
    }));
}

/** What texts are in Hindi, which finds them too. */
function hindiOf(texts: readonly string[], { hindi }: Content): string {
  return texts.map((text) => hindi?.texts[text] ?? '').join(' ');
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

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

function textOfCell(cell: DisclosureCell): string {
  return typeof cell === 'string' ? cell : cell.label;
}

function filesAt(campus: Campus, { content, documentTexts }: ContentSearch): SearchDocument[] {
  const links = linksAt(campus, content);
  return content.documents.map(({ file, title }) => {
    const labels = links.filter(({ href }) => href === `/files/${file}`).map(({ label }) => label);
    return {
      id: `documents ${file}`,
      kind: 'documents',
      ...inLanguages(content, ({ documents }) => {
        const document = documents.find((each) => each.file === file);
        return {
          title: document?.title ?? title,
          text: searchedText(documentTexts.get(file) ?? '', MAX_CONTENT_TEXT),
          facts: document === undefined ? '' : documentFacts(document),
        };
      }),
      attachments: [],
      keywords: keywordsOf('documents', ...labels, hindiOf(labels, content)),
      day: null,
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

/** As server/build/document-texts.mjs writes it. */
const documentTextsSchema = z.record(z.string(), z.object({ text: z.string() }));

/** The text of each PDF of content/files as the build read it, by its name. @throws Error when the build is missing. */
export function loadDocumentTexts(distFolder: string): ReadonlyMap<string, string> {
  const json: unknown = JSON.parse(readFileSync(join(distFolder, 'document-texts.json'), 'utf8'));
  const documents = documentTextsSchema.parse(json);
  return new Map(Object.entries(documents).map(([file, { text }]) => [file, text]));
}
