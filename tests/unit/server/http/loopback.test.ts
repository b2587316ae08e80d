import { expect, test } from 'vitest';
import { isLoopback } from '../../../../server/http/loopback.ts';

test.each([
  ['localhost', true],
  ['site.localhost', true],
  ['127.9.99.254', true],
  ['[::1]', true],
  ['mylocalhost', false],
  ['127.0.0.1.example', false],
  ['10.0.0.7', false],
])('the host %s is of this machine alone: %s', (hostname, isOwn) => {
  expect(isLoopback(hostname)).toBe(isOwn);
});
