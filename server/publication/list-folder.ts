import { constants } from 'node:fs';
import { lstat, open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { conflictOf, isIgnored } from './ignored-files.ts';
import { PUBLICATION_LIMITS } from './publication-limits.ts';
import type { Finding, Problem } from '../content/problem.ts';
import { errorCode, unlessMissing } from '../system-errors.ts';

type FolderFile = {
  /** With `/`, relative to the folder. */
  path: string;
  bytes: number;
  /** Changes with each write, rename and change of the time. Samba sets the final size at the first byte. */
  state: string;
};

export type Listing = {
  files: FolderFile[];
  problems: Problem[];
  /** Of the youngest file or folder; milliseconds since the epoch. */
  changedMs: number;
};

/** What is in the folder, without what programs leave there. Links are not followed. Never opens a file. */
export async function listFolder(folder: string): Promise<Listing> {
  const listing: Listing = { files: [], problems: [], changedMs: 0 };
  await listInto(listing, folder, '');
  const bytes = listing.files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > PUBLICATION_LIMITS.folderBytes)
    addProblem(listing, '.', {
      text: 'has more than {size} MB in all: remove what the website does not show',
      values: { size: String(PUBLICATION_LIMITS.folderBytes / 1024 ** 2) },
    });
  return listing;
}

async function listInto(listing: Listing, folder: string, path: string): Promise<void> {
  const names = await readNames(listing, folder, path);
  const place = await unlessMissing(lstat(join(folder, path)));
  listing.changedMs = Math.max(listing.changedMs, place?.ctimeMs ?? 0);
  for (const name of names.toSorted()) {
    const file = path === '' ? name : `${path}/${name}`;
    if (isIgnored(name)) continue;
    const original = conflictOf(name);
    if (original !== null)
      addProblem(
        listing,
        file,
        {
          text: 'is a second copy, as two people changed {name} at the same time: compare both, keep one',
          values: { name: original },
        },
        // Without the file itself its texts would leave the site.
        names.includes(original) ? 'warning' : 'error',
      );
    else if (listing.files.length >= PUBLICATION_LIMITS.files) return tooMany(listing);
    else await listOne(listing, folder, file);
  }
}

function tooMany(listing: Listing): void {
  if (listing.problems.some(({ file }) => file === '.')) return;
  addProblem(listing, '.', {
    text: 'has more than {count} files: remove what the website does not show',
    values: { count: String(PUBLICATION_LIMITS.files) },
  });
}

async function readNames(listing: Listing, folder: string, path: string): Promise<string[]> {
  try {
    return await readdir(join(folder, path));
  } catch (error) {
    addUnreadable(listing, path || '.', error);
    return [];
  }
}

async function listOne(listing: Listing, folder: string, path: string): Promise<void> {
  const facts = await unlessMissing(lstat(join(folder, path), { bigint: true }));
  // It was removed meanwhile, unless its name is no UTF-8: a system finds no file by what can be read of it.
  if (facts === null) {
    if (path.includes('\ufffd'))
      addProblem(listing, path, { text: 'has a name with letters that are lost: rename it' });
    return;
  }
  listing.changedMs = Math.max(listing.changedMs, Number(facts.ctimeMs));
  if (facts.isDirectory()) {
    // A copy has no empty folders: what it is named for would be missing without a word.
    if (/\.\w+$/.test(path))
      return addProblem(listing, path, {
        text: 'is a folder that nothing reads: move its files up, or remove it',
      });
    if (path.split('/').length < PUBLICATION_LIMITS.depth) return listInto(listing, folder, path);
    return addProblem(listing, path, {
      text: 'is too deep in the folder: the website reads no folder here',
    });
  }
  if (!facts.isFile())
    return addProblem(listing, path, {
      text: 'is a link or no file: put the file itself here',
    });
  if (facts.size > PUBLICATION_LIMITS.fileBytes)
    return addProblem(listing, path, {
      text: 'has more than {size} MB: make it smaller',
      values: { size: String(PUBLICATION_LIMITS.fileBytes / 1024 ** 2) },
    });
  const { size, mtimeNs, ctimeNs } = facts;
  listing.files.push({
    path,
    bytes: Number(size),
    state: `${size} ${mtimeNs} ${ctimeNs}`,
  });
}

/** Opens a listed file. Neither a link nor a FIFO may have replaced it: the one leads out, the other blocks. */
export function openListed(path: string): Promise<FileHandle> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  return open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
}

export function addUnreadable(
  { problems }: Pick<Listing, 'problems'>,
  file: string,
  error: unknown,
) {
  problems.push({
    file,
    text: 'cannot be read ({cause}): give the publisher the right to read it',
    values: { cause: errorCode(error) ?? 'unknown' },
    level: 'error',
  });
}

function addProblem(
  { problems }: Listing,
  file: string,
  finding: Finding,
  level: Problem['level'] = 'error',
): void {
  problems.push({ ...finding, file, level });
}

/** Two listings of an unchanged folder have the same. */
export function stateOf({ files, problems }: Listing): string {
  return JSON.stringify([files, problems]);
}
