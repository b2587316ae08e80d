import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CAMPUSES } from '../../shared/campuses.ts';
import { PDF_NAME } from '../../shared/content-fields.ts';
import type { Disclosure, Office, Site } from '../../shared/content.ts';
import { mentionsIn } from './mentions.ts';
import { inFile, type Finding, type Problem } from './problem.ts';
import { CAMPUS_NAMES } from './tables/kinds.ts';
import type { TableFiles } from './tables/read-tables.ts';

type Documents = {
  /** Null with errors. */
  site: Site | null;
  disclosure: Disclosure | null;
  office: Office;
  files: TableFiles;
};

/** Documents of the menu that the disclosure of a campus does not link, and PDFs without a day. */
export async function documentErrors(
  folder: string,
  { site, disclosure, office, files }: Documents,
): Promise<Problem[]> {
  return [
    ...(site === null || disclosure === null
      ? []
      : inFile(files.disclosure, unlinkedDocuments(site, { disclosure, office }))),
    ...inFile(files.documents, await undatedFiles(folder, office)),
  ];
}

function unlinkedDocuments(
  { disclosureDocuments }: Site,
  { disclosure, office }: { disclosure: Disclosure; office: Office },
): Finding[] {
  const isOf = (file: string, campus: (typeof CAMPUSES)[number]) =>
    office.documents.find((each) => each.file === file)?.ofCampuses.includes(campus) ?? true;
  return CAMPUSES.flatMap((campus) => {
    const linked = new Set(mentionsIn(disclosure[campus]).map(({ text }) => text));
    return disclosureDocuments
      .filter(({ file }) => isOf(file, campus) && !linked.has(file))
      .map(({ file, label }): Finding => ({
        text: 'no row of {campus} links {file} ({label}); add one',
        values: { campus: CAMPUS_NAMES[campus], file, label },
      }));
  });
}

async function undatedFiles(folder: string, { documents }: Office): Promise<Finding[]> {
  if (documents.length === 0) return [];
  const dated = new Set(documents.map(({ file }) => file));
  const names: string[] = await readdir(join(folder, 'files')).catch(() => []);
  return names
    .filter((name) => PDF_NAME.test(name) && !dated.has(name))
    .map((file) => ({
      text: 'has no row of {file}: add it with the day of its publication',
      values: { file },
    }));
}
