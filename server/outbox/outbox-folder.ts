import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FILE_MODE, FOLDER_MODE, readJsonFile, syncFolder, writeNewFile } from './durable-files.ts';
import { errorCode, unlessMissing } from '../system-errors.ts';
import { FolderLock } from '../folder-lock.ts';
import type { Clock } from './clock.ts';
import { parseEntryId, type EntryId } from './entry-id.ts';
import { CorruptEntryError, type EntryStore } from './entry-store.ts';
import { attemptNoteSchema, entrySchema, reasonSchema, receiptSchema } from './entry.ts';
import type { AttemptNote, Entry, Outcome, Reason, Receipt, StoredEntry } from './entry.ts';

/**
 * `tmp` holds what is being written, `new` the entries that wait, `done` receipts, `dead` what was
 * rejected or grew too old, `corrupt` what cannot be read. An entry is a folder with `entry.json` and
 * perhaps `cv.pdf`, so that one rename moves all of it.
 */
const SUBFOLDERS = ['tmp', 'new', 'done', 'dead', 'corrupt'] as const;

export type Subfolder = (typeof SUBFOLDERS)[number];

/** Somebody asks the deliverer, in whichever process, to attempt all waiting entries now. */
const RETRY_REQUEST = 'retry-now';

/** The outbox as files. All methods reject with the system's error unless they say otherwise. */
export class OutboxFolder implements EntryStore {
  readonly root: string;

  /** @param root absolute path; {@link prepare} makes it. */
  constructor(root: string) {
    this.root = root;
  }

  /** Makes the folders that are missing, durably. */
  async prepare(): Promise<void> {
    await makeFolder(this.root);
    for (const name of SUBFOLDERS) await makeFolder(this.path(name));
  }

  /** Held by the one process that delivers what is in the folder. */
  delivererLock(clock: Clock): FolderLock {
    return new FolderLock({
      path: join(this.root, 'deliverer.lock'),
      tmp: this.path('tmp'),
      clock,
    });
  }

  /** Where an upload may be written while it arrives. */
  async uploadPath(): Promise<string> {
    await this.prepare();
    return this.path('tmp', `${randomUUID()}.upload`);
  }

  /** Folders that could not be made at the start, or have been removed since, are made now. */
  async add(...parts: Parameters<EntryStore['add']>): Promise<EntryId | null> {
    try {
      return await this.#add(...parts);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      await this.prepare();
      return await this.#add(...parts);
    }
  }

  async #add(...[entry, upload, { fingerprint, sinceMs }]: Parameters<EntryStore['add']>) {
    for (const folder of ['new', 'done', 'dead'] as const) {
      for (const name of await this.names(folder)) {
        const known = parseEntryId(name.replace(/\.json$/, ''));
        if (known === null) continue;
        const isSameForm = known.fingerprint === fingerprint && known.acceptedAtMs > sinceMs;
        if (known.reference === entry.reference || (isSameForm && folder !== 'dead')) return known;
      }
    }
    await this.#write(entry, upload);
    return null;
  }

  async #write(entry: Entry, upload: string | null): Promise<void> {
    const building = this.path('tmp', entry.id);
    await mkdir(building, { mode: FOLDER_MODE });
    try {
      if (upload !== null) await rename(upload, join(building, 'cv.pdf'));
      await writeNewFile(join(building, 'entry.json'), JSON.stringify(entry));
      await syncFolder(building);
      await rename(building, this.path('new', entry.id));
      await syncFolder(this.path('new'));
    } catch (error) {
      for (const path of [building, this.path('new', entry.id)])
        await rm(path, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
  }

  async read(id: string) {
    // Delivered, and then the disk would not let all of it go.
    if (await this.isDelivered(id)) {
      await this.discard(id);
      return null;
    }
    const stored = await this.readFrom('new', id);
    return stored && { ...stored, note: await this.attemptNote(id) };
  }

  /** Null for what is gone. @throws CorruptEntryError */
  async readFrom(folder: 'new' | 'dead', id: string): Promise<StoredEntry | null> {
    const entry = await readJsonFile(this.path(folder, id, 'entry.json'), entrySchema);
    const cvPath = this.path(folder, id, 'cv.pdf');
    const cv = await unlessMissing(stat(cvPath));
    if (entry?.id === id && entry.cv === null) return { entry, readCv: null };
    if (entry?.id === id && entry.cv?.size === cv?.size)
      return { entry, readCv: () => readFile(cvPath) };
    if (await this.has(folder, id)) throw new CorruptEntryError(id);
    return null;
  }

  async has(folder: 'new' | 'dead', id: string): Promise<boolean> {
    return (await unlessMissing(stat(this.path(folder, id)))) !== null;
  }

  /** What lies in a folder, oldest entry first. */
  async names(folder: Subfolder): Promise<string[]> {
    return (await readdir(this.path(folder))).sort();
  }

  attemptNote(id: string): Promise<AttemptNote | null> {
    return readJsonFile(this.path('new', id, 'tries.json'), attemptNoteSchema);
  }

  reason(id: string): Promise<Reason | null> {
    return readJsonFile(this.path('dead', id, 'reason.json'), reasonSchema);
  }

  receipt(id: string): Promise<Receipt | null> {
    return readJsonFile(this.path('done', `${id}.json`), receiptSchema);
  }

  async isDelivered(id: string): Promise<boolean> {
    return (await this.receipt(id)) !== null;
  }

  async outcomeOf(id: string): Promise<Outcome | null> {
    if (await this.isDelivered(id)) return 'delivered';
    if (await this.has('dead', id)) return 'rejected';
    return (await this.attemptNote(id))?.state === 'waiting' ? 'stored' : null;
  }

  async noteAttempt(id: string, note: AttemptNote): Promise<void> {
    const path = this.path('new', id, 'tries.json');
    await writeFile(path, JSON.stringify(note), { mode: FILE_MODE }).catch(() => {});
  }

  async finish(receipt: Receipt): Promise<void> {
    try {
      const building = this.path('tmp', `${receipt.id}.receipt`);
      await rm(building, { force: true });
      await writeNewFile(building, JSON.stringify(receipt));
      await rename(building, this.path('done', `${receipt.id}.json`));
      await syncFolder(this.path('done'));
    } finally {
      await this.discard(receipt.id);
    }
  }

  async discard(id: string, folder: 'new' | 'dead' = 'new'): Promise<void> {
    await rm(this.path(folder, id), { recursive: true, force: true });
    await syncFolder(this.path(folder));
  }

  async deadLetter(id: string, reason: Reason): Promise<void> {
    await rm(this.path('new', id, 'reason.json'), { force: true });
    await writeNewFile(this.path('new', id, 'reason.json'), JSON.stringify(reason));
    await move(this.path('new', id), this.path('dead', id));
  }

  /** Puts a dead letter back among the waiting entries. */
  async requeue(id: string): Promise<void> {
    for (const name of ['reason.json', 'tries.json'])
      await rm(this.path('dead', id, name), { force: true });
    await move(this.path('dead', id), this.path('new', id));
  }

  async quarantine(name: string): Promise<void> {
    const unique = `${name.slice(0, 100)}.${randomUUID()}`;
    await move(this.path('new', name), this.path('corrupt', unique));
  }

  async requestRetry(): Promise<void> {
    await writeFile(join(this.root, RETRY_REQUEST), '', { mode: FILE_MODE });
  }

  /** Whether somebody asked for a retry; each request is answered once. */
  async takeRetryRequest(): Promise<boolean> {
    const taken = unlink(join(this.root, RETRY_REQUEST)).then(() => true);
    return (await unlessMissing(taken)) ?? false;
  }

  path(folder: Subfolder, ...names: string[]): string {
    return join(this.root, folder, ...names);
  }
}

async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made))
    await syncFolder(dirname(made));
}

async function move(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
  await syncFolder(dirname(from));
}
