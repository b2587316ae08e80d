import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change } from './find-changes.ts';
import { RESULT_FILE } from './ignored-files.ts';
import type { PublicationFacts } from './publication.ts';
import { formatChange, RESULT_WORDS } from './result-words.ts';
import { formatProblem, formatProblemInHindi, type Problem } from '../content/problem.ts';

/** A result that is longer is no help. */
const MAX_LINES = 200;

const ZONE = { timeZone: 'Asia/Kolkata' } as const;
const DATE = { ...ZONE, dateStyle: 'long' } as const;
/** `सुबह 5:54`: with am and pm Hindi is not read. */
const HINDI_TIME = { ...ZONE, hour: 'numeric', minute: '2-digit', dayPeriod: 'long' } as const;

type Published = {
  kind: 'published';
  facts: PublicationFacts;
  problems: Problem[];
  changes: Change[];
};

type Rejected = {
  kind: 'rejected';
  at: string;
  source: string;
  problems: Problem[];
  shown: PublicationFacts | null;
};

export type Result = Published | Rejected;

type Language = keyof typeof RESULT_WORDS;

/** Whether the file says that the folder is shown, by this publication if it is given, and not what was wrong with it. */
export async function saysPublished(folder: string, facts?: PublicationFacts): Promise<boolean> {
  const text = await readFile(join(folder, RESULT_FILE), 'utf8').catch(() => '');
  const isOf = facts === undefined || text.includes(`(${facts.id})`);
  return isOf && text.startsWith(`\ufeff${TEXTS.en.published}`);
}

/** What the office reads in Notepad: with a byte order mark and CRLF, English and Hindi. */
export function resultText(outcome: Result): string {
  const lines = [
    ...resultIn('en', outcome),
    '',
    '-'.repeat(60),
    '',
    ...resultIn('hi', outcome),
    '',
  ];
  return `\ufeff${lines.join('\r\n')}`;
}

function resultIn(language: Language, outcome: Result): string[] {
  return outcome.kind === 'published'
    ? publishedIn(language, outcome)
    : rejectedIn(language, outcome);
}

const TEXTS = {
  en: {
    published: 'PUBLISHED',
    since: 'The website shows this folder since',
    warnings: 'Please look at this',
    changes: 'What has changed',
    none: 'Nothing that visitors read has changed.',
    rejected: 'NOT PUBLISHED: please correct this folder',
    shown: 'The website is up. It still shows what was published on',
    nothing: 'Nothing has been published yet.',
    errors: 'Correct these and save; a minute later the folder is read again',
    more: 'more',
  },
  hi: {
    published: 'प्रकाशित',
    since: 'वेबसाइट यह फ़ोल्डर इस समय से दिखा रही है:',
    warnings: 'कृपया इसे देखें',
    changes: 'क्या बदला',
    none: 'ऐसा कुछ नहीं बदला जिसे लोग पढ़ते हैं।',
    rejected: 'प्रकाशित नहीं हुआ: कृपया इस फ़ोल्डर को ठीक करें',
    shown: 'वेबसाइट चालू है। वह अब भी वही दिखा रही है जो इस समय प्रकाशित हुआ था:',
    nothing: 'अब तक कुछ प्रकाशित नहीं हुआ।',
    errors: 'इन्हें ठीक करके सहेजें; एक मिनट बाद फ़ोल्डर फिर पढ़ा जाएगा',
    more: 'और',
  },
} as const;

function timeIn(language: Language, at: string): string {
  const time = new Date(at);
  if (language === 'en') return time.toLocaleString('en-IN', { ...DATE, timeStyle: 'short' });
  const [day, clock] = [DATE, HINDI_TIME].map((format) =>
    time.toLocaleString('hi-IN-u-nu-latn-hc-h12', format),
  );
  return `${day} को ${clock} बजे`;
}

function publishedIn(language: Language, outcome: Published): string[] {
  const { facts, problems, changes } = outcome;
  const [texts, words] = [TEXTS[language], RESULT_WORDS[language]];
  const linesOf = (isLoss: boolean) =>
    changes
      .filter(({ kind }) => (kind === 'loss') === isLoss)
      .map((change) => formatChange(change, words));
  const warnings = [...linesOf(true), ...problems.map(formatIn(language))];
  const lines = linesOf(false);
  return [
    `${texts.published}: ${timeIn(language, facts.at)}`,
    `${texts.since} ${timeIn(language, facts.at)} (${facts.id}).`,
    ...section(language, texts.warnings, warnings),
    ...(lines.length === 0 ? ['', texts.none] : section(language, texts.changes, lines)),
  ];
}

function rejectedIn(language: Language, outcome: Rejected): string[] {
  const { at, problems, shown } = outcome;
  const texts = TEXTS[language];
  const of = (level: string) =>
    problems.filter((problem) => problem.level === level).map(formatIn(language));
  const state =
    shown === null ? texts.nothing : `${texts.shown} ${timeIn(language, shown.at)} (${shown.id}).`;
  return [
    `${texts.rejected} (${timeIn(language, at)})`,
    state,
    ...section(language, texts.errors, of('error')),
    ...section(language, texts.warnings, of('warning')),
  ];
}

function formatIn(language: Language) {
  return language === 'en' ? formatProblem : formatProblemInHindi;
}

function section(language: Language, title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const rest = lines.length - MAX_LINES;
  return [
    '',
    `${title}:`,
    ...lines.slice(0, MAX_LINES).map((line) => ` - ${line.replace(/\s+/g, ' ')}`),
    ...(rest > 0 ? [` - ${rest} ${TEXTS[language].more}`] : []),
  ];
}
