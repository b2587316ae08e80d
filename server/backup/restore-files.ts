import { chmod, chown, mkdir, readFile, stat } from 'node:fs/promises';
import type { Head } from './archive.ts';
import type { Installation } from '../installation.ts';
import { outboxFile } from '../outbox/with-stores.ts';
import { formatSettingsFile, parseSettingsFile } from '../settings-file.ts';
import { FOLDER_MODE, writeNew } from '../storage.ts';

/** Writes the settings unless the file exists. @returns a line for the operator, without values */
export async function restoreSettings(path: string | null, { settings }: Head): Promise<string> {
  if (path === null) return 'settings: not restored; --settings FILE writes them';
  if (await writeNew(path, formatSettingsFile(settings))) return `settings: written to ${path}`;
  const current = parseSettingsFile(await readFile(path, 'utf8'));
  const different = Object.keys(settings).filter((name) => current[name] !== settings[name]);
  const note = different.length === 0 ? '' : `; the backup differs in ${different.join(', ')}`;
  return `settings: ${path} was kept${note}`;
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
