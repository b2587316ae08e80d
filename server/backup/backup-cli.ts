import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError, writeArchive, type ArchivedRecord } from './archive.ts';
import { createCommand } from './create-command.ts';
import { readParts, type FilePart } from './content-files.ts';
import { Tally } from './add-records.ts';
import { removeAbandonedRehearsals } from './rehearsal-result.ts';
import { SAVED_SETTINGS } from './restore-files.ts';
import { NoticeStore } from '../notices/notice-store.ts';
import { loadSettings, type Environment } from '../config.ts';
import { withStores } from '../outbox/with-stores.ts';
import { unlessMissing } from '../system-errors.ts';
import { VERSION } from '../version.ts';

const USAGE = `Usage: npm run backup -- FILE [--recipient age1… | --identity KEY]

Writes the settings, all submissions and the urgent notices into a new file. The site may run meanwhile.
  --recipient  encrypts it with age for this public key; may be repeated
  --identity   encrypts it for the key of this file
`;

export const backup = createCommand(USAGE, runBackup);

/** @returns what the operator reads; null after a wrong use. @throws BackupError and errors of stores and disk */
export async function runBackup(
  args: readonly string[],
  environment: Environment,
): Promise<string | null> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { recipient: { type: 'string', multiple: true }, identity: { type: 'string' } },
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) return null;
  if (existsSync(path)) throw new BackupError(`${path} exists already; nothing was changed`);
  const settings = loadSettings(environment);
  const ageOptions = [
    ...(values.recipient ?? []).flatMap((recipient) => ['--recipient', recipient]),
    ...(values.identity === undefined ? [] : ['--identity', values.identity]),
  ];
  await removeAbandonedRehearsals(settings.dataDir);
  const SECRET = await unlessMissing(readFile(join(settings.dataDir, 'secret'), 'utf8'));
  const saved: Environment = {
    ...environment,
    SECRET: environment['SECRET'] || SECRET || undefined,
  };
  const head = {
    release: VERSION,
    at: new Date().toISOString(),
    settings: Object.fromEntries(
      SAVED_SETTINGS.flatMap((name) => (saved[name] ? [[name, saved[name]]] : [])),
    ),
  };
  const tally = new Tally();
  const [files, unread] = [new Set<string>(), new Array<string>()];
  const countFile = ({ path: file }: FilePart) => void files.add(file);
  const onUnread = (file: string) => void unread.push(file);
  await withStores(settings, async ({ existing }) => {
    if (existing.length === 0)
      throw new BackupError(`DATA_DIR ${settings.dataDir} has no outbox.db: nothing was saved`);
    async function* records(): AsyncGenerator<ArchivedRecord> {
      if (settings.contentDir !== null) yield* readParts(settings.contentDir, onUnread);
      for (const store of existing) {
        for await (const submission of store.all()) yield { kind: 'submission', ...submission };
        for (const text of await new NoticeStore(store.engine).texts())
          yield { kind: 'notice', text };
      }
    }
    async function* counted() {
      for await (const record of records()) {
        if (record.kind === 'file') countFile(record);
        else tally.count(record);
        yield record;
      }
    }
    await writeArchive(path, { head, records: counted() }, ageOptions);
  });
  const note = ageOptions.length === 0 ? 'NOT ENCRYPTED; it has personal data and SECRET\n' : '';
  const content =
    settings.contentDir === null ? '' : `content: ${files.size} files of ${settings.contentDir}\n`;
  const missing =
    unread.length === 0 ? '' : `content: NOT SAVED, cannot be read: ${unread.join(', ')}\n`;
  return `${path}: ${tally.text()}\n${content}${missing}${note}`;
}
