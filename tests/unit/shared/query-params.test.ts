import { expect, test } from 'vitest';
import { readSearch, searchString, type SearchKey } from '../../../shared/query-params.ts';

const ALL = 'id year month q kind campus page show sent post topic'.split(' ') as SearchKey[];
const read = (query: string) => readSearch(new URLSearchParams(query), ALL);

const SEARCHES: readonly (readonly [query: string, search: object])[] = [
  ['year=2026&month=12&q=Sports+Day', { year: '2026', month: '12', q: 'Sports Day' }],
  ['year=All&month=All', { year: 'All', month: 'All' }],
  ['year=2025&year=2026', { year: '2025' }],
  ['q=a%00b%0d%0ac', { q: 'abc' }],
  ['q=%3Cscript%3E', { q: '<script>' }],
  ['q=%E0%A4%96%E0%A5%87%E0%A4%B2', { q: 'खेल' }],
  ['q=%ED%A0%80', { q: '\ufffd\ufffd\ufffd' }],
  [`q=${'a'.repeat(79)}%20b`, { q: 'a'.repeat(79) }],
  [`q=%20%20${'a'.repeat(10_000)}`, { q: 'a'.repeat(80) }],
  ['kind=notices&campus=NEKPUR', { kind: 'notices', campus: 'NEKPUR' }],
  ['page=2', { page: '2' }],
  ['page=25', { page: '25' }],
  ['show=120', { show: '120' }],
  [`id=${'a'.repeat(200)}`, { id: 'a'.repeat(200) }],
  ['sent=AB-12&post=10', { sent: 'AB-12', post: '10' }],
  ['year=1000&month=10&topic=bus-route', { year: '1000', month: '10', topic: 'bus-route' }],
];

test('R-104, R-106, R-219: a search is read from the address', () => {
  expect(SEARCHES.map(([query]) => [query, read(query)])).toEqual(SEARCHES);
});

test.each([
  ['year', ['abc', '0026', '20260', '-1', 'all', 'x2026', '']],
  ['month', ['13', '0', '03', '1.5', 'Mar', '1x', '']],
  ['q', ['', '%20%20']],
  ['kind', ['notice', '']],
  ['campus', ['nekpur', '']],
  ['page', ['0', '1', '01', '26', 'x2', '2x', '1000']],
  ['show', ['30', '121', '0120', '1e3', '6000000']],
  ['id', ['', 'a%00', 'a'.repeat(201)]],
  ['sent', ['%3Cscript%3E', 'AB-12%3C', '%3CAB-12', 'ab', 'A'.repeat(25)]],
  ['post', ['0', '01', '100', '']],
  ['topic', ['bus', '']],
  ['utm_source', ['x']],
  ['year[]', ['2026']],
  ['__proto__', ['1']],
  ['__proto__[year]', ['2026']],
  ['constructor', ['2']],
])('R-104, R-106, R-219: %s with another value is not read', (key, values) => {
  for (const value of values) expect([value, read(`${key}=${value}`)]).toEqual([value, {}]);
});

test('keys that a page does not know are not read', () => {
  expect(readSearch(new URLSearchParams('year=2026&q=a&id=1'), ['id'])).toEqual({ id: '1' });
});

test('a search is written in a fixed order, and read back unchanged', () => {
  const query =
    'id=1&year=2026&month=3&q=a%26b&kind=news&campus=NEKPUR&page=2&show=120&sent=AB&post=9&topic=alumni';
  const search = read(`${query.split('&').toReversed().join('&')}&junk=1`);
  expect(searchString(search)).toBe(`?${query}`);
  expect(read(searchString(search).slice(1))).toEqual(search);
  expect(searchString({})).toBe('');
});
