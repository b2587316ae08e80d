import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disclosure, Site } from '../../shared/content.ts';
import type { SiteDocument } from '../../shared/documents.ts';
import { unlessMissing } from '../system-errors.ts';

const FILES_PATH = '/files/';

type Named = { file: string; title: string };

/** Every PDF that the content names, once, with its first title. */
export function documentsOf(site: Site, disclosure: Disclosure): SiteDocument[] {
  const named = [
    ...site.disclosureDocuments.map(({ label, file }) => ({ file, title: label })),
    ...tableDocuments(disclosure),
    ...linkedDocuments(site),
    { file: site.sampleCertificate, title: 'Sample transfer certificate' },
  ];
  const languages = new Map(
    (site.documentLanguages ?? []).map(({ file, language }) => [file, language]),
  );
  const documents = new Map<string, SiteDocument>();
  for (const { file, title } of named)
    if (!documents.has(file))
      documents.set(file, { file, title, bytes: null, language: languages.get(file) ?? 'English' });
  return [...documents.values()];
}

export function measureDocuments(
  folder: string,
  documents: readonly SiteDocument[],
): Promise<SiteDocument[]> {
  return Promise.all(
    documents.map(async (document) => {
      const found = await unlessMissing(stat(join(folder, 'files', document.file)));
      return { ...document, bytes: found?.size ?? null };
    }),
  );
}

function tableDocuments(disclosure: Disclosure): Named[] {
  return [...disclosure.FARRUKHABAD, ...disclosure.NEKPUR].flatMap(({ rows }) =>
    rows
      .flat()
      .flatMap((cell) =>
        typeof cell === 'object' && 'file' in cell ? [{ file: cell.file, title: cell.label }] : [],
      ),
  );
}

function linkedDocuments({ menu, footerLinks, tiles }: Site): Named[] {
  return [
    ...menu.flatMap(({ label, to = '', links = [] }) => [{ label, to }, ...links]),
    ...footerLinks,
    ...tiles.map(({ label, href = '' }) => ({ label, to: href })),
  ].flatMap(({ label, to }) =>
    to.startsWith(FILES_PATH) ? [{ file: to.slice(FILES_PATH.length), title: label }] : [],
  );
}
