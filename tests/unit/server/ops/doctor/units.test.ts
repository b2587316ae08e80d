import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkUnit } from '../../../../../server/ops/doctor/units.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

async function statesOf(installed: string): Promise<string[]> {
  const states: string[] = [];
  for await (const { state } of checkUnit({ release: 'deploy', installed })) states.push(state);
  return states;
}

test('an installed unit that is not that of this release is a warning, and none is no line', async () => {
  const installed = temporaryFolder();
  expect(await statesOf(installed)).toEqual([]);
  const unit = join(installed, 'gis-site@.service');
  cpSync('deploy/gis-site@.service', unit);
  expect(await statesOf(installed)).toEqual(['ok']);
  writeFileSync(unit, '[Service]\n');
  expect(await statesOf(installed)).toEqual(['warn']);
});
