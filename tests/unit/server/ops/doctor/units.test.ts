import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeRehearsalResult } from '../../../../../server/backup/rehearsal-result.ts';
import { checkBackups, checkUnit } from '../../../../../server/ops/doctor/units.ts';
import { statesOf } from '../../../../support/doctor.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

test('an installed unit that is of another release, or that systemd must read again, is a warning; none is no line', async () => {
  const installed = temporaryFolder();
  const states = () => statesOf(checkUnit({ release: 'deploy', installed }));
  expect(await states()).toEqual([]);
  const unit = join(installed, 'gis-site@.service');
  cpSync('deploy/gis-site@.service', unit);
  expect(await states()).toEqual(['ok']);
  const commands = temporaryFolder();
  const print = '#!/bin/sh\nprintf "NeedDaemonReload=no\\n\\nNeedDaemonReload=yes\\n"\n';
  writeFileSync(join(commands, 'systemctl'), print, { mode: 0o755 });
  vi.stubEnv('PATH', `${commands}:${process.env['PATH']}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await states()).toEqual(['warn']);
  writeFileSync(unit, '[Service]\n');
  expect(await states()).toEqual(['warn']);
});

test('I7: an installed site without a backup each night, or with a failed one, is a warning', async () => {
  const [installed, dataDir] = [temporaryFolder(), temporaryFolder()];
  const states = () => statesOf(checkBackups(installed, dataDir));
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
