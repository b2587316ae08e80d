import { stat, statfs } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { fail, ok, warn, type Check } from './check.ts';
import { IMAGE_LIMITS } from '../../images/image-limits.ts';
import { STORAGE_REMEDIES } from '../storage-state.ts';
import { errorCode } from '../../system-errors.ts';
import { createStorageProbe } from '../storage-probe.ts';

const MIB = 1024 * 1024;

/** The folder of DATA_DIR: whose it is, who may read it, whether it takes files durably, and how many. */
export async function* checkDataFolder(folder: string): AsyncGenerator<Check> {
  const found = await stat(folder).catch(errorCode);
  if (found === null || typeof found === 'string') {
    yield found === 'ENOENT'
      ? await checkParent(folder)
      : fail(
          'data-folder',
          `DATA_DIR ${folder}: ${found ?? 'unknown'}`,
          STORAGE_REMEDIES['read-only'],
        );
    return;
  }
  if (!found.isDirectory()) {
    yield fail('data-folder', `DATA_DIR ${folder} is no folder`, 'let DATA_DIR name a folder');
    return;
  }
  const { uid, username } = userInfo();
  yield found.uid === uid
    ? ok('data-folder', `${folder} belongs to ${username}`)
    : warn(
        'data-folder',
        `${folder} belongs to user ${found.uid}, and this is ${username} (${uid})`,
        `run the doctor as the user who runs the site (sudo -u), or give the folder to ${username}: chown -R ${username} ${folder}`,
      );
  yield (found.mode & 0o077) === 0
    ? ok('data-mode', 'no other user can read it')
    : warn(
        'data-mode',
        `other users of this machine may enter it (mode ${(found.mode & 0o777).toString(8)})`,
        `chmod 700 ${folder}`,
      );
  const state = await createStorageProbe(folder)();
  yield state === 'ok'
    ? ok('data-write', 'a file was written and flushed to the disk')
    : fail('data-write', `no file can be written to ${folder}: ${state}`, STORAGE_REMEDIES[state]);
  const { bavail, bsize } = await statfs(folder);
  const free = `${Math.floor((bavail * bsize) / MIB)} MiB are free`;
  yield bavail * bsize > IMAGE_LIMITS.freeFloorBytes
    ? ok('data-space', free)
    : warn('data-space', free, STORAGE_REMEDIES['disk-full']);
}

/** The start makes the folder, if it may. */
async function checkParent(folder: string): Promise<Check> {
  let parent = dirname(folder);
  while ((await stat(parent).catch(() => null)) === null) parent = dirname(parent);
  const state = await createStorageProbe(parent)();
  return state === 'ok'
    ? ok('data-folder', `${folder} is not there yet; the start makes it`)
    : fail(
        'data-folder',
        `${folder} is not there, and cannot be made in ${parent}: ${state}`,
        `make it, for the user who runs the site: install -d -m 700 -o USER ${folder}`,
      );
}
