import { expect, test } from 'vitest';
import { cacheControl } from '../../../../server/http/cache-lifetimes.ts';

const STALE = 'stale-while-revalidate=600, stale-if-error=86400';

test.each([
  ['page', `public, max-age=0, s-maxage=60, ${STALE}`],
  ['list', `public, max-age=0, s-maxage=60, ${STALE}`],
  ['listOfToday', 'public, max-age=0, s-maxage=60'],
  ['staleList', `public, max-age=0, s-maxage=5, ${STALE}`],
  ['staleListOfToday', 'public, max-age=0, s-maxage=5'],
  ['file', 'public, max-age=3600, stale-while-revalidate=86400, stale-if-error=604800'],
  ['missingFile', 'public, max-age=60'],
  ['placeholder', 'private, max-age=60'],
  ['document', 'public, max-age=3600'],
  ['siteFile', 'public, max-age=3600'],
  ['recordFile', 'public, max-age=0, s-maxage=60, stale-if-error=86400'],
  ['asset', 'public, max-age=31536000, immutable'],
] as const)('a %s is %s', (name, header) => {
  expect(cacheControl(name)).toBe(header);
});
