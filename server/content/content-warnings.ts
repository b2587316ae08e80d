import { readContent, type ReadContent } from './content.ts';
import { readDocuments } from './documents.ts';
import { PUBLISHED_DAYS } from './office/fee-warnings.ts';
import type { ReadPages } from './page-files.ts';
import { mentionsIn, pageMentions } from './mentions.ts';
import { phoneWarnings } from './phone-warnings.ts';
import { unusedFiles } from './unused-files.ts';
import { formatProblem, inFile, warning, type Finding, type Problem } from './problem.ts';
import { CAMPUS_TABLE, CAMPUSES } from '../../shared/campuses.ts';
import type { Office } from '../../shared/content.ts';
import { daysAfter, type Day } from '../../shared/dates.ts';

/** The first reminder of the next session's fees, in days before it. */
const FEES_DAYS = 75;
const YEAR_DAYS = 365;

type WarningOptions = {
  today: Day;
  /** Texts of the PDFs of content/files by file name; that of a scan is empty. */
  texts: Readonly<Record<string, { text: string }>>;
  /** What is in the folder, if it is read already. */
  read?: ReadContent;
};

/** What the office should see to, though the site works without it. Empty while the content has errors. */
export async function contentWarnings(
  folder: string,
  { today, texts, read }: WarningOptions,
): Promise<Problem[]> {
  const content = read ?? (await readContent(folder));
  const { site, disclosure, office, files, mentions, warnings, hindi } = content;
  if (site === null || disclosure === null) return warnings;
  const documents = await readDocuments(folder, { site, disclosure, office });
  const named = [
    ...mentions.filter(({ file }) => file !== files.documents),
    ...pageMentions(content, 'pages'),
    ...(hindi === null ? [] : pageMentions(hindi, 'hi/pages')),
  ].map(({ text }) => text);
  const scans = documents.filter(({ file }) => texts[file]?.text.trim() === '');
  return [
    ...warnings,
    ...(await unusedFiles(folder, named)),
    ...inFile(files.fees, missingFees(office, today), 'warning'),
    ...inFile(files.documents, dateFindings(office, today), 'warning'),
    ...inFile(files.vacancies, endedVacancies(office, today), 'warning'),
    ...inFile(files.admissions, endedAdmissions(office, today), 'warning'),
    ...phoneWarnings(mentions),
    ...pagePhoneWarnings('pages', content),
    ...(content.hindi === null ? [] : pagePhoneWarnings('hi/pages', content.hindi)),
    ...scans.map(({ file }) =>
      warning(`files/${file}`, {
        text: 'is a scan without text; attach a readable copy: until then its page says to ask the office',
      }),
    ),
  ];
}

/** A page of several campuses is one. */
function pagePhoneWarnings(
  folder: string,
  { pages, addedPages }: Pick<ReadPages, 'pages' | 'addedPages'>,
): Problem[] {
  const found = [...pages.values(), ...addedPages].flatMap(({ file, blocks }) =>
    phoneWarnings(
      mentionsIn(blocks).map(({ text }) => ({ file: `${folder}/${file}`, at: '', text })),
    ),
  );
  return [...new Map(found.map((problem) => [formatProblem(problem), problem])).values()];
}

function missingFees({ fees, schoolDays }: Office, today: Day): Finding[] {
  if (fees === null || schoolDays === null) return [];
  return CAMPUSES.flatMap((campus): Finding[] => {
    const { session } = schoolDays[campus] ?? {};
    if (session === undefined) return [];
    const next = daysAfter(session.to, 1);
    const isDue = today >= daysAfter(next, -FEES_DAYS);
    if (!isDue || fees[campus].some(({ from }) => from >= next)) return [];
    return [
      {
        place: CAMPUS_TABLE[campus].name,
        text: 'has no fees of the session from {from}; publish them by {by}',
        values: { from: next, by: daysAfter(next, -PUBLISHED_DAYS) },
      },
    ];
  });
}

function dateFindings({ documents }: Office, today: Day): Finding[] {
  return documents.flatMap(({ file, published, yearly }): Finding[] => {
    const values = { file, day: published };
    if (published > today) return [{ text: '{file} is of {day}, which is in the future', values }];
    return yearly && daysAfter(published, YEAR_DAYS) < today
      ? [{ text: '{file} is of {day}; a new one is due each year', values }]
      : [];
  });
}

function endedVacancies({ vacancies }: Office, today: Day): Finding[] {
  return vacancies
    .filter(({ lastDay }) => lastDay < today)
    .map(({ campus, post, subject, lastDay }): Finding => ({
      place: CAMPUS_TABLE[campus].name,
      text: '{name} is not shown: its last day was {day}',
      values: { name: `${post}, ${subject}`, day: lastDay },
    }));
}

function endedAdmissions({ admissions }: Office, today: Day): Finding[] {
  return admissions
    .filter(({ lastDay }) => lastDay < today)
    .map(({ campus, classes, lastDay }): Finding => ({
      place: CAMPUS_TABLE[campus].name,
      text: '{name} is still shown, though its last day was {day}: write the new days, or remove the row',
      values: { name: classes, day: lastDay },
    }));
}
