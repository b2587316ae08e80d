import { join } from 'node:path';
import { CAMPUS_TABLE, CAMPUSES, type Campus } from '../../shared/campuses.ts';
import { PDF_NAME } from '../../shared/content-fields.ts';
import type { Disclosure, Office, Site } from '../../shared/content.ts';
import { fileNames } from './file-names.ts';
import { placedIn } from './json-place.ts';
import { mentionsIn } from './mentions.ts';
import { inFile, type Finding, type Problem } from './problem.ts';
import { pdfName } from './stray-files.ts';
import type { TableFiles } from './tables/read-tables.ts';

type Documents = {
  /** Null when site.json or the table has errors. */
  site: Site | null;
  disclosure: Disclosure | null;
  office: Office;
  files: TableFiles;
};

/** Documents of the menu that the disclosure of a campus does not link, documents of another campus, and PDFs without a day. */
export async function documentErrors(
  folder: string,
  { site, disclosure, office, files }: Documents,
): Promise<Problem[]> {
  return [
    ...(site === null || disclosure === null
      ? []
      : inFile(files.disclosure, linkFindings(site, { disclosure, office }))),
    ...inFile(files.fees, feeFindings(office)),
    ...(site === null ? [] : inFile('site.json', placedIn(site, siteFindings(site, office)))),
    ...inFile(files.documents, await undatedFiles(folder, office)),
  ];
}

function isOfOthers({ documents }: Office, file: string | undefined, campus: Campus): boolean {
  return documents.some((each) => each.file === file && !each.ofCampuses.includes(campus));
}

/** The page of the fees of a campus links their document. */
function feeFindings(office: Office): Finding[] {
  return CAMPUSES.flatMap((campus) =>
    (office.fees?.[campus] ?? []).flatMap(({ file = '' }): Finding[] =>
      isOfOthers(office, file, campus) ? [ofOtherCampus(file, campus)] : [],
    ),
  );
}

function ofOtherCampus(file: string, campus: Campus): Finding {
  return {
    text: 'a row of {campus} links {file}, which is not of this campus in the table documents',
    values: { campus: CAMPUS_TABLE[campus].name, file },
  };
}

function siteFindings(site: Site, office: Office): Finding[] {
  const { sampleCertificate, feeDocument, disclosureDocuments } = site;
  const named = [
    ...CAMPUSES.flatMap((campus) => [
      { place: 'sampleCertificate', file: sampleCertificate, campus },
      ...(typeof feeDocument === 'object'
        ? [{ place: `feeDocument.${campus}`, file: feeDocument[campus], campus }]
        : []),
    ]),
    ...disclosureDocuments.map(({ file, campus }, at) => ({
      place: `disclosureDocuments.${at}.file`,
      file,
      campus,
    })),
  ];
  return named.flatMap(({ place, file = '', campus }): Finding[] =>
    campus !== undefined && isOfOthers(office, file, campus)
      ? [
          {
            place,
            text: '{file} is not a document of {campus} in the table documents',
            values: { campus: CAMPUS_TABLE[campus].name, file },
          },
        ]
      : [],
  );
}

/** Documents of the menu that a campus does not link, and links to those of other campuses. */
function linkFindings(
  { disclosureDocuments }: Site,
  { disclosure, office }: { disclosure: Disclosure; office: Office },
): Finding[] {
  return CAMPUSES.flatMap((campus) => {
    const name = CAMPUS_TABLE[campus].name;
    const others = office.documents.flatMap(({ file, ofCampuses }) =>
      ofCampuses.includes(campus) ? [] : [file],
    );
    const linked = new Set(mentionsIn(disclosure[campus]).map(({ text }) => text));
    return [
      ...disclosureDocuments
        .filter((each) => (each.campus ?? campus) === campus && !others.includes(each.file))
        .filter(({ file }) => !linked.has(file))
        .map(({ file, label }): Finding => ({
          text: 'no row of {campus} links {file} ({label}); add one',
          values: { campus: name, file, label },
        })),
      ...others.filter((file) => linked.has(file)).map((file) => ofOtherCampus(file, campus)),
    ];
  });
}

async function undatedFiles(folder: string, { documents }: Office): Promise<Finding[]> {
  if (documents.length === 0) return [];
  const dated = new Set(documents.map(({ file }) => file));
  const names = await fileNames(join(folder, 'files'));
  return (
    names
      .filter((name) => /\.pdf$/i.test(name))
      // One with another name is an error too: its row is not asked for after its name only.
      .map((name) => (PDF_NAME.test(name) ? name : pdfName(name)))
      .filter((name) => !dated.has(name))
      .map((file) => ({
        text: 'has no row of {file}: add it with the day of its publication',
        values: { file },
      }))
  );
}
