import { chmod, chown, mkdir, readFile, stat } from 'node:fs/promises';
import type { Head } from './archive.ts';
import { SETTING_NAMES } from '../config.ts';
import type { Installation } from '../installation.ts';
import { outboxFile } from '../outbox/with-stores.ts';
import { formatSettingsFile, parseSettingsFile } from '../settings-file.ts';
import { FOLDER_MODE, writeNew } from '../storage.ts';

/** The systemd unit and compose.yaml set them, so a backup leaves them out. */
const OF_MACHINE = new Set(['PORT', 'HOST', 'ADMIN_PORT', 'ADMIN_HOST', 'DATA_DIR']);

/** The settings of a backup. */
export const SAVED_SETTINGS: readonly string[] = [
  ...SETTING_NAMES.filter((name) => !OF_MACHINE.has(name)),
  'NODE_EXTRA_CA_CERTS',
];

/** Writes the settings unless the file exists. @returns a line for the operator, without values */
export async function restoreSettings(path: string | null, head: Head): Promise<string> {
  const settings = savedSettings(head);
  if (path === null) return 'settings: not restored; --settings FILE writes them';
  if (await writeNew(path, formatSettingsFile(settings))) return `settings: written to ${path}`;
  const current = parseSettingsFile(await readFile(path, 'utf8'));
  const different = Object.keys(settings).filter((name) => current[name] !== settings[name]);
  const note = different.length === 0 ? '' : `; the backup differs in ${different.join(', ')}`;
  return `settings: ${path} was kept${note}`;
}

/** Those that the site knows: a backup is a file from elsewhere. */
export function savedSettings({ settings }: Head): Record<string, string> {
  const known = Object.entries(settings).filter(([name]) => SAVED_SETTINGS.includes(name));
  return Object.fromEntries(known);
}

/** Makes the folder with an empty outbox, for the user who runs the site. */
export async function restoreDataFolder(dataDir: string, site: Installation | null): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: FOLDER_MODE });
  if (site !== null) {
    await chown(dataDir, site.uid, site.gid);
    await chmod(dataDir, FOLDER_MODE);
  }
  await writeNew(outboxFile(dataDir), '');
  const { uid, gid } = await stat(dataDir);
  await chown(outboxFile(dataDir), uid, gid);
}
