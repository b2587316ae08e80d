import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CAMPUSES } from '../shared/campuses.ts';
import type { Block, Disclosure, Inline, Site } from '../shared/content.ts';
import { readContent } from './content.ts';

/** The Mandatory Disclosure menu, in the order that the school asked for. */
const DISCLOSURE_LABELS = [
  'Affiliation Letter',
  'Staff Statement',
  'Fee Structure',
  'Academic Calendar',
  'Fire Safety',
  'Land Certificate',
  'NOC',
  'Recognition Certificate',
  'Building Safety Certificate',
  'Water/Health/Sanitation Cert.',
  'Water Analysis Cert.',
  'Society Certificate',
  'SMC',
  'PTA',
  'Last 3 Years Result',
  'Self Declaration',
  'Mandatory Disclosure details',
];

/** Titles of the ERP page's pop-ups. */
const POPUP_TITLES = ['Manage Data', 'Parent Portal', 'Communication Portal'];

const PICTURE = /^[a-z0-9-]+\.(svg|jpg|png|webp|avif)$/;
const PDF = /^[a-z0-9-]+\.pdf$/;
/** Where the site serves content/files. */
const FILES_PATH = '/files/';

/** A text of the content with the file and field that it stands in: `content/site.json: logo`. */
type Mention = { at: string; text: string };

/**
 * Everything that is wrong with a content folder, one line per fault with file and field: what
 * `loadContent` rejects, and also pictures and PDFs that are missing or are no PDF, links that lead
 * to no page, and lists that are fixed (the disclosure menu, R-153). Empty when the site can be built.
 *
 * @param isPage whether a path of this site, without query and fragment, is a page.
 */
export async function checkContent(
  folder: string,
  isPage: (path: string) => boolean,
): Promise<string[]> {
  const { site, disclosure, pages, faults } = await readContent(folder);
  const mentions = [
    ...mentionsIn(site, 'content/site.json: '),
    ...mentionsIn(disclosure, 'content/disclosure.json: '),
    ...[...pages].flatMap(([file, prose]) =>
      blockMentions(prose.blocks).map((text) => ({ at: `content/pages/${file}`, text })),
    ),
  ];
  return [
    ...faults,
    ...(site === null ? [] : siteFaults(site)),
    ...(site === null || disclosure === null ? [] : disclosureFaults(disclosure, site)),
    ...(await fileFaults(folder, mentions)),
    ...linkFaults(mentions, isPage),
  ];
}

function mentionsIn(value: unknown, at: string): Mention[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  const separator = at.endsWith(': ') ? '' : '.';
  return Object.entries(value).flatMap(([key, inner]) =>
    mentionsIn(inner, `${at}${separator}${key}`),
  );
}

/** Pictures and links of a page; its other texts name no file. */
function blockMentions(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'picture':
        return [block.picture];
      case 'paragraph':
        return linksIn(block.children);
      case 'list':
        return block.items.flatMap(linksIn);
      case 'quote':
        return blockMentions(block.blocks);
      default:
        return [];
    }
  });
}

function linksIn(inlines: readonly Inline[]): string[] {
  return inlines.flatMap((inline) => {
    if (inline.kind === 'text') return [];
    return inline.kind === 'link'
      ? [inline.href, ...linksIn(inline.children)]
      : linksIn(inline.children);
  });
}

function siteFaults(site: Site): string[] {
  const faults = DISCLOSURE_LABELS.flatMap((label, index) =>
    site.disclosureDocuments[index]?.label === label
      ? []
      : [`disclosureDocuments.${index}.label: must be "${label}"`],
  );
  POPUP_TITLES.forEach((title, index) => {
    if (site.vendor.popups[index]?.title !== title)
      faults.push(`vendor.popups.${index}.title: must be "${title}"`);
  });
  const ids = site.tiles.map((tile) => tile.id);
  ids.forEach((id, index) => {
    if (ids.indexOf(id) < index) faults.push(`tiles.${index}.id: "${id}" is there twice`);
  });
  return faults.map((fault) => `content/site.json: ${fault}`);
}

function disclosureFaults(disclosure: Disclosure, site: Site): string[] {
  return CAMPUSES.flatMap((campus) => {
    const tables = disclosure[campus];
    const columns = tables.flatMap((table, index) =>
      table.rows.flatMap((row, number) =>
        row.length === table.columns.length
          ? []
          : [
              `${campus}.${index}.rows.${number}: has ${row.length} cells, but the table has ${table.columns.length} columns`,
            ],
      ),
    );
    const linked = new Set(mentionsIn(tables, '').map((mention) => mention.text));
    const unlinked = site.disclosureDocuments.filter((document) => !linked.has(document.file));
    return [
      ...columns,
      ...unlinked.map((document) => `${campus}: no row links ${document.file} (${document.label})`),
    ];
  }).map((fault) => `content/disclosure.json: ${fault}`);
}

async function fileFaults(folder: string, mentions: readonly Mention[]): Promise<string[]> {
  // Compared by name, as some disks do not tell a capital from a small letter and the server's does.
  const [pictures, files] = await Promise.all([
    namesIn(join(folder, 'pictures')),
    namesIn(join(folder, 'files')),
  ]);
  const faults = mentions.map(async ({ at, text }): Promise<string[]> => {
    if (PICTURE.test(text))
      return pictures.has(text) ? [] : [`${at}: ${text} is not in content/pictures`];
    const name = text.startsWith(FILES_PATH) ? text.slice(FILES_PATH.length) : text;
    if (!PDF.test(name)) return [];
    if (!files.has(name)) return [`${at}: ${name} is not in content/files`];
    return (await isPdf(join(folder, 'files', name)))
      ? []
      : [`${at}: content/files/${name} is not a PDF (it must start with %PDF-)`];
  });
  return (await Promise.all(faults)).flat();
}

async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  return new Set(await readdir(folder).catch(() => []));
}

async function isPdf(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(5), 0, 5, 0);
    return bytesRead === 5 && buffer.toString('latin1') === '%PDF-';
  } finally {
    await file.close();
  }
}

function linkFaults(mentions: readonly Mention[], isPage: (path: string) => boolean): string[] {
  return mentions.flatMap(({ at, text }) => {
    if (!text.startsWith('/')) return [];
    const path = text.replace(/[?#].*$/, '');
    const isKnown = path.startsWith(FILES_PATH)
      ? PDF.test(path.slice(FILES_PATH.length))
      : isPage(path);
    return isKnown ? [] : [`${at}: ${text} leads to no page of this site`];
  });
}
