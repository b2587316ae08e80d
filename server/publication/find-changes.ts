import { parseCampus } from '../../shared/campuses.ts';
import { toRecords, type Groups, type RecordFields } from './content-records.ts';
import { findRenames } from './find-renames.ts';
import type { Published, Sources } from './published.ts';

/** What a publication changes, by records with the names that people gave them. */
export type Change = {
  /** The list and, if it has one, the campus: `holidays`, `FARRUKHABAD`. */
  group: readonly string[];
} & (
  | {
      kind: 'added' | 'removed' | 'changed';
      names: readonly string[];
      isLoss?: boolean;
      of?: number;
    }
  | { kind: 'value'; name: string; field: string; from: string; to: string }
);

/** Longer values are texts: that they changed is enough. */
const MAX_VALUE = 80;
/** Of a text that is its own name, such as one with a Hindi text. */
const MAX_NAME = 60;
/** Fewer records than this share remaining may be a file that was cut, or saved by mistake. */
const LOSS_SHARE = 0.5;
const MIN_LOSS = 3;

/** Empty for the first publication. */
export function findChanges(before: Published | null, after: Published | null): Change[] {
  if (before === null || after === null) return [];
  const current = toRecords(after.content);
  const { groups: old, renames } = findRenames(toRecords(before.content), current);
  const keys = [...new Set([...current.keys(), ...old.keys()])];
  return mergeCampuses([
    ...renames.map(({ path, ...change }): Change => ({
      group: path,
      kind: 'value',
      name: '',
      ...change,
    })),
    ...keys.flatMap((key) => changesIn(key, old, current)),
    ...fileChanges('pictures', before.sources, after.sources),
    ...fileChanges('files', before.sources, after.sources),
  ]);
}

function changesIn(key: string, old: Groups, current: Groups): Change[] {
  const empty = { path: [], records: new Map<string, RecordFields>() };
  const [before, after] = [old.get(key) ?? empty, current.get(key) ?? empty];
  const group = after.path.length > 0 ? after.path : before.path;
  // A list's own fields have no name.
  const isNamed = (name: string) => name !== '';
  const names = [...after.records.keys()].filter(isNamed);
  const added = names.filter((name) => !before.records.has(name));
  const removed = [...before.records.keys()].filter(
    (name) => isNamed(name) && !after.records.has(name),
  );
  const of = before.records.size;
  const isLoss = removed.length >= MIN_LOSS && removed.length > of * LOSS_SHARE;
  const values: Change[] = [];
  const texts: string[] = [];
  for (const name of ['', ...names.filter((each) => before.records.has(each))]) {
    const earlier = before.records.get(name) ?? new Map<string, string>();
    const fields = after.records.get(name) ?? new Map<string, string>();
    for (const field of new Set([...earlier.keys(), ...fields.keys()])) {
      const [from, to] = [earlier.get(field) ?? '', fields.get(field) ?? ''];
      if (from === to) continue;
      if (from.length > MAX_VALUE || to.length > MAX_VALUE)
        texts.push(name || field.slice(0, MAX_NAME));
      else values.push({ group, kind: 'value', name, field, from, to });
    }
  }
  return [
    ...(removed.length > 0
      ? [{ group, kind: 'removed' as const, names: removed, isLoss, of }]
      : []),
    ...(added.length > 0 ? [{ group, kind: 'added' as const, names: added }] : []),
    ...values,
    ...(texts.length > 0 ? [{ group, kind: 'changed' as const, names: [...new Set(texts)] }] : []),
  ];
}

function fileChanges(folder: 'pictures' | 'files', before: Sources, after: Sources): Change[] {
  const namesIn = (sources: Sources) =>
    Object.keys(sources).filter((path) => path.startsWith(`${folder}/`));
  const short = (paths: string[]) => paths.map((path) => path.slice(folder.length + 1));
  const kinds = {
    removed: namesIn(before).filter((path) => after[path] === undefined),
    added: namesIn(after).filter((path) => before[path] === undefined),
    changed: namesIn(after).filter((path) => ![undefined, after[path]].includes(before[path])),
  };
  return (['removed', 'added', 'changed'] as const).flatMap((kind): Change[] =>
    kinds[kind].length === 0 ? [] : [{ group: [folder], kind, names: short(kinds[kind]) }],
  );
}

/** The same change at several campuses is one. */
function mergeCampuses(changes: readonly Change[]): Change[] {
  const shared = new Map<string, Change[]>();
  for (const change of changes) {
    const group = withoutCampus(change.group);
    const key = JSON.stringify({ ...change, group });
    shared.set(key, [...(shared.get(key) ?? []), change]);
  }
  return [...shared.values()].flatMap((same) => {
    const [first, ...others] = same;
    if (first === undefined || others.length === 0) return same;
    return [{ ...first, group: withoutCampus(first.group) }];
  });
}

function withoutCampus(group: readonly string[]): string[] {
  return group.filter((part) => parseCampus(part) === undefined);
}
