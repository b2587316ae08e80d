import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import {
  errorCode,
  FILE_MODE,
  FOLDER_MODE,
  syncFolder,
  unlessMissing,
  writeNewFile,
} from './durable-files.ts';
import { entrySchema, reasonSchema, receiptSchema, triesSchema } from './entry.ts';
import type { Entry, Reason, Receipt, Tries } from './entry.ts';

/**
 * `tmp` holds what is being written, `new` the entries that wait, `done` receipts, `dead` what was
 * refused or grew too old, `corrupt` what cannot be read. An entry is a folder with `entry.json` and
 * perhaps `cv.pdf`, so that one rename moves all of it.
 */
const SUBFOLDERS = ['tmp', 'new', 'done', 'dead', 'corrupt'] as const;

/** `<ms>-<fingerprint>-<reference>`: sorts by time, finds doubles and people's numbers without opening files. */
const ID = /^(\d{13})-([0-9a-f]{16})-(GIS-[0-9A-Z]{4}-[0-9A-Z]{4})$/;

export type EntryId = { id: string; acceptedAtMs: number; fingerprint: string; reference: string };

/** An entry that is torn, foreign or lacks its CV. */
export class CorruptEntryError extends Error {
  override readonly name = 'CorruptEntryError';
}

export type OutboxFolder = ReturnType<typeof createOutboxFolder>;

export function entryId(parts: Omit<EntryId, 'id'>): string {
  return `${parts.acceptedAtMs}-${parts.fingerprint}-${parts.reference}`;
}

export function parseEntryId(id: string): EntryId | null {
  const match = ID.exec(id);
  const [, ms, fingerprint, reference] = match ?? [];
  if (ms === undefined || fingerprint === undefined || reference === undefined) return null;
  return { id, acceptedAtMs: Number(ms), fingerprint, reference };
}

/** The outbox's files, and nothing of when or whereto. All methods reject with the system's error unless they say otherwise. */
export function createOutboxFolder(root: string) {
  const at = (folder: (typeof SUBFOLDERS)[number], ...names: string[]) =>
    join(root, folder, ...names);

  /** Makes the folders that are missing. */
  async function prepare(): Promise<void> {
    await mkdir(root, { recursive: true, mode: FOLDER_MODE });
    for (const name of SUBFOLDERS)
      await mkdir(join(root, name), { recursive: true, mode: FOLDER_MODE });
  }

  /** Makes an entry durable: when this returns, neither a crash nor a power cut loses it. On failure nothing of it stays. */
  async function write(entry: Entry, upload: string | null): Promise<void> {
    const building = at('tmp', entry.id);
    await mkdir(building, { mode: FOLDER_MODE });
    try {
      if (upload !== null) await rename(upload, join(building, 'cv.pdf'));
      await writeNewFile(join(building, 'entry.json'), JSON.stringify(entry));
      await syncFolder(building);
      await rename(building, at('new', entry.id));
      await syncFolder(at('new'));
    } catch (error) {
      await remove(building);
      await remove(at('new', entry.id));
      throw error;
    }
  }

  /** @throws CorruptEntryError */
  async function read(
    id: string,
    folder: 'new' | 'dead' = 'new',
  ): Promise<{ entry: Entry; cvPath: string | null }> {
    const entry = await readJson(at(folder, id, 'entry.json'), entrySchema);
    if (entry === null || entry.id !== id) throw new CorruptEntryError(id);
    if (entry.cv === null) return { entry, cvPath: null };
    const cvPath = at(folder, id, 'cv.pdf');
    const found = await unlessMissing(stat(cvPath));
    if (found?.size !== entry.cv.size) throw new CorruptEntryError(id);
    return { entry, cvPath };
  }

  /** Notes a try beside the entry. Best effort: a disk that fails here must not stop a delivery. */
  async function noteTry(id: string, tries: Tries): Promise<void> {
    await writeFile(at('new', id, 'tries.json'), JSON.stringify(tries), { mode: FILE_MODE }).catch(
      () => {},
    );
  }

  /** Replaces a delivered entry by its receipt; the payload and the CV are gone when this returns. */
  async function finish(receipt: Receipt): Promise<void> {
    try {
      const building = at('tmp', `${receipt.id}.receipt`);
      await rm(building, { force: true });
      await writeNewFile(building, JSON.stringify(receipt));
      await rename(building, at('done', `${receipt.id}.json`));
      await syncFolder(at('done'));
    } finally {
      await discard(receipt.id);
    }
  }

  /** Removes an entry, wherever its readers left it. */
  async function discard(id: string, folder: 'new' | 'dead' = 'new'): Promise<void> {
    await rm(at(folder, id), { recursive: true, force: true });
    await syncFolder(at(folder));
  }

  async function bury(id: string, reason: Reason): Promise<void> {
    await rm(at('new', id, 'reason.json'), { force: true });
    await writeNewFile(at('new', id, 'reason.json'), JSON.stringify(reason));
    await move(at('new', id), at('dead', id));
  }

  async function revive(id: string): Promise<void> {
    await rm(at('dead', id, 'reason.json'), { force: true });
    await rm(at('dead', id, 'tries.json'), { force: true });
    await move(at('dead', id), at('new', id));
  }

  async function setAside(name: string): Promise<void> {
    await move(at('new', name), at('corrupt', `${name.slice(0, 100)}.${randomUUID()}`));
  }

  async function move(from: string, to: string): Promise<void> {
    await rename(from, to);
    await syncFolder(join(to, '..'));
    await syncFolder(join(from, '..'));
  }

  /** Entries younger than `sinceMs` of this fingerprint that wait or were delivered. */
  async function recent(fingerprint: string, sinceMs: number): Promise<EntryId | null> {
    for (const name of [...(await readdir(at('new'))), ...(await readdir(at('done')))]) {
      const known = parseEntryId(name.replace(/\.json$/, ''));
      if (known?.fingerprint === fingerprint && known.acceptedAtMs > sinceMs) return known;
    }
    return null;
  }

  /** Removes what outlived its purpose. */
  async function sweep(
    nowMs: number,
    keep: { tmpMs: number; receiptsMs: number; deadMs: number },
  ): Promise<void> {
    const ages = [
      ['tmp', keep.tmpMs],
      ['done', keep.receiptsMs],
      ['dead', keep.deadMs],
      ['corrupt', keep.deadMs],
    ] as const;
    for (const [folder, ageMs] of ages) {
      for (const name of await readdir(at(folder))) {
        const since = await bornAt(folder, name);
        if (since !== null && since < nowMs - ageMs)
          await rm(at(folder, name), { recursive: true, force: true });
      }
    }
  }

  async function bornAt(folder: (typeof SUBFOLDERS)[number], name: string): Promise<number | null> {
    if (folder === 'dead') {
      const reason = await readJson(at('dead', name, 'reason.json'), reasonSchema);
      if (reason !== null) return Date.parse(reason.at);
    }
    if (folder === 'done') {
      const receipt = await readJson(at('done', name), receiptSchema);
      if (receipt !== null) return Date.parse(receipt.deliveredAt);
    }
    return (await unlessMissing(stat(at(folder, name))))?.ctimeMs ?? null;
  }

  return {
    root,
    prepare,
    write,
    read,
    noteTry,
    finish,
    discard,
    bury,
    revive,
    setAside,
    recent,
    sweep,
    /** Where an upload may be written while it arrives. */
    uploadPath: () => at('tmp', `${randomUUID()}.upload`),
    names: (folder: (typeof SUBFOLDERS)[number]) =>
      readdir(at(folder)).then((names) => names.sort()),
    tries: (id: string) => readJson(at('new', id, 'tries.json'), triesSchema),
    reason: (id: string) => readJson(at('dead', id, 'reason.json'), reasonSchema),
    receipt: (id: string) => readJson(at('done', `${id}.json`), receiptSchema),
    has: async (folder: 'new' | 'dead', id: string) =>
      (await unlessMissing(stat(at(folder, id)))) !== null,
    /** Asks the deliverer, in whichever process, to try all waiting entries now. */
    askForRetry: () => writeFile(join(root, 'retry-now'), '', { mode: FILE_MODE }),
    /** Whether somebody asked; the question is answered once. */
    takeRetryRequest: async () =>
      (await unlessMissing(unlink(join(root, 'retry-now')).then(() => true))) ?? false,
  };
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => {});
}

/** Null for a file that is missing, torn or of another shape. */
async function readJson<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): Promise<z.infer<Schema> | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errorCode(error) ?? '')) return null;
    throw error;
  }
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
