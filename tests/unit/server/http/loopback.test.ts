import { expect, test } from 'vitest';
import { isLoopback } from '../../../../server/http/loopback.ts';

test('only names that cannot lead to another machine are of this one', () => {
  for (const name of ['localhost', 'site.localhost', '[::1]', '127.0.0.1', '127.9.99.254'])
    expect([name, isLoopback(name)]).toEqual([name, true]);
  for (const name of [
    'mylocalhost',
    'localhost.example',
    '[::2]',
    '128.0.0.1',
    '127.0.0.1.example',
  ])
    expect([name, isLoopback(name)]).toEqual([name, false]);
});
