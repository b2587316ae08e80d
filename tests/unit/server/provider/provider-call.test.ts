import { expect, test } from 'vitest';
import { retryAfterSeconds } from '../../../../server/provider/provider-call.ts';

const DATE = 'Sun, 01 Mar 2026 10:01:30 GMT';

test.each<[string | undefined, number | null]>([
  [DATE, 90],
  ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
  [' 7 ', 7],
  ...[undefined, '', '-5', 'soon', '1e9', '2026-03-01', `x${DATE}`, `${DATE}+2`].map(
    (wrong): [string | undefined, null] => [wrong, null],
  ),
])('O4: Retry-After %j is %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, Date.parse('2026-03-01T10:00:00Z'))).toBe(seconds);
});
