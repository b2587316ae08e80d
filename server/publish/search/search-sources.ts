import type { LocalText, SearchDocument } from './search-index.ts';
import type { SearchSource } from './site-search.ts';
import type { Addresses } from '../../../client/addresses.ts';
import { leaderCard, leaderCards } from '../../../shared/leader-cards.ts';
import { blocksToText, htmlToText } from '../../../shared/plain-text.ts';
import {
  footerLinks,
  menuEntries,
  resolveTarget,
  type MenuLink,
} from '../../../shared/menu-entries.ts';
import { recordName } from '../../../shared/records/record-name.ts';
import { campusPath, type Campus } from '../../../shared/campuses.ts';
import type { Content, DisclosureCell, LocalContent } from '../../../shared/content.ts';
import { formatLong } from '../../../shared/dates.ts';
import { documentFacts, documentPath, documentsOf, fileType } from '../../../shared/documents.ts';
import { textIn, type Texts } from '../../../shared/fill-text.ts';
import type { FileId } from '../../../shared/links.ts';
import type { Prose } from '../../../shared/prose.ts';
import type { SchoolCalendar } from '../../../shared/school-calendar.ts';
import { cutText } from '../../../shared/provider-text.ts';
import { listsOf, kindRecords } from '../../../shared/records/kind-records.ts';
import type { Leader } from '../../../shared/records/leaders.ts';
import type { PagedRecord } from '../../../shared/records/record-kind.ts';
import { recordPath } from '../../../shared/records/record-paths.ts';
import {
  RECORD_KINDS,
  RECORD_SEGMENTS,
  type RecordSegment,
} from '../../../shared/records/registry.ts';
import { withoutTargets } from '../../../shared/text-links.ts';

/** How much of a text is searched, in characters: it bounds the memory of the index. */
const MAX_CONTENT_TEXT = 20_000;
const MAX_RECORD_TEXT = 1_000;

/** They lead to pages that are found by themselves. */
const ENTRANCES = ['/', '/Campus'];

/** File names that say nothing: ids of databases. */
const OPAQUE_NAME = /^[\da-f-]{16,}$/i;

/** Words that find every document of what is no record. */
const KIND_WORDS = {
  pages: 'page',
  documents: 'document documents pdf file download',
  leaders: 'message leader',
};

type SearchSourcesOptions = {
  content: Content;
  addresses: Pick<Addresses, 'pages'>;
  documentTexts: ReadonlyMap<string, string>;
};

/**
 * What the school has written, its pages and documents; the leaders' messages, which the provider may replace; records.
 */
export function searchSources(options: SearchSourcesOptions): SearchSource[] {
  const { content } = options;
  const inLanguages = (document: LocalDocument) => localDocument(document, content);
  return [
    {
      lists: [],
      documents: (campus) =>
        [...pagesAt(campus, options), ...filesAt(campus, options)].map(inLanguages),
    },
    {
      lists: ['principalMessage'],
      documents: (campus, read) =>
        leadersAt(campus, read('principalMessage'), content).map(inLanguages),
    },
    ...RECORD_SEGMENTS.map((segment): SearchSource => ({
      lists: listsOf(segment),
      *documents(campus, read) {
        for (const record of kindRecords(segment, read))
          yield recordDocument(record, segment, { campus, content });
      },
    })),
  ];
}

function recordDocument(
  record: PagedRecord,
  segment: RecordSegment,
  { campus, content }: { campus: Campus; content: Content },
): SearchDocument {
  const { id, description, day = null, venue = '', attachments = [] } = record;
  const { key: kind, name, searchWords } = RECORD_KINDS[segment];
  const date = day === null ? '' : formatLong(day);
  const { label } = content.site.campuses[campus];
  return {
    id: `${kind} ${id}`,
    kind,
    title: recordName(record, name),
    text: searchedText(withoutTargets(description), MAX_RECORD_TEXT),
    keywords: [searchWords, date, venue, label, ...attachments.map(nameOfFile)].join(' '),
    day,
    attachments,
    hrefs: { [campus]: recordPath(campus, segment, record) ?? campusPath(campus, segment) },
  };
}

/** What a file is found by: its name, where that is one, and its type. */
function nameOfFile(file: FileId): string {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return `${OPAQUE_NAME.test(name) ? '' : name} ${fileType(file) ?? ''}`;
}

type LocalDocument = {
  kind: keyof typeof KIND_WORDS;
  name: string;
  campus: Campus;
  path: string;
  keywords: readonly string[];
  buildText: (local: LocalContent, texts: Texts) => LocalText;
};

/** What the school has written, in its languages. */
function localDocument(
  { kind, name, campus, path, keywords, buildText }: LocalDocument,
  content: Content,
): SearchDocument {
  const { hindi } = content;
  return {
    id: `${kind} ${name}`,
    kind,
    ...buildText(content, {}),
    hindi: hindi && buildText(hindi.content, hindi.texts),
    keywords: [KIND_WORDS[kind], ...keywords].join(' '),
    hrefs: { [campus]: path },
  };
}

function leadersAt(campus: Campus, records: readonly Leader[], content: Content): LocalDocument[] {
  const { leaders, label: campusLabel } = content.site.campuses[campus];
  return leaderCards(records, { leaders }).map(({ role, label, page }) => {
    const path = campusPath(campus, page);
    const keywords = [campusLabel, translateWords([label], content)];
    const buildText = (local: LocalContent, texts: Texts) => {
      const leader = leaderCard(role, records, local.site.campuses[campus]);
      const message = htmlToText(leader.messageHtml) || textAt(path, campus, local);
      const text = `${leader.name}, ${leader.designation}. ${message}`;
      return {
        title: textIn(texts, `${label} Message`),
        text: searchedText(text, MAX_CONTENT_TEXT),
      };
    };
    return { kind: 'leaders', name: role, campus, path, keywords, buildText };
  });
}

/** All pages that engines may list, but those of records, leaders and documents. */
function pagesAt(campus: Campus, { content, addresses }: SearchSourcesOptions): LocalDocument[] {
  const links = linksAt(campus, content);
  const leaders = leaderCards([], content.site.campuses[campus]);
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
    .map(({ path, page }) => {
      const labels = links.filter(({ href }) => href === path).map(({ label }) => label);
      const keywords = [...labels, content.site.campuses[campus].label];
      const buildText = (local: LocalContent, texts: Texts) => ({
        title: textIn(texts, page.title),
        text: searchedText(textAt(path, campus, local), MAX_CONTENT_TEXT),
      });
      return { kind: 'pages', name: nameIn(path), campus, path, keywords, buildText };
    });
}

/** What texts are in Hindi, which finds them too. */
function translateWords(texts: readonly string[], { hindi }: Content): string {
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
    return [summary, ...address, blocksToText(content.prose[campus]['about-us'].blocks)].join(' ');
  if (name === 'mandatorydisclosure')
    return [
      ...content.disclosure[campus].flatMap(({ title, rows }) => [
        title,
        ...rows.flat().map(textOfCell),
      ]),
      ...content.staff
        .filter((teacher) => teacher.campus === campus)
        .flatMap(({ person, designation, subjects }) => [person, designation, ...subjects]),
    ].join(' ');
  if (name === 'calendar') return calendarText(content.office.schoolDays?.[campus]);
  if (name === 'fees')
    return (content.office.fees?.[campus] ?? [])
      .flatMap(({ session, heads, notes }) => [session, ...heads.map(({ head }) => head), ...notes])
      .join(' ');
  return blocksToText(own?.[1].blocks ?? added?.blocks ?? []);
}

/** What the calendar page is found by besides its events. */
function calendarText(calendar: SchoolCalendar | undefined): string {
  if (calendar === undefined) return '';
  return [...calendar.holidays, ...calendar.exams].map((each) => each.name).join(', ');
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

function textOfCell(cell: DisclosureCell): string {
  return typeof cell === 'string' ? cell : cell.label;
}

function filesAt(
  campus: Campus,
  { content, documentTexts }: SearchSourcesOptions,
): LocalDocument[] {
  const links = linksAt(campus, content);
  return documentsOf(campus, content.documents).map(({ file, title }) => {
    const labels = links.filter(({ href }) => href === `/files/${file}`).map(({ label }) => label);
    const path = documentPath(campus, file);
    const keywords = [...labels, translateWords(labels, content)];
    const buildText = ({ documents }: LocalContent) => {
      const document = documents.find((each) => each.file === file);
      return {
        title: document?.title ?? title,
        text: searchedText(documentTexts.get(file) ?? '', MAX_CONTENT_TEXT),
        facts: document && documentFacts(document),
      };
    };
    return { kind: 'documents', name: file, campus, path, keywords, buildText };
  });
}

/** Every link of the content that has a name, at a campus. */
function linksAt(campus: Campus, content: Content): MenuLink[] {
  const menu = menuEntries(campus, content).flatMap((entry) =>
    'links' in entry ? entry.links : [entry],
  );
  const tiles = content.site.tiles.flatMap(({ label, href }) =>
    href === undefined ? [] : [{ label, href: resolveTarget(href, campus) }],
  );
  return [...menu, ...footerLinks(campus, content), ...tiles];
}

/** A text in one line, as far as it is searched. @param limit in characters. */
function searchedText(text: string, limit: number): string {
  return cutText(text.replace(/\s+/g, ' ').trim(), limit);
}
