import { randomUUID } from 'node:crypto';
import { chown, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { ArchivedRecord } from './archive.ts';
import { listFolder, openListed } from '../publication/list-folder.ts';
import { sync } from '../publication/write-files.ts';
import { errorCode, unlessMissing } from '../system-errors.ts';

/** A part of a file is one line of a backup: a file is never in memory as a whole. */
const PART_BYTES = 1024 * 1024;

export type FilePart = Extract<ArchivedRecord, { kind: 'file' }>;

/** The files of the school's folder, as far as they can be read. @param onUnread is called with the path of another */
export async function* readParts(
  folder: string,
  onUnread: (path: string) => void,
): AsyncGenerator<FilePart> {
  const { files, problems } = await listFolder(folder);
  for (const { file, level } of problems) if (level === 'error') onUnread(file);
  for (const { path } of files) {
    const file = await openListed(join(folder, path)).catch(() => null);
    if (file === null) {
      onUnread(path);
      continue;
    }
    try {
      if (!(await file.stat()).isFile()) {
        onUnread(path);
        continue;
      }
      for (let at = 0; ;) {
        const data = Buffer.alloc(PART_BYTES);
        const { bytesRead } = await file.read(data, 0, PART_BYTES, at);
        // An empty file is one part.
        if (bytesRead > 0 || at === 0)
          yield { kind: 'file', path, at, data: data.subarray(0, bytesRead) };
        if (bytesRead === 0) break;
        at += bytesRead;
      }
    } finally {
      await file.close();
    }
  }
}

/** Brings the files back that the folder lacks; those that it has are kept, as they may be newer. */
export class ContentRestore {
  readonly #folder: string;
  #written = 0;
  #kept = 0;
  /** The file that is written. */
  #open: { path: string; temporary: string } | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Parts come in their order. */
  async add({ path, at, data }: FilePart): Promise<void> {
    if (at === 0) await this.#begin(path);
    if (this.#open?.path !== path) return;
    const file = await open(this.#open.temporary, 'a', 0o664);
    try {
      await file.writeFile(data);
    } finally {
      await file.close();
    }
  }

  async #begin(path: string): Promise<void> {
    await this.#finish();
    // A backup is a file that somebody may have written.
    if (isAbsolute(path) || path.split('/').some((part) => part === '' || part.startsWith('.')))
      return;
    const target = join(this.#folder, path);
    if ((await unlessMissing(stat(target))) !== null) {
      this.#kept += 1;
      return;
    }
    await mkdir(dirname(target), { recursive: true });
    await this.#giveToOwner(dirname(target));
    this.#open = { path, temporary: join(dirname(target), `.${randomUUID()}.tmp`) };
  }

  async #finish(): Promise<void> {
    if (this.#open === null) return;
    const { path, temporary } = this.#open;
    this.#open = null;
    await sync(temporary);
    await this.#giveToOwner(temporary);
    if (await moveToNew(temporary, join(this.#folder, path))) this.#written += 1;
    else this.#kept += 1;
  }

  /** The publisher's and the office's user, not root. */
  async #giveToOwner(path: string): Promise<void> {
    const { uid, gid } = await stat(this.#folder);
    if (process.getuid?.() === 0) await chown(path, uid, gid);
  }

  /** @returns a line for the operator */
  async end(): Promise<string> {
    await this.#finish();
    const kept = this.#kept === 0 ? '' : `, ${this.#kept} are there already and were kept`;
    return `content: ${this.#written} files written to ${this.#folder}${kept}\n`;
  }
}

/** @returns false if the office has written the file meanwhile; it is not changed then */
async function moveToNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    // A disk without links.
    if (errorCode(error) !== 'EEXIST') return await rename(from, to).then(() => true);
    await rm(from);
    return false;
  }
  await rm(from);
  return true;
}
