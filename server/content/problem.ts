import hindi from './problems.hi.json' with { type: 'json' };
import { fillText, textIn, type Values } from '../../shared/fill-text.ts';

/** A text with `{name}` values that says what is wrong and what to write. Each has its Hindi in problems.hi.json. */
export type ProblemText = keyof typeof hindi;

/** What a reader of one file finds. */
export type Finding = {
  /** Such as `line 3`, `sheet Holidays, row 4, column From` or, in JSON, `menu, entry 1 (Gallery), to`. */
  place?: string;
  text: ProblemText;
  values?: Readonly<Record<string, string>>;
  /** What the file has in place of what is expected. */
  found?: string;
};

export type Problem = Finding & {
  /** Relative to the content folder. */
  file: string;
  /** Errors prevent a publication. */
  level: 'error' | 'warning';
};

export function inFile(
  file: string,
  findings: readonly Finding[],
  level?: Problem['level'],
): Problem[] {
  return findings.map((finding) => problemAt({ file }, finding, level));
}

/** The place may be a part of that of the finding; empty for a whole file. */
export function atPlace(place: string, finding: Finding): Finding {
  const at = [place, finding.place].filter(Boolean).join(', ');
  return { ...finding, ...(at !== '' && { place: at }) };
}

/** Without a place it is of the whole file. */
export function problemAt(
  { file, place = '' }: { file: string; place?: string },
  finding: Finding,
  level: Problem['level'] = 'error',
): Problem {
  return { ...atPlace(place, finding), file, level };
}

export function warning(file: string, finding: Finding): Problem {
  return { ...finding, file, level: 'warning' };
}

export function twinProblem(file: string, other: string): Problem {
  const text = 'is there twice, also as {other}: keep one of them';
  return problemAt({ file }, { text, values: { other } });
}

/** `pages/sports.md: line 3: a heading without text`. */
export function formatProblem({ file, ...finding }: Problem): string {
  return `${file}: ${formatFinding(finding)}`;
}

export function formatFinding({ place, text, values, found }: Finding): string {
  const instead = found === undefined ? '' : `, but is ${found}`;
  return `${place === undefined ? '' : `${place}: `}${fillText(text, values)}${instead}`;
}

export function formatProblemInHindi({ file, place, text, values, found }: Problem): string {
  const instead = found === undefined ? '' : `, पर यहाँ ${found} है`;
  const where = place === undefined ? '' : `${placeInHindi(place)}: `;
  return `${file}: ${where}${fillText(textIn(hindi, text), values)}${instead}`;
}

const PLACE_WORDS: Readonly<Record<string, string>> = {
  line: 'पंक्ति',
  row: 'पंक्ति',
  column: 'स्तंभ',
  sheet: 'शीट',
  cell: 'खाना',
  entry: 'प्रविष्टि',
  picture: 'चित्र',
  'heading block': 'शीर्ष भाग',
};

function placeInHindi(place: string): string {
  return place.replace(
    /(^|, )(line|row|column|sheet|cell|entry|picture|heading block)\b/g,
    (_all, before: string, word: string) => before + (PLACE_WORDS[word] ?? word),
  );
}

/** Of a check that the browser shares. One without Hindi stays English. */
export function toFinding(text: string, values: Values = {}): Finding {
  const texts = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, String(value)]),
  );
  return isProblemText(text)
    ? { text, values: texts }
    : { text: '{error}', values: { error: fillText(text, values) } };
}

/** A message of a schema. Those of zod itself have no Hindi. */
export function isProblemText(text: string): text is ProblemText {
  return Object.hasOwn(hindi, text);
}
