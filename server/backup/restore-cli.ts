import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BackupError, readArchive } from './archive.ts';
import { createCommand } from './create-command.ts';
import { writeRehearsalResult } from './rehearsal-result.ts';
import { ContentRestore } from './content-files.ts';
import { restoreDataFolder, restoreSettings, savedSettings } from './restore-files.ts';
import { addRecords } from './add-records.ts';
import { loadSettings, type Environment, type Settings } from '../config.ts';
import { findInstallation, SETTINGS_FILE } from '../installation.ts';
import { assertKnownFile } from '../outbox/sqlite-engine.ts';
import { outboxFile, withStores } from '../outbox/with-stores.ts';

const USAGE = `Usage: npm run restore -- FILE [--identity KEY] [--add] [--settings FILE]
       npm run restore -- FILE [--identity KEY] --rehearse
       npm run restore -- --rehearsal-failed

Brings back what npm run backup has written, files of CONTENT_DIR where they are missing. The site may run meanwhile.
  --identity  the file of the key of an encrypted backup
  --add       adds to an outbox that is not empty what it lacks
  --settings  where the settings are written, if that file does not exist; on a server ${SETTINGS_FILE}
  --rehearsal-failed  alerts that no rehearsal could run; deploy/gis-site-backup-failed.service uses it
  --rehearse  restores into a temporary folder, sends what waits to a provider of its own, compares and deletes all
`;

export const restore = createCommand(USAGE, runRestore);

/** @returns what the operator reads; null after a wrong use. @throws BackupError and errors of stores and disk */
export async function runRestore(
  args: readonly string[],
  environment: Environment,
): Promise<string | null> {
  const flag = { type: 'boolean', default: false } as const;
  const name = { type: 'string' } as const;
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      identity: name,
      settings: name,
      add: flag,
      rehearse: flag,
      'rehearsal-failed': flag,
    },
  });
  if (values['rehearsal-failed']) {
    await writeRehearsalResult(loadSettings(environment).dataDir, false);
    return 'The rehearsal is recorded as failed.\n';
  }
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) return null;
  const backup = { path, identity: values.identity };
  if (values.rehearse) {
    // Loaded lazily: the rehearsal contains the whole site.
    const { rehearse } = await import('./rehearsal.ts');
    return await rehearse(backup, loadSettings(environment).dataDir);
  }
  const started = performance.now();
  // The backup is read to its end before anything is changed.
  const head = await readArchive(backup, () => undefined);
  const site = findInstallation(environment);
  const settingsFile = values.settings ?? (site && SETTINGS_FILE);
  const isNew = site !== null && !existsSync(SETTINGS_FILE);
  const settings = loadSettings(isNew ? { ...savedSettings(head), ...environment } : environment);
  await assertKnownFile(outboxFile(settings.dataDir));
  if (!values.add) await assertEmpty(settings);
  const settingsLine = await restoreSettings(settingsFile, head);
  await restoreDataFolder(settings.dataDir, site);
  const stores = { ...settings, isRestore: true };
  const content = settings.contentDir === null ? null : new ContentRestore(settings.contentDir);
  const { added, known } = await withStores(stores, async ({ existing }) => {
    const store = existing.at(-1);
    if (store === undefined) throw new BackupError('the outbox was removed meanwhile');
    return await addRecords(store, backup, (part) => content?.add(part) ?? Promise.resolve());
  });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const contentLine = (await content?.end()) ?? '';
  const others = known === 0 ? '' : `${known} others were here already\n`;
  return `${settingsLine}
outbox: ${added.text()}
${contentLine}${others}restored in ${seconds} s: the backup of ${head.at}, release ${head.release}
`;
}

/** @throws BackupError */
async function assertEmpty(settings: Settings): Promise<void> {
  await withStores({ ...settings, isRestore: true }, async ({ existing }) => {
    for (const store of existing)
      if ((await store.all().next()).done !== true)
        throw new BackupError(
          'the outbox is not empty, nothing was changed; --add adds to it what it lacks',
        );
  });
}
