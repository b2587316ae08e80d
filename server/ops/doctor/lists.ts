import { fail, ok, warn, type Check } from './check.ts';
import { CAMPUSES } from '../../../shared/campuses.ts';
import {
  LIST_NAMES,
  PROVIDER_LISTS,
  recordsFor,
  type ListName,
  type RawOf,
} from '../../../shared/records/provider-lists.ts';
import {
  findProblems,
  isAllHidden,
  readList,
  type ListProblem,
  type ParsedRows,
} from '../../provider/read-rows.ts';
import { atOnce } from '../../slices.ts';
import type { Provider } from '../../provider/http-provider.ts';
import { ProviderError } from '../../provider/provider.ts';

/** What came of a call for a list. */
export type ListAnswer = {
  name: ListName;
  path: string;
  ms: number;
  parsed: ParsedRows | null;
  /** Null when it worked. */
  error: ProviderError | null;
};

/** Every list that needs no id, from the provider as the site reads it. */
export function askLists(provider: Provider, schoolCode: string): Promise<ListAnswer[]> {
  const names = LIST_NAMES.filter((name) => PROVIDER_LISTS[name].needsId !== true);
  return Promise.all(names.map((name) => askList(name, { provider, schoolCode })));
}

export async function askList(
  name: ListName,
  { provider, schoolCode, id = '' }: { provider: Provider; schoolCode: string; id?: string },
): Promise<ListAnswer> {
  const { path: pathOf, withToken } = PROVIDER_LISTS[name];
  const path = pathOf(schoolCode, id);
  const startedAt = performance.now();
  const answer = { name, path, parsed: null, error: null };
  try {
    const json = await provider.getJson(path, { withToken });
    const parsed = atOnce(readList(name, json, provider.base));
    return { ...answer, parsed, ms: since(startedAt) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { ...answer, error, ms: since(startedAt) };
  }
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}

/** The line of a list. @param remedy for one that failed. */
export function listCheck(answer: ListAnswer, remedy: string): Check {
  const { name, path, ms, parsed, error } = answer;
  const id = `list-${name}`;
  if (parsed === null) {
    const how = error?.status === null ? error.fault : `${error?.fault} ${error?.status}`;
    return fail(id, `GET ${path}: ${how} after ${ms} ms`, remedy);
  }
  const problems = atOnce(findProblems(name, parsed));
  // parseRows has checked them by this list's schema.
  const rows = parsed.rows as readonly RawOf<ListName>[];
  const perCampus = CAMPUSES.map(
    (campus) => `${campus} ${recordsFor(name, rows, campus).length}`,
  ).join(', ');
  const what = [
    `GET ${path}: ${rows.length} rows in ${ms} ms; ${perCampus}`,
    ...problems.map(inWords),
  ].join('; ');
  if (problems.length === 0) return ok(id, what);
  return (isAllHidden(problems) ? fail : warn)(id, what, problems.map(remedyOf).join('; '));
}

function inWords(fault: ListProblem): string {
  switch (fault.event) {
    case 'rows-dropped':
      return `${fault.count} left out, as nothing can be read in ${fault.fields.join(', ')}`;
    case 'rows-hidden': {
      const names = [...fault.schools, ...fault.categories].map((name) => name || 'none');
      return `${fault.count} on neither campus (school or category: ${names.join(', ')})`;
    }
    case 'unread-dates':
      return `${fault.count} dates cannot be read`;
    default:
      return `${fault.count} pictures lie elsewhere`;
  }
}

function remedyOf({ event }: ListProblem): string {
  return {
    'rows-dropped': 'fill the records in the platform',
    'rows-hidden': `in the platform, \`school\` has to be ${CAMPUSES.join(' or ')}, and \`category\` one of docs/provider.md; or SCHOOL_CODE is another school's`,
    'unread-dates': 'write dates as 2026-03-05 or 05/03/2026',
    'foreign-pictures': 'upload the pictures to the platform',
  }[event];
}

/** An album that a list names. */
export function idIn(answers: readonly ListAnswer[]): string | null {
  const ids: unknown[] = rowsOf(answers.filter(({ name }) => name.startsWith('gallery'))).map(
    (row) => row['_id'],
  );
  return ids.find((id): id is string => typeof id === 'string' && id !== '') ?? null;
}

/** A file of the provider that a list names. */
export function fileIn(answers: readonly ListAnswer[]): string | null {
  const names: unknown[] = answers.flatMap((answer) =>
    Object.keys(PROVIDER_LISTS[answer.name].files).flatMap((field) =>
      rowsOf([answer]).flatMap((row) => row[field]),
    ),
  );
  // A document elsewhere is a link.
  return (
    names.find((name): name is string => typeof name === 'string' && !/^https?:/i.test(name)) ??
    null
  );
}

function rowsOf(answers: readonly ListAnswer[]): Record<string, unknown>[] {
  return answers
    .flatMap(({ parsed }): readonly unknown[] => parsed?.rows ?? [])
    .filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null);
}
