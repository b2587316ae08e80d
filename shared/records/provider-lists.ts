import type * as z from 'zod/mini';
import { birthdays } from './birthdays.ts';
import {
  type CampusRule,
  type Entity,
  type FieldType,
  type Owned,
  type ProviderPath,
  type RowFields,
} from './entity.ts';
import { album } from './gallery.ts';
import { leaders } from './leaders.ts';
import { RECORD_KINDS } from './registry.ts';
import { rowSchema } from './row-schema.ts';
import { titledFiles } from './titled-files.ts';

/** A list of the provider, as the server fetches and reads it. */
type ProviderList = Omit<ProviderPath, 'withToken'> & {
  withToken: boolean;
  freshSeconds: number;
  /** How long a stale copy is served while the provider is down (docs/promises.md#c1). */
  staleSeconds: number;
  row: z.ZodMiniType<Owned>;
  fields: RowFields;
  rule: CampusRule<never, unknown>;
};

const FETCH = { withToken: false, freshSeconds: 60, staleSeconds: 7 * 24 * 60 * 60 };

const ENTITIES = { birthdays, ...RECORD_KINDS, album, titledFiles, leaders };

type Entities = typeof ENTITIES;

export type ListName = { [Name in keyof Entities]: keyof Entities[Name]['lists'] }[keyof Entities];

type EntityOf<Name extends ListName> = {
  [Each in keyof Entities]: Name extends keyof Entities[Each]['lists'] ? Entities[Each] : never;
}[keyof Entities];

export type RecordOf<Name extends ListName> = ReturnType<EntityOf<Name>['rule']['toRecord']>;

/** The provider's row of a list, after its schema. */
export type RawOf<Name extends ListName> = Parameters<EntityOf<Name>['rule']['toRecord']>[0];

/** The records of a list for one campus; empty while the list is not known. */
export type ReadList = <Name extends ListName>(name: Name) => readonly RecordOf<Name>[];

/** Every list of the provider. */
export const PROVIDER_LISTS = Object.fromEntries(
  Object.values(ENTITIES).flatMap(providerLists),
) as Readonly<Record<ListName, ProviderList>>;

export const LIST_NAMES = Object.keys(PROVIDER_LISTS) as readonly ListName[];

/** All but albums, of which there is no list. */
export const COMPLETE_LISTS = LIST_NAMES.filter((name) => PROVIDER_LISTS[name].needsId !== true);

/** What the provider is asked for a list of a page about `id`. */
export function listId(name: ListName, id = ''): string {
  return PROVIDER_LISTS[name].needsId === true ? id : '';
}

function providerLists(entity: Entity<never, unknown>): [string, ProviderList][] {
  const { fields, required, rule, lists } = entity;
  const read = { row: rowSchema(fields, required), fields, rule };
  return Object.entries(lists).map(([name, list]) => [name, { ...FETCH, ...read, ...list }]);
}

export function fieldNames(name: ListName, ...types: readonly FieldType[]): string[] {
  const fields = Object.entries(PROVIDER_LISTS[name].fields);
  return fields.filter(([, type]) => types.includes(type)).map(([field]) => field);
}

/** The date of a row that its record could not read; null for one without a date. */
export function unreadDate<Name extends ListName>(
  name: Name,
  row: RawOf<Name>,
  record: RecordOf<Name>,
): string | null {
  if (!('day' in record) || record.day !== null) return null;
  const values: Readonly<Record<string, unknown>> = row;
  const dates = fieldNames(name, 'date').map((field) => String(values[field]));
  return dates.find((date) => date !== '') ?? null;
}

export function ruleOf<Name extends ListName>(name: Name): CampusRule<RawOf<Name>, RecordOf<Name>> {
  // TypeScript cannot see that a list's rule and its rows belong together.
  return PROVIDER_LISTS[name].rule as unknown as CampusRule<RawOf<Name>, RecordOf<Name>>;
}
