import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeRehearsalResult } from '../../../../../server/backup/rehearsal-result.ts';
import { checkBackups, checkUnit } from '../../../../../server/ops/doctor/units.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

async function statesOf(installed: string): Promise<string[]> {
  const states: string[] = [];
  for await (const { state } of checkUnit({ release: 'deploy', installed })) states.push(state);
  return states;
}

test('an installed unit that is of another release, or that systemd must read again, is a warning; none is no line', async () => {
  const installed = temporaryFolder();
  expect(await statesOf(installed)).toEqual([]);
  const unit = join(installed, 'gis-site@.service');
  cpSync('deploy/gis-site@.service', unit);
  expect(await statesOf(installed)).toEqual(['ok']);
  const commands = temporaryFolder();
  const print = '#!/bin/sh\nprintf "NeedDaemonReload=no\\n\\nNeedDaemonReload=yes\\n"\n';
  writeFileSync(join(commands, 'systemctl'), print, { mode: 0o755 });
  vi.stubEnv('PATH', `${commands}:${process.env['PATH']}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await statesOf(installed)).toEqual(['warn']);
  writeFileSync(unit, '[Service]\n');
  expect(await statesOf(installed)).toEqual(['warn']);
});

test('I7: an installed site without a backup each night, or with a failed one, is a warning', async () => {
  const [installed, dataDir] = [temporaryFolder(), temporaryFolder()];
  async function states(): Promise<string[]> {
    const found: string[] = [];
    for await (const { state } of checkBackups(installed, dataDir)) found.push(state);
    return found;
  }
  expect(await states()).toEqual([]);
  cpSync('deploy/gis-site@.service', join(installed, 'gis-site@.service'));
  cpSync('deploy/gis-site-backup.timer', join(installed, 'gis-site-backup.timer'));
  expect(await states()).toEqual(['warn']);
  mkdirSync(join(installed, 'timers.target.wants'));
  symlinkSync(
    '../gis-site-backup.timer',
    join(installed, 'timers.target.wants/gis-site-backup.timer'),
  );
  expect(await states()).toEqual(['ok']);
  await writeRehearsalResult(dataDir, false);
  expect(await states()).toEqual(['warn']);
});
