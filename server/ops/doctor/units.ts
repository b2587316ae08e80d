import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { ok, warn, type Check } from './check.ts';
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
  const args = ['show', '--property=NeedDaemonReload', 'gis-site@*'];
  const { stdout } = await promisify(execFile)('systemctl', args).catch(() => ({ stdout: '' }));
  yield stdout.includes('NeedDaemonReload=yes')
    ? warn(
        'unit',
        `${UNIT} was changed since systemd read it`,
        'systemctl daemon-reload, then deploy/rolling-restart.sh',
      )
    : ok('unit', 'the instances run as the unit of this release');
}
