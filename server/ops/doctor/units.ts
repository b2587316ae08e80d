import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { ok, warn, type Check } from './check.ts';
import { hasRehearsalFailed, readRehearsal, TIMER_LINK } from '../../backup/rehearsal-result.ts';
import { unlessMissing } from '../../system-errors.ts';

const UNIT = 'gis-site@.service';

/**
 * Whether systemd runs the unit of this release. Nothing where it is not installed.
 * @param folders of the release's units and of systemd's
 */
export async function* checkUnit(folders: {
  release: string;
  installed: string;
}): AsyncGenerator<Check> {
  const [own, installed] = await Promise.all(
    [folders.release, folders.installed].map((folder) =>
      unlessMissing(readFile(join(folder, UNIT), 'utf8')),
    ),
  );
  if (own === null || installed === null) return;
  const copy = `cp deploy/${UNIT} ${folders.installed}/ && systemctl daemon-reload, then deploy/rolling-restart.sh`;
  if (own !== installed) {
    yield warn('unit', `${basename(folders.installed)}/${UNIT} is not that of this release`, copy);
    return;
  }
  yield (await showInstances('NeedDaemonReload')).includes('NeedDaemonReload=yes')
    ? warn(
        'unit',
        `${UNIT} was changed since systemd read it`,
        'systemctl daemon-reload, then deploy/rolling-restart.sh',
      )
    : ok('unit', 'the instances run as the unit of this release');
}

/** A property of each instance, as systemd says it; nothing on a machine without it. */
export async function showInstances(property: string): Promise<string> {
  const args = ['show', `--property=${property}`, 'gis-site@*'];
  const { stdout } = await promisify(execFile)('systemctl', args).catch(() => ({ stdout: '' }));
  return stdout;
}

/** Whether a backup is made each night. Nothing where the site's unit is not installed. */
export async function* checkBackups(installed: string, dataDir: string): AsyncGenerator<Check> {
  if (!existsSync(join(installed, UNIT))) return;
  const result = await readRehearsal(dataDir, join(installed, TIMER_LINK));
  if (result === null)
    yield warn(
      'backup',
      'no backup is made: gis-site-backup.timer is not enabled',
      'docs/operations.md#backup-and-restore: create the key, systemctl enable --now gis-site-backup.timer',
    );
  else
    yield hasRehearsalFailed(result, Date.now())
      ? warn(
          'backup',
          'no backup of last night could be restored',
          'journalctl -u gis-site-backup has the cause; then systemctl start gis-site-backup',
        )
      : ok('backup', 'the backup of last night was restored, or the first is due');
}
