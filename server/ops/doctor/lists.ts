import { fail, ok, warn, type Check } from './check.ts';
import { CAMPUSES } from '../../../shared/campuses.ts';
import { PROVIDER_LISTS, type ListName } from '../../../shared/records/provider-lists.ts';
import { LOG_EVENTS } from '../../log/log-events.ts';
import { isAllHidden, readList, recordsOfCampus, type ReadRows } from '../../provider/read-rows.ts';
import { atOnce } from '../../slices.ts';
import type { Provider } from '../../provider/http-provider.ts';
import { causeOf, ProviderError, remedyOf } from '../../provider/provider.ts';

export type ListResult = {
  name: ListName;
  check: Check;
  /** Null if the call failed. */
  list: ReadRows | null;
};

/** One call, read as the site does. */
export async function checkList(
  name: ListName,
  { provider, schoolCode, id = '' }: { provider: Provider; schoolCode: string; id?: string },
): Promise<ListResult> {
  const { path: pathOf, withToken } = PROVIDER_LISTS[name];
  const path = pathOf(schoolCode, id);
  const startedAt = performance.now();
  try {
    const json = await provider.getJson(path, { withToken });
    const list = atOnce(readList(name, json, provider.base));
    const ms = Math.round(performance.now() - startedAt);
    return {
      name,
      list,
      check: rowsCheck(name, list, `GET ${path}: ${list.rows.length} rows in ${ms} ms`),
    };
  } catch (error) {
    const call = `GET ${path} ${withToken ? 'with PROVIDER_TOKEN' : 'without a token'}`;
    return { name, list: null, check: failedCall(`list-${name}`, call, error) };
  }
}

/** With the cause and the remedy of the site's log. @throws errors of other kinds */
export function failedCall(id: string, call: string, error: unknown): Check {
  if (!(error instanceof ProviderError)) throw error;
  return fail(id, `${call}: ${causeOf(error)}`, remedyOf(error) ?? 'repeat the command');
}

function rowsCheck(name: ListName, { rows, problems }: ReadRows, outcome: string): Check {
  const id = `list-${name}`;
  const perCampus = CAMPUSES.map(
    (campus) => `${campus} ${recordsOfCampus(name, rows, campus).length}`,
  );
  const what = [
    outcome,
    perCampus.join(', '),
    ...problems.map(({ event, ...fields }) => `${event} ${JSON.stringify(fields)}`),
  ].join('; ');
  if (problems.length === 0) return ok(id, what);
  const remedy = problems.map(({ event }) => LOG_EVENTS[event][1]).join('; ');
  return (isAllHidden(problems) ? fail : warn)(id, what, remedy);
}
