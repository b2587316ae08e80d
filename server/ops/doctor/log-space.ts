import { statfs } from 'node:fs/promises';
import { fail, ok, warn, type Check } from './check.ts';
import { unlessMissing } from '../../system-errors.ts';

const MIB = 1024 * 1024;
/** Of nginx, as docs/operations.md installs it, and of systemd's journal. */
const LOG_FOLDERS = ['/var/log/gis-site', '/var/log/journal'];
/** Above it docs/operations.md asks for an alert. */
const MAX_USED = 0.85;
const REMEDY =
  'free space there: `journalctl --vacuum-size=200M`, `logrotate --force /etc/logrotate.d/gis-site`, `du -x -d 2 /var/log | sort -n`';

/** Whether the logs have space: nginx and journald drop lines without it. Nothing for folders that are missing. */
export async function* checkLogSpace(folders = LOG_FOLDERS): AsyncGenerator<Check> {
  for (const folder of folders) {
    const disk = await unlessMissing(statfs(folder));
    if (disk === null) continue;
    const { bavail, bsize, blocks, bfree, files, ffree } = disk;
    const used = blocks - bfree;
    const what = `${Math.floor((bavail * bsize) / MIB)} MiB are free for the logs in ${folder}`;
    const isFull = bavail * bsize < MIB || (files > 0 && ffree === 0);
    if (isFull) yield fail('log-space', `${what}: lines are lost`, REMEDY);
    else if (used > (used + bavail) * MAX_USED) yield warn('log-space', what, REMEDY);
    else yield ok('log-space', what);
  }
}
