import { expect, test } from 'vitest';
import { startProcess } from '../support/process.ts';
import { freePort } from '../support/free-port.ts';

test('the start logs failed checks and the number of sample values', async () => {
  const site = await startProcess({ PROVIDER_URL: `http://127.0.0.1:${await freePort()}` });
  expect(await site.logged('doctor')).toMatchObject({
    level: 'warn',
    count: 1,
    checks: ['provider-tcp'],
    cause: expect.stringContaining('npm run doctor'),
  });
  expect(await site.logged('sample-left')).toMatchObject({ level: 'warn' });
});
