import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CAMPUSES } from '../../shared/campuses.ts';
import type { Disclosure, Office, Site } from '../../shared/content.ts';
import type { SiteDocument } from '../../shared/documents.ts';
import { unlessMissing } from '../system-errors.ts';

type Named = { file: string; title: string };

/** Every PDF that the content names, once, with its first title; a missing file has no size. */
export function readDocuments(
  folder: string,
  { site, disclosure, office }: { site: Site; disclosure: Disclosure; office: Office },
): Promise<SiteDocument[]> {
  const named = [
    ...site.disclosureDocuments.map(({ label, file }) => ({ file, title: label })),
    ...tableDocuments(disclosure),
    ...linkedDocuments(site),
    { file: site.sampleCertificate, title: 'Sample transfer certificate' },
    ...feeFiles(site).map((file) => ({ file, title: 'Fees' })),
    ...feeDocuments(office),
  ];
  const entries = new Map(office.documents.map((entry) => [entry.file, entry]));
  const isFirst = ({ file }: Named, at: number) =>
    named.findIndex((one) => one.file === file) === at;
  return Promise.all(
    named.filter(isFirst).map(async ({ file, title }) => {
      const found = await unlessMissing(stat(join(folder, 'files', file)));
      const entry = entries.get(file);
      const { language = 'English', published = null, ofCampuses = CAMPUSES } = entry ?? {};
      return { file, title, bytes: found?.size ?? null, language, published, ofCampuses };
    }),
  );
}

function tableDocuments(disclosure: Disclosure): Named[] {
  return Object.values(disclosure)
    .flat()
    .flatMap(({ rows }) =>
      rows
        .flat()
        .flatMap((cell) =>
          typeof cell === 'object' && 'file' in cell
            ? [{ file: cell.file, title: cell.label }]
            : [],
        ),
    );
}

function feeFiles({ feeDocument }: Site): string[] {
  const files = typeof feeDocument === 'object' ? Object.values(feeDocument) : [feeDocument];
  return files.filter((file) => file !== undefined);
}

function feeDocuments({ fees }: Office): Named[] {
  return Object.values(fees ?? {})
    .flat()
    .flatMap(({ session, file }) =>
      file === undefined ? [] : [{ file, title: `Fees ${session}` }],
    );
}

function linkedDocuments({ menu, footerLinks, tiles }: Site): Named[] {
  return [
    ...menu.flatMap(({ label, to = '', links = [] }) => [{ label, to }, ...links]),
    ...footerLinks,
    ...tiles.map(({ label, href = '' }) => ({ label, to: href })),
  ].flatMap(({ label, to }) => {
    const file = linkedFile(to);
    return file === null ? [] : [{ file, title: label }];
  });
}

/** The file of a link such as `/files/fees.pdf#page=2`; null for other links. */
export function linkedFile(link: string): string | null {
  const [, file = null] = /^\/files\/([^?#]+)/.exec(link) ?? [];
  return file;
}
