import { CAMPUSES } from '../../../shared/campuses.ts';
import type { Disclosure, Office } from '../../../shared/content.ts';
import type { Texts } from '../../../shared/fill-text.ts';
import type { Teacher } from '../../../shared/facts.ts';
import type { Mentioned } from '../mentions.ts';
import { inFile, problemAt, type Problem } from '../problem.ts';
import { readTables, type TableFiles } from '../tables/read-tables.ts';
import { feeFindings } from './fee-warnings.ts';
import { readDisclosure } from './read-disclosure.ts';
import { readFees } from './read-fees.ts';
import { readFormNotices } from './read-form-notices.ts';
import { readSchoolDays } from './read-school-days.ts';

type OfficeFiles = {
  office: Office;
  staff: Teacher[];
  disclosure: Disclosure | null;
  hindi: Texts;
  mentions: Mentioned[];
  /** Where the tables are, or would be. */
  files: TableFiles;
  problems: Problem[];
};

/** What the tables of a content folder say. */
export async function readOffice(folder: string): Promise<OfficeFiles> {
  const { tables, files, mentions, problems } = await readTables(folder);
  const { schoolDays, problems: ofSchoolDays } = readSchoolDays(tables);
  const { fees, problems: ofFees } = readFees(tables.fees, tables.feeNotes);
  const { formNotices, problems: ofNotices } = readFormNotices(tables.formNotices);
  const { disclosure, problems: ofDisclosure } =
    tables.disclosure === null
      ? {
          disclosure: null,
          problems: [problemAt({ file: files.disclosure }, { text: 'is missing' })],
        }
      : readDisclosure(tables.disclosure);
  // Rows that cannot be read would be missing here.
  const hasErrors = problems.some(({ level }) => level === 'error');
  const unlikely = fees === null ? [] : inFile(files.fees, feeFindings(fees), 'warning');
  const between = [...ofSchoolDays, ...ofFees, ...ofNotices, ...ofDisclosure, ...unlikely];
  return {
    office: {
      schoolDays,
      fees,
      vacancies: valuesOf(tables.vacancies).map((vacancy) => ({
        ...vacancy,
        sent: { mailType: vacancy.post, subject: vacancy.subject },
      })),
      documents: valuesOf(tables.documents).map(({ campuses = CAMPUSES, ...document }) => ({
        ...document,
        ofCampuses: campuses,
      })),
      formNotices,
      facts: valuesOf(tables.facts).map(({ campuses, ...fact }) => ({
        ...fact,
        ofCampuses: campuses,
      })),
      contacts: valuesOf(tables.contacts),
      admissions: valuesOf(tables.admissions),
      issuedCertificates: valuesOf(tables.issuedCertificates),
      buses: (tables.buses ?? []).map(({ values, own }) => ({
        ...values,
        times: own.flatMap(({ heading, value }) =>
          value === undefined ? [] : [{ heading, time: value }],
        ),
      })),
    },
    staff: valuesOf(tables.staff),
    disclosure,
    hindi: Object.fromEntries(valuesOf(tables.hindi).map(({ english, hindi }) => [english, hindi])),
    mentions,
    files,
    problems: hasErrors ? problems : [...problems, ...between],
  };
}

function valuesOf<Values>(rows: readonly { values: Values }[] | null): Values[] {
  return (rows ?? []).map(({ values }) => values);
}
