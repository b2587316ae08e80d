import { expect, test } from 'vitest';
import { acceptedEncoding, matchesEtag } from '../../../../server/http/encoding.ts';

test.each([
  [undefined, 'identity'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip,br;q=0.1', 'br'],
  ['gzip;q=0, br;q=0', 'identity'],
  ['xbr, gzip', 'gzip'],
  ['brotli', 'identity'],
  ['xbr, br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0;x=1', 'identity'],
  ['br; q=0.000', 'identity'],
  ['br;Q=0', 'identity'],
  ['br;q=0.001', 'br'],
  ['x-gzip', 'identity'],
  ['*', 'identity'],
])('C13: Accept-Encoding %s gets %s (RFC 9110 §12.5.3)', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

test('C13: If-None-Match may name an ETag among others, weakly, or any (RFC 9110 §13.1.2)', () => {
  for (const header of ['"a"', '*', 'W/"a"', '"b", W/"a" '])
    expect([header, matchesEtag(header, '"a"')]).toEqual([header, true]);
  for (const header of [undefined, '"b","c"', 'a'])
    expect([header, matchesEtag(header, '"a"')]).toEqual([header, false]);
});
