import { parseCampus } from '../../shared/campuses.ts';

/** Values of a record as people read them, by their fields. */
export type RecordFields = Map<string, string>;

/** Records by the list that has them; its path has no numbers. */
export type Groups = Map<string, { path: string[]; records: Map<string, RecordFields> }>;

/** The first that a record has is its name. */
const NAMES = [
  'name',
  'title',
  'label',
  'session',
  'classes',
  'person',
  'post',
  'purpose',
  'head',
  'what',
  'file',
  'days',
];

/** Made from other parts, or translations of them. */
const SKIPPED = new Set(['$schema', 'sample', 'bytes', 'hindi']);

/** Amounts have their names in the list beside them. */
const COLUMNS: Readonly<Record<string, string>> = { rupees: 'heads' };

/** All records of a publication's content, whatever its lists are. */
export function toRecords(content: unknown): Groups {
  const groups: Groups = new Map();
  if (!isObject(content)) return groups;
  for (const [key, value] of Object.entries(content))
    if (!SKIPPED.has(key)) collect(groups, { path: [key], name: '', parents: [] }, value);
  const { hindi } = content;
  if (isObject(hindi)) collect(groups, { path: ['hindi'], name: '', parents: [] }, hindi['texts']);
  return groups;
}

type Place = {
  path: readonly string[];
  /** Of the record around the value; empty for the list's own fields. */
  name: string;
  /** Objects around the value, the nearest first. */
  parents: readonly object[];
};

function collect(groups: Groups, place: Place, value: unknown, field = ''): void {
  if (Array.isArray(value)) return collectList(groups, place, value, field);
  if (!isObject(value)) return addField(groups, place, field, format(value));
  if ('blocks' in value) {
    const name = place.name === '' ? field : place.name;
    return addField(groups, { ...place, name }, 'text', textsOf(value).join(' '));
  }
  const parents = [value, ...place.parents];
  for (const [key, inner] of Object.entries(value)) {
    if (SKIPPED.has(key)) continue;
    const isGroup = place.name === '' && isObject(inner) && !('blocks' in inner);
    if (isGroup) collect(groups, { ...place, path: [...place.path, key], parents }, inner, key);
    else collect(groups, { ...place, parents }, inner, join(place, field, key));
  }
}

/** Fields of an object within a record have both names. */
function join({ name }: Place, field: string, key: string): string {
  return name === '' || field === '' ? key : `${field} ${key}`;
}

function collectList(groups: Groups, place: Place, list: unknown[], field: string): void {
  const columns = columnsOf(place, field);
  if (columns !== null)
    return list.forEach((value, at) => addField(groups, place, columns[at] ?? '', format(value)));
  if (!list.some(isObject)) return addField(groups, place, field, textsOf(list).join('; '));
  const listPath = [...place.path, place.name, field].filter(
    (part, at, all) => part !== '' && part !== all[at - 1],
  );
  const used = new Map<string, number>();
  for (const item of list) {
    const path = [...listPath, ...campusOf(item)];
    const plain = nameOf(item);
    const key = [...path, plain].join('\0');
    const count = (used.get(key) ?? 0) + 1;
    used.set(key, count);
    const name = count === 1 ? plain : `${plain} (${count})`;
    addField(groups, { ...place, path, name }, '', '');
    collect(groups, { ...place, path, name }, item);
  }
}

function columnsOf({ parents }: Place, field: string): string[] | null {
  const columns = COLUMNS[field];
  if (columns === undefined) return null;
  const lists = parents.map(
    (parent) => Object.entries(parent).find(([key]) => key === columns)?.[1],
  );
  const found: unknown = lists.find(Array.isArray);
  return Array.isArray(found) ? found.map(nameOf) : null;
}

/** Empty where it has no text. */
export function nameOf(item: unknown): string {
  if (Array.isArray(item)) return textsOf(item).slice(0, 2).join(' ').slice(0, 60);
  if (!isObject(item)) return format(item);
  const name = NAMES.map((key) => item[key]).find((value) => typeof value === 'string');
  return (name ?? textsOf(item)[0] ?? '').slice(0, 60);
}

/** The campus of a record that has the field. */
function campusOf(item: unknown): string[] {
  const campus = isObject(item) ? item['campus'] : undefined;
  return [parseCampus(campus) ?? []].flat();
}

function addField(groups: Groups, { path, name }: Place, field: string, value: string): void {
  const key = path.join('\0');
  const group = groups.get(key) ?? { path: [...path], records: new Map<string, RecordFields>() };
  groups.set(key, group);
  const fields = group.records.get(name) ?? new Map<string, string>();
  group.records.set(name, fields);
  if (field !== '') fields.set(field, value);
}

function textsOf(value: unknown): string[] {
  if (isObject(value) || Array.isArray(value)) return Object.values(value).flatMap(textsOf);
  return [format(value)];
}

function format(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en-IN');
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
