import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkLogDays } from '../../../../../server/ops/doctor/log-days.ts';
import { allOf } from '../../../../support/doctor.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { siteSchema } from '../../../../../shared/content.ts';

async function check(logDays: number, text: string) {
  const file = join(temporaryFolder(), 'gis-site');
  writeFileSync(file, text);
  return await allOf(checkLogDays(logDays, file));
}

test('deploy/logrotate.conf keeps logs as long as the privacy page says by default', async () => {
  const text = readFileSync('deploy/logrotate.conf', 'utf8');
  const { logDays } = siteSchema.shape;
  expect(await check(logDays.parse(undefined), text)).toMatchObject([
    { id: 'log-days', state: 'ok' },
  ]);
  expect(await check(14, text)).toMatchObject([{ state: 'warn' }]);
});

test('without the file there is nothing to compare', async () => {
  expect(await allOf(checkLogDays(180, '/no/such/file'))).toEqual([]);
});
