import type { FinishedPage } from '../../pages/page-cache.ts';
import { readSections, type Section } from './page-sections.ts';
import type { LocalText, SearchDocument } from './search-index.ts';
import type { SearchSource } from './site-search.ts';
import type { Addresses } from '../../../client/addresses.ts';
import type { PageAddress } from '../../../client/routes.tsx';
import { footerLinks, menuEntries } from '../../../shared/menu-entries.ts';
import { recordName } from '../../../shared/records/record-name.ts';
import { campusPath, type Campus } from '../../../shared/campuses.ts';
import type { Content } from '../../../shared/content.ts';
import { formatLong } from '../../../shared/dates.ts';
import { documentFacts, documentPath, documentsOf, fileType } from '../../../shared/documents.ts';
import { textIn } from '../../../shared/fill-text.ts';
import { localPath } from '../../../shared/languages.ts';
import { leaderCards } from '../../../shared/leader-cards.ts';
import type { FileId } from '../../../shared/links.ts';
import { cutText } from '../../../shared/provider-text.ts';
import { listsOf, kindRecords } from '../../../shared/records/kind-records.ts';
import type { PagedRecord } from '../../../shared/records/record-kind.ts';
import { recordPath } from '../../../shared/records/record-paths.ts';
import {
  RECORD_KINDS,
  RECORD_SEGMENTS,
  type RecordSegment,
} from '../../../shared/records/registry.ts';
import { withoutTargets } from '../../../shared/text-links.ts';

/** How much of a text is searched, in characters: it bounds the memory of the index. */
const MAX_DOCUMENT_TEXT = 20_000;
const MAX_RECORD_TEXT = 1_000;

/** They lead to pages that are found by themselves. */
const ENTRANCES = new Set(['/', '/Campus']);

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
  addresses: Pick<Addresses, 'pages' | 'pageAt'>;
  documentTexts: ReadonlyMap<string, string>;
  /** The finished page of an address without parameters; null while it is not available. */
  readPage: (address: PageAddress) => Promise<FinishedPage | null>;
};

/** The pages of the site, as they are shown; the documents of the school; records. */
export function searchSources(options: SearchSourcesOptions): SearchSource[] {
  const { content, addresses } = options;
  const readText = createPageReader(options);
  // Pages that engines may list, but for those of records and documents, which are found by themselves.
  const pages = addresses.pages.filter(
    ({ path, campus, page: { isIndexed, subject } }) =>
      isIndexed &&
      subject === null &&
      !ENTRANCES.has(path) &&
      !content.documents.some(({ file }) => documentPath(campus, file) === path),
  );
  return [
    { lists: [], documents: (campus) => filesAt(campus, options) },
    ...RECORD_SEGMENTS.map((segment): SearchSource => ({
      lists: listsOf(segment),
      *documents(campus, read) {
        for (const record of kindRecords(segment, read))
          yield recordDocument(record, segment, { campus, content });
      },
    })),
    {
      lists: [],
      shownLists: pages.flatMap(({ page }) => page.lists),
      async *documents(campus) {
        for (const address of pages.filter((each) => each.campus === campus))
          yield await pageDocument(address, readText, options);
      },
    },
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
    sections: oneSection(withoutTargets(description), MAX_RECORD_TEXT),
    keywords: [searchWords, date, venue, label, content.site.name, ...attachments.map(nameOfFile)],
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

/** A finished page is read once. */
function createPageReader({ content, readPage }: SearchSourcesOptions) {
  const sectionsOf = new WeakMap<FinishedPage, Section[]>();
  return async (address: PageAddress): Promise<LocalText | null> => {
    const finished = await readPage(address);
    if (finished === null) return null;
    const sections =
      sectionsOf.get(finished) ?? (await readSections(finished.bodies.identity.toString()));
    sectionsOf.set(finished, sections);
    const texts = address.language === 'hi' ? content.hindi?.texts : undefined;
    return { title: textIn(texts ?? {}, address.page.title), sections };
  };
}

async function pageDocument(
  address: PageAddress,
  readText: ReturnType<typeof createPageReader>,
  { content, addresses }: SearchSourcesOptions,
): Promise<SearchDocument | null> {
  const { campus, path } = address;
  const english = await readText(address);
  if (english === null) return null;
  const hindi = addresses.pageAt(localPath('hi', path));
  const { leaders, label } = content.site.campuses[campus];
  const isLeader = leaderCards([], { leaders }).some(
    ({ page }) => campusPath(campus, page) === path,
  );
  const kind = isLeader ? 'leaders' : 'pages';
  return {
    id: `${kind} ${path.slice(path.lastIndexOf('/') + 1).toLowerCase()}`,
    kind,
    ...english,
    hindi: hindi?.language === 'hi' ? await readText(hindi) : null,
    keywords: [KIND_WORDS[kind], label, content.site.name, ...labelsOf(path, campus, content)],
    hrefs: { [campus]: path },
  };
}

/** What the menu and the footer call a page or a file, whose title may be another. */
function labelsOf(path: string, campus: Campus, content: Content): string[] {
  const entries = [...menuEntries(campus, content), ...footerLinks(campus, content)];
  const links = entries.flatMap((entry) => ('links' in entry ? entry.links : [entry]));
  return links.flatMap(({ href, label }) => (href === path ? [label] : []));
}

function filesAt(campus: Campus, options: SearchSourcesOptions): SearchDocument[] {
  const { content, documentTexts } = options;
  const { documents, hindi } = content;
  return documentsOf(campus, documents).map((document) => {
    const { file } = document;
    const sections = oneSection(documentTexts.get(file) ?? '', MAX_DOCUMENT_TEXT);
    const labels = labelsOf(`/files/${file}`, campus, content);
    const inHindi = hindi?.content.documents.find((each) => each.file === file);
    const toText = (local: typeof document): LocalText => ({
      title: local.title,
      sections,
      facts: documentFacts(local),
    });
    return {
      id: `documents ${file}`,
      kind: 'documents',
      ...toText(document),
      hindi: inHindi && toText(inHindi),
      keywords: [KIND_WORDS.documents, content.site.name, ...labels],
      hrefs: { [campus]: documentPath(campus, file) },
    };
  });
}

/** A text in one line, as far as it is searched. @param limit in characters. */
function oneSection(text: string, limit: number): Section[] {
  return [{ id: null, heading: '', text: cutText(text.replace(/\s+/g, ' ').trim(), limit) }];
}
