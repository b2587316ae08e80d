import { fail, ok, warn, type Check } from './check.ts';
import { CAMPUSES } from '../../../shared/campuses.ts';
import {
  LIST_NAMES,
  PROVIDER_LISTS,
  type ListName,
} from '../../../shared/records/provider-lists.ts';
import {
  isAllHidden,
  readList,
  recordsOfCampus,
  type ListProblem,
  type ReadRows,
} from '../../provider/read-rows.ts';
import { atOnce } from '../../slices.ts';
import type { Provider } from '../../provider/http-provider.ts';
import { ProviderError } from '../../provider/provider.ts';

export type ListResult = {
  name: ListName;
  path: string;
  ms: number;
  parsed: ReadRows | null;
  /** Null when it worked. */
  error: ProviderError | null;
};

/** Every list without an id, read as the site does. */
export function readLists(provider: Provider, schoolCode: string): Promise<ListResult[]> {
  const names = LIST_NAMES.filter((name) => PROVIDER_LISTS[name].needsId !== true);
  return Promise.all(names.map((name) => readOneList(name, { provider, schoolCode })));
}

export async function readOneList(
  name: ListName,
  { provider, schoolCode, id = '' }: { provider: Provider; schoolCode: string; id?: string },
): Promise<ListResult> {
  const { path: pathOf, withToken } = PROVIDER_LISTS[name];
  const path = pathOf(schoolCode, id);
  const startedAt = performance.now();
  const result = { name, path, parsed: null, error: null };
  try {
    const json = await provider.getJson(path, { withToken });
    const parsed = atOnce(readList(name, json, provider.base));
    return { ...result, parsed, ms: since(startedAt) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { ...result, error, ms: since(startedAt) };
  }
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}

/** @param remedy for a list that failed */
export function listCheck(result: ListResult, remedy: string): Check {
  const { name, path, ms, parsed, error } = result;
  const id = `list-${name}`;
  if (parsed === null) {
    const how = error?.status === null ? error.kind : `${error?.kind} ${error?.status}`;
    return fail(id, `GET ${path}: ${how} after ${ms} ms`, remedy);
  }
  const { rows, problems } = parsed;
  const perCampus = CAMPUSES.map(
    (campus) => `${campus} ${recordsOfCampus(name, rows, campus).length}`,
  ).join(', ');
  const what = [
    `GET ${path}: ${rows.length} rows in ${ms} ms; ${perCampus}`,
    ...problems.map(describe),
  ].join('; ');
  if (problems.length === 0) return ok(id, what);
  return (isAllHidden(problems) ? fail : warn)(id, what, problems.map(remedyOf).join('; '));
}

function describe(problem: ListProblem): string {
  switch (problem.event) {
    case 'rows-dropped':
      return `${problem.count} unreadable in ${problem.fields.join(', ')}`;
    case 'rows-hidden': {
      const names = [...problem.schools, ...problem.categories].map((name) => name || 'none');
      return `${problem.count} on neither campus (school or category: ${names.join(', ')})`;
    }
    case 'unread-dates':
      return `${problem.count} dates are unreadable`;
    default:
      return `${problem.count} pictures are on other hosts`;
  }
}

function remedyOf({ event }: ListProblem): string {
  return {
    'rows-dropped': 'fill the records in the platform',
    'rows-hidden': `in the platform, \`school\` must be ${CAMPUSES.join(' or ')}, and \`category\` one of docs/provider.md; or SCHOOL_CODE is another school's`,
    'unread-dates': 'write dates as 2026-03-05 or 05/03/2026',
    'foreign-pictures': 'upload the pictures to the platform',
  }[event];
}

/** An album of the lists. */
export function idIn(results: readonly ListResult[]): string | null {
  const albums = results
    .filter(({ name }) => name.startsWith('gallery'))
    .flatMap(({ parsed }) => parsed?.rows ?? []);
  return albums.find(({ _id }) => _id !== '')?._id ?? null;
}

/** A file of the lists. */
export function fileIn(results: readonly ListResult[]): string | null {
  return results.flatMap(({ parsed }) => [...(parsed?.files ?? [])])[0] ?? null;
}
