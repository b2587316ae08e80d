import { readContent } from './content.ts';
import { readDocuments } from './documents.ts';
import { CAMPUS_NAMES } from './tables/kinds.ts';
import type { Finding, Problem } from './problem.ts';
import { CAMPUSES } from '../../shared/campuses.ts';
import type { Office } from '../../shared/content.ts';
import { daysAfter, type Day } from '../../shared/dates.ts';
import type { SiteDocument } from '../../shared/documents.ts';

/** The law asks for the fees of a session on the website 60 days before it. */
const FEES_DAYS = 75;
const YEAR_DAYS = 365;

type WarningOptions = {
  today: Day;
  /** Texts of the PDFs of content/files by file name; that of a scan is empty. */
  texts: Readonly<Record<string, { text: string }>>;
};

/** What the office should see to, though the site works without it. Empty while the content has errors. */
export async function contentWarnings(
  folder: string,
  { today, texts }: WarningOptions,
): Promise<Problem[]> {
  const { site, disclosure, office, warnings } = await readContent(folder);
  if (site === null || disclosure === null) return warnings;
  const documents = await readDocuments(folder, { site, disclosure, office });
  const scans = documents.filter(({ file }) => texts[file]?.text.trim() === '');
  return [
    ...warnings,
    ...feeWarnings(office, today),
    ...dateWarnings(office, documents, today),
    ...scans.map(({ file }) =>
      warning(`files/${file}`, {
        text: 'is a scan without text; attach a readable copy: until then its page says to ask the office',
      }),
    ),
  ];
}

function feeWarnings({ fees, schoolDays }: Office, today: Day): Problem[] {
  if (fees === null || schoolDays === null) return [];
  return CAMPUSES.flatMap((campus) => {
    const { session } = schoolDays[campus] ?? {};
    if (session === undefined) return [];
    const next = daysAfter(session.to, 1);
    const isDue = today >= daysAfter(next, -FEES_DAYS);
    return isDue && !fees[campus].some(({ from }) => from >= next)
      ? [
          warning('fees.csv', {
            place: CAMPUS_NAMES[campus],
            text: 'has no fees of the session from {from}; publish them by {by}',
            values: { from: next, by: daysAfter(next, -60) },
          }),
        ]
      : [];
  });
}

function dateWarnings(
  { documents: entries }: Office,
  documents: readonly SiteDocument[],
  today: Day,
): Problem[] {
  if (entries.length === 0) return [];
  const undated = documents.filter(({ published }) => published === null);
  const old = entries.filter(
    ({ yearly, published }) => yearly && daysAfter(published, YEAR_DAYS) < today,
  );
  return [
    ...undated.map(({ file }) =>
      warning('documents.csv', {
        text: 'add {file} with the day of its publication',
        values: { file },
      }),
    ),
    ...old.map(({ file, published }) =>
      warning('documents.csv', {
        text: '{file} is of {day}; a new one is due each year',
        values: { file, day: published },
      }),
    ),
  ];
}

function warning(file: string, finding: Finding): Problem {
  return { ...finding, file, level: 'warning' };
}
