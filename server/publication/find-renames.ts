import type { Groups, RecordFields } from './content-records.ts';

type Renamed = {
  /** The names of the record. */
  names: { before: string; after: string };
  field: string;
  from: string;
  to: string;
};

type Rename = Renamed & { path: readonly string[] };

/** Records that differ in a field of their names only, and the groups before with the new names, within which others may differ. */
export function findRenames(before: Groups, after: Groups): { groups: Groups; renames: Rename[] } {
  let groups = before;
  const renames: Rename[] = [];
  for (const [key, { path, records }] of after) {
    const found = renameIn(groups.get(key)?.records ?? new Map(), records);
    if (found === null) continue;
    const rename = { path, ...found };
    groups = withRename(groups, rename);
    renames.push(rename);
  }
  return { groups, renames };
}

function renameIn(
  before: ReadonlyMap<string, RecordFields>,
  after: ReadonlyMap<string, RecordFields>,
): Renamed | null {
  const [from, ...otherRemoved] = [...before.keys()].filter((name) => !after.has(name));
  const [to, ...otherAdded] = [...after.keys()].filter((name) => !before.has(name));
  if (from === undefined || to === undefined) return null;
  if (otherRemoved.length > 0 || otherAdded.length > 0) return null;
  const [old, current] = [before.get(from) ?? new Map(), after.get(to) ?? new Map()];
  const fields = [...new Set([...old.keys(), ...current.keys()])];
  const [field, ...others] = fields.filter((each) => old.get(each) !== current.get(each));
  if (field === undefined || others.length > 0) return null;
  return {
    names: { before: from, after: to },
    field,
    from: old.get(field) ?? '',
    to: current.get(field) ?? '',
  };
}

/** A record's name is also in the paths of the lists within it. */
function withRename(groups: Groups, { path, names, field, to }: Rename): Groups {
  const isOfList = (each: readonly string[]) => path.every((part, at) => each[at] === part);
  const renamed = [...groups.values()].map((group) => {
    if (!isOfList(group.path)) return group;
    if (group.path.length > path.length)
      return group.path[path.length] === names.before
        ? { ...group, path: group.path.with(path.length, names.after) }
        : group;
    const records = [...group.records].map(([name, fields]): [string, RecordFields] =>
      name === names.before ? [names.after, new Map(fields).set(field, to)] : [name, fields],
    );
    return { ...group, records: new Map(records) };
  });
  return new Map(renamed.map((group) => [group.path.join('\0'), group]));
}
