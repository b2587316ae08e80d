import programTexts from '../../client/hindi-texts.json' with { type: 'json' };
import { parseCampus } from '../../shared/campuses.ts';
import { CLASSES, formatClasses } from '../../shared/classes.ts';
import { textIn } from '../../shared/fill-text.ts';
import { ENGLISH } from '../../shared/translation.ts';
import { TABLES } from '../content/tables/tables.ts';

/** Values of a record as people read them, by their fields. */
export type RecordFields = Map<string, string>;

/** Records by the list that has them; its path has no numbers. */
export type Groups = Map<string, { path: string[]; records: Map<string, RecordFields> }>;

/** The columns that identify a row, by the field of the list that has the rows. */
const KEYS = new Map<string, readonly string[]>([
  ...Object.entries(TABLES).map(([list, { key }]) => [list, key] as const),
  ['exams', TABLES.examinations.key],
]);
/** In the path of a list already. */
const CAMPUS_FIELDS = new Set(['campus', 'campuses']);

/** What a record of another list has as its name. */
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
const SKIPPED = new Set(['$schema', 'sample', 'bytes', 'hindi', 'sent']);

/** Amounts have their names in the list beside them. */
const COLUMNS: Readonly<Record<string, string>> = { rupees: 'heads' };

/** All records of two publications, whatever their lists are. A record has the same name in both. */
export function toRecords(before: unknown, after: unknown): { before: Groups; after: Groups } {
  const ambiguous = new Set<string>();
  for (;;) {
    const { size } = ambiguous;
    const groups = { before: groupsOf(before, ambiguous), after: groupsOf(after, ambiguous) };
    if (ambiguous.size === size) return groups;
  }
}

function groupsOf(content: unknown, ambiguous: Set<string>): Groups {
  const groups: Groups = new Map();
  if (!isObject(content)) return groups;
  for (const [key, value] of Object.entries(content))
    if (!SKIPPED.has(key))
      collect(groups, { path: [key], name: '', parents: [], ambiguous }, value);
  const { hindi } = content;
  const texts = isObject(hindi) && isObject(hindi['texts']) ? hindi['texts'] : {};
  const place = { path: ['hindi'], parents: [], ambiguous };
  for (const [english, text] of Object.entries(texts))
    if (text !== textIn(programTexts, english))
      addField(groups, { ...place, name: english }, 'translation', format(text));
  return groups;
}

type Place = {
  path: readonly string[];
  /** Of the record around the value; empty for the list's own fields. */
  name: string;
  /** Objects around the value, the nearest first. */
  parents: readonly object[];
  /** Names that several records of a list have, after the path of the list. */
  ambiguous: Set<string>;
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
  if (list.length === 0) return;
  if (!list.some(isObject)) return addField(groups, place, field, formatList(list));
  const listPath = [...place.path, place.name, field].filter(
    (part, at, all) => part !== '' && part !== all[at - 1],
  );
  const used = new Map<string, number>();
  for (const item of list) {
    const path = [...listPath, ...campusOf(item)];
    const plain = distinctName(item, path, place.ambiguous);
    const key = keyOf(path, plain);
    const count = (used.get(key) ?? 0) + 1;
    used.set(key, count);
    if (count > 1) place.ambiguous.add(key);
    const name = count === 1 ? plain : `${plain} (${count})`;
    addField(groups, { ...place, path, name }, '', '');
    collect(groups, { ...place, path, name }, item);
  }
}

function keyOf(path: readonly string[], name: string): string {
  return [...path, name].join('\0');
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

/** As few names as tell it from others of its list. */
function distinctName(
  item: unknown,
  path: readonly string[],
  ambiguous: ReadonlySet<string>,
): string {
  const list = path.findLast((part) => parseCampus(part) === undefined) ?? '';
  const [first = '', ...others] = namesOf(item, list);
  return others.reduce(
    (name, other) => (ambiguous.has(keyOf(path, name)) ? `${name}, ${other}` : name),
    first,
  );
}

/** Empty where it has no text. */
export function nameOf(item: unknown): string {
  return (namesOf(item, '')[0] ?? '').slice(0, 60);
}

function namesOf(item: unknown, list: string): string[] {
  if (Array.isArray(item)) return [textsOf(item).slice(0, 2).join(' ')];
  if (!isObject(item)) return [format(item)];
  const of = (fields: readonly string[]) =>
    fields
      .filter((field) => !CAMPUS_FIELDS.has(field))
      .map((field) => formatField(item[field]))
      .filter(Boolean);
  const names = [KEYS.get(list) ?? [], NAMES].map(of).find(({ length }) => length > 0);
  return names ?? textsOf(item).slice(0, 1);
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

function formatField(value: unknown): string {
  return Array.isArray(value) ? formatList(value) : textsOf(value).join(' ');
}

function formatList(list: readonly unknown[]): string {
  const classes = CLASSES.filter((each) => list.includes(each));
  const isClasses = classes.length > 0 && classes.length === list.length;
  return isClasses ? formatClasses(classes, ENGLISH) : textsOf(list).join('; ');
}

function format(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en-IN');
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
