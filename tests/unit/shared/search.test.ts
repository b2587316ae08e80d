import { expect, test } from 'vitest';
import { MAX_QUERY, readSearch, searchString, type SearchKey } from '../../../shared/search.ts';

const ALL: SearchKey[] = ['year', 'month', 'q', 'kind', 'campus', 'page', 'show', 'id', 'sent'];
const read = (query: string) => readSearch(new URLSearchParams(query), ALL);

test.each([
  ['year=2026&month=3&q=Sports+Day', { year: '2026', month: '3', q: 'Sports Day' }],
  ['year=All&month=All', { year: 'All', month: 'All' }],
  ['year=abc&month=13', {}],
  ['year=0026&month=0', {}],
  ['year=20260&month=03', {}],
  ['year=-1&month=1.5', {}],
  ['year=all&month=Mar', {}],
  ['year=2025&year=2026', { year: '2025' }],
  ['year[]=2026&q[0]=a', {}],
  ['__proto__=1&constructor=2&toString=3', {}],
  ['__proto__[year]=2026', {}],
  ['q=', {}],
  ['q=%20%20', {}],
  ['q=a%00b%0d%0ac', { q: 'abc' }],
  ['q=%3Cscript%3E', { q: '<script>' }],
  ['q=%E0%A4%96%E0%A5%87%E0%A4%B2', { q: 'खेल' }],
  ['q=%ED%A0%80', { q: '\ufffd\ufffd\ufffd' }],
  ['year=x2026&month=1x', {}],
  [`q=${'a'.repeat(79)}%20b`, { q: 'a'.repeat(79) }],
  [`q=%20%20${'a'.repeat(80)}`, { q: 'a'.repeat(80) }],
  ['kind=notices&campus=NEKPUR', { kind: 'notices', campus: 'NEKPUR' }],
  ['kind=notice&campus=nekpur', {}],
  ['page=2', { page: '2' }],
  ['page=10', { page: '10' }],
  ['page=25', { page: '25' }],
  ['page=26', {}],
  ['page=1', {}],
  ['page=0', {}],
  ['page=01', {}],
  ['page=x2', {}],
  ['page=2x', {}],
  ['page=1000', {}],
  ['page=1x', {}],
  ['show=120', { show: '120' }],
  ['show=60', {}],
  ['show=121', {}],
  ['show=0120', {}],
  ['show=1e3', {}],
  ['show=6000000', {}],
  ['id=a%00', {}],
  [`id=${'a'.repeat(201)}`, {}],
  [`id=${'a'.repeat(200)}`, { id: 'a'.repeat(200) }],
  ['id=alb-f-01', { id: 'alb-f-01' }],
  ['sent=AB-12', { sent: 'AB-12' }],
  ['sent=%3Cscript%3E', {}],
  ['sent=AB-12%3C', {}],
  ['sent=%3CAB-12', {}],
  ['utm_source=x&fbclid=y', {}],
])('R-104, R-106, R-219: ?%s is read as %j', (query, search) => {
  expect(read(query)).toEqual(search);
});

test('R-219: a text of 10 kB is cut between characters', () => {
  const { q = '' } = read(`q=${encodeURIComponent('x'.repeat(10_000))}`);
  expect(q).toHaveLength(MAX_QUERY);
});

test('keys that a page does not know are not read', () => {
  expect(readSearch(new URLSearchParams('year=2026&q=a&id=1'), ['id'])).toEqual({ id: '1' });
  expect(Object.getPrototypeOf(read('__proto__=1'))).toBe(Object.prototype);
});

test('a search is written in a fixed order, and read back unchanged', () => {
  const search = read('q=a%26b&month=3&year=2026&junk=1');
  expect(searchString(search)).toBe('?year=2026&month=3&q=a%26b');
  expect(read(searchString(search).slice(1))).toEqual(search);
  expect(searchString({})).toBe('');
});
