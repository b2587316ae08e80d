import { parseCampus } from '../../shared/campuses.ts';
import { toRecords, type Groups } from './content-records.ts';
import type { Published, Sources } from './published.ts';

/** What a publication changes, by records with the names that people gave them. */
export type Change = {
  /** The list and, if it has one, the campus: `holidays`, `FARRUKHABAD`. */
  group: readonly string[];
} & (
  | { kind: 'added' | 'removed' | 'changed'; names: readonly string[] }
  | { kind: 'value'; name: string; field: string; from: string; to: string }
  /** Of a table or a campus's part of it: to be warned of. */
  | { kind: 'loss'; count: number; of: number }
);

/** Longer values are texts: that they changed is enough. */
const MAX_VALUE = 80;
/** Fewer records than this share remaining may be a file that was cut, or saved by mistake. */
const LOSS_SHARE = 0.5;
/** The only record of a list may end. */
const MIN_RECORDS = 2;

/** Losses stand first. Empty for the first publication. */
export function findChanges(before: Published | null, after: Published | null): Change[] {
  if (before === null || after === null) return [];
  const { before: old, after: current } = toRecords(before.content, after.content);
  const keys = [...new Set([...current.keys(), ...old.keys()])];
  const counts = keys.flatMap((key) => countIn(key, old, current));
  const isHindiSame = hindiOf(before.sources) === hindiOf(after.sources);
  return mergeCampuses([
    // Texts of the program, which another release may lack, are not told from the school's.
    ...lossesIn(counts).filter(({ group: [list] }) => list !== 'hindi' || !isHindiSame),
    ...keys.flatMap((key) => changesIn(key, old, current)),
    ...fileChanges('pictures', before.sources, after.sources),
    ...fileChanges('files', before.sources, after.sources),
  ]);
}

function hindiOf(sources: Sources): string | undefined {
  return sources['hi/texts.csv'] ?? sources['hi/texts.xlsx'];
}

function groupAt(key: string, old: Groups, current: Groups) {
  const [before, after] = [old.get(key), current.get(key)];
  const namesIn = (groups: Groups) =>
    // The fields of the list itself have no name.
    [...(groups.get(key)?.records.keys() ?? [])].filter((name) => name !== '');
  const [oldNames, names] = [namesIn(old), namesIn(current)];
  return {
    path: after?.path ?? before?.path ?? [],
    of: oldNames.length,
    left: names.length,
    added: names.filter((name) => before?.records.has(name) !== true),
    removed: oldNames.filter((name) => after?.records.has(name) !== true),
  };
}

/** The record, added or removed with all its lists, in which a list is; null for a list of one that stays. */
function changedParent(path: readonly string[], old: Groups, current: Groups) {
  const at = path.findIndex((name, index) => {
    const parent = path.slice(0, index).join('\0');
    const has = (groups: Groups) => groups.get(parent)?.records.has(name) === true;
    return has(old) !== has(current);
  });
  return at === -1 ? null : groupAt(path.slice(0, at).join('\0'), old, current);
}

type Count = { group: readonly string[]; count: number; of: number; left: number };

function countIn(key: string, old: Groups, current: Groups): Count[] {
  const { path, of, left, removed } = groupAt(key, old, current);
  const parent = changedParent(path, old, current);
  // With the only session of the fees, all their classes are gone.
  const isCounted = parent === null || (parent.of === 1 && parent.left === 0);
  return isCounted ? [{ group: path, count: removed.length, of, left }] : [];
}

/** Of lists, or of the parts that campuses have of a list, if none of these is a loss. */
function lossesIn(counts: readonly Count[]): Change[] {
  return groupBy(counts, ({ group }) => withoutCampus(group).join('\0')).flatMap((parts) => {
    const losses = parts.filter(isLoss);
    const [first, ...others] = parts;
    const sum = (key: 'count' | 'of' | 'left') => parts.reduce((all, part) => all + part[key], 0);
    const whole = {
      group: withoutCampus(first?.group ?? []),
      count: sum('count'),
      of: sum('of'),
      left: sum('left'),
    };
    const isWholeLoss = losses.length === 0 && others.length > 0 && isLoss(whole);
    return (isWholeLoss ? [whole] : losses).map(({ group, count, of }): Change => ({
      group,
      kind: 'loss',
      count,
      of,
    }));
  });
}

/** Records that others have replaced are no loss. */
function isLoss({ count, of, left }: Count): boolean {
  return of >= MIN_RECORDS && count > of * LOSS_SHARE && left < of;
}

function changesIn(key: string, old: Groups, current: Groups): Change[] {
  const { path: group, added, removed } = groupAt(key, old, current);
  if (changedParent(group, old, current) !== null) return [];
  const [before, after] = [old.get(key)?.records, current.get(key)?.records];
  const names = new Set([...(after?.keys() ?? []), ...(before?.keys() ?? [])]);
  const values: Change[] = [];
  const texts: string[] = [];
  for (const name of names) {
    if (added.includes(name) || removed.includes(name)) continue;
    const [earlier, fields] = [before?.get(name), after?.get(name)];
    for (const field of new Set([...(earlier?.keys() ?? []), ...(fields?.keys() ?? [])])) {
      const [from, to] = [earlier?.get(field) ?? '', fields?.get(field) ?? ''];
      if (from === to) continue;
      if (from.length > MAX_VALUE || to.length > MAX_VALUE) texts.push(name || field);
      else values.push({ group, kind: 'value', name, field, from, to });
    }
  }
  const kinds = { removed, added };
  return [
    ...(['removed', 'added'] as const).flatMap((kind): Change[] =>
      kinds[kind].length === 0 ? [] : [{ group, kind, names: kinds[kind] }],
    ),
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
  const keyOf = (change: Change) =>
    JSON.stringify({ ...change, group: withoutCampus(change.group) });
  return groupBy(changes, keyOf).flatMap((same) => {
    const [first, ...others] = same;
    if (first === undefined || others.length === 0) return same;
    return [{ ...first, group: withoutCampus(first.group) }];
  });
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

function withoutCampus(group: readonly string[]): string[] {
  return group.filter((part) => parseCampus(part) === undefined);
}
