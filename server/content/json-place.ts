import type { Finding } from './problem.ts';
import { nameOf } from '../publication/content-records.ts';

/** `menu.2.links.0.to` as people count, with the names of the entries: `menu, entry 3 (Facilities), links, entry 1 (Sports), to`. */
export function placeIn(json: unknown, field: string): string {
  const place: string[] = [];
  let value = json;
  let isEntry = true;
  for (const key of field.split('.')) {
    const isList = Array.isArray(value);
    value =
      typeof value === 'object' && value !== null
        ? new Map(Object.entries(value)).get(key)
        : undefined;
    if (isList) place.push(`, entry ${Number(key) + 1}${inBrackets(value)}`);
    else place.push(isEntry ? ', ' : '.', key);
    isEntry = isList;
  }
  return place.join('').replace(/^, /, '');
}

function inBrackets(entry: unknown): string {
  const name = typeof entry === 'object' ? nameOf(entry) : '';
  return name === '' ? '' : ` (${name})`;
}

/** Findings of a file, whose places are fields. */
export function placedIn(json: unknown, findings: readonly Finding[]): Finding[] {
  return findings.map(({ place, ...finding }) =>
    place === undefined ? finding : { place: placeIn(json, place), ...finding },
  );
}
