import type { Translation } from './translation.ts';

/** All classes, the lowest first. */
export const CLASSES = [
  'Nursery',
  'LKG',
  'UKG',
  'I',
  'II',
  'III',
  'IV',
  'V',
  'VI',
  'VII',
  'VIII',
  'IX',
  'X',
  'XI',
  'XII',
] as const;

export type SchoolClass = (typeof CLASSES)[number];

/** What is for some classes only; without them for all. */
export type ForClasses = { forClasses?: readonly SchoolClass[] | undefined };

export function isFor({ forClasses }: ForClasses, schoolClass: SchoolClass): boolean {
  return forClasses === undefined || forClasses.includes(schoolClass);
}

/** `Nursery to V`, `VI to VIII and X`, `Class X`; in Hindi `नर्सरी से कक्षा 5`. */
export function formatClasses(classes: readonly SchoolClass[], translation: Translation): string {
  const { t, language } = translation;
  const name = (each: SchoolClass) =>
    t(language === 'en' || CLASSES.indexOf(each) < FIRST_CLASS ? each : `Class ${each}`);
  const runs = runsOf(classes);
  const parts = runs.flatMap((run) =>
    run.length < 3
      ? run.map(name)
      : t('{first} to {last}', { first: name(run[0]), last: name(run.at(-1) ?? run[0]) }),
  );
  const text = listText(parts, translation);
  const isBare = runs.every((run) => run.length < 3 && CLASSES.indexOf(run[0]) >= FIRST_CLASS);
  return language === 'en' && isBare ? `Class ${text}` : text;
}

/** What it is called, with its classes: `Local holiday (Nursery to V)`. */
export function nameWithClasses(
  { name, forClasses }: { name: string } & ForClasses,
  translation: Translation,
): string {
  return forClasses === undefined ? name : `${name} (${formatClasses(forClasses, translation)})`;
}

/** `a, b and c`. */
export function listText(parts: readonly string[], { t }: Pick<Translation, 't'>): string {
  const last = parts.at(-1) ?? '';
  if (parts.length < 2) return last;
  return t('{list} and {last}', { list: parts.slice(0, -1).join(', '), last });
}

/** Class I. */
const FIRST_CLASS = 3;

type Run = [SchoolClass, ...SchoolClass[]];

function runsOf(classes: readonly SchoolClass[]): Run[] {
  const runs: Run[] = [];
  for (const [at, each] of CLASSES.entries()) {
    if (!classes.includes(each)) continue;
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === CLASSES[at - 1]) run.push(each);
    else runs.push([each]);
  }
  return runs;
}
