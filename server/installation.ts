import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Environment } from './config.ts';
import { decodeSettings, parseSettingsFile } from './settings-file.ts';

/** docs/operations.md sets the site up with it, and deploy/gis-site@.service reads it. */
export const SETTINGS_FILE = '/etc/gis-site.env';
/** Its home is the data folder. */
const USER = /^gis-site:[^:]*:(\d+):(\d+):[^:]*:([^:]+):/m;

export type Installation = { dataDir: string; uid: number; gid: number };

/** The site of this server. Null where there is none, for other users than root, and with a DATA_DIR of another one. */
export function findInstallation({ DATA_DIR }: Environment): Installation | null {
  if (process.getuid?.() !== 0 || !existsSync('/etc/passwd')) return null;
  const [, uid, gid, dataDir] = USER.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (dataDir === undefined || (DATA_DIR && DATA_DIR !== dataDir)) return null;
  return { dataDir, uid: Number(uid), gid: Number(gid) };
}

/**
 * Runs a command of root on a server again with the settings of the site and, unless `keepsRoot`, as its user.
 * Node reads some of the settings (NODE_EXTRA_CA_CERTS) only when it starts. Sets the exit code.
 * @returns whether it has run
 */
export function runAsInstalled(environment: Environment, options = { keepsRoot: false }): boolean {
  const { DATA_DIR, PATH, TERM } = environment;
  const site = findInstallation(environment);
  if (site === null || DATA_DIR) return false;
  const { dataDir, uid, gid } = site;
  const settings = existsSync(SETTINGS_FILE) ? decodeSettings(readFileSync(SETTINGS_FILE)) : '';
  if (settings === null) {
    process.stderr.write(`${SETTINGS_FILE} is not UTF-8: save it as UTF-8\n`);
    process.exitCode = 1;
    return true;
  }
  const { status } = spawnSync(process.execPath, process.argv.slice(1), {
    env: { PATH, TERM, ...parseSettingsFile(settings), DATA_DIR: dataDir },
    stdio: 'inherit',
    ...(options.keepsRoot ? {} : { uid, gid }),
  });
  process.exitCode = status ?? 1;
  return true;
}
