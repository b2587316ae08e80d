import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemCall } from './system-calls.ts';

/** A name in a folder, set to its target, or removed. */
type Naming = { folder: Folder; name: string; to: Folder | File | null };
/** A change, and the call that made it durable; Infinity before that. */
type Change = { at: number; durableAt: number };
type NamingChange = Change & { namings: readonly Naming[] };
type DataChange = Change &
  ({ kind: 'write'; bytes: Buffer; offset: number | null } | { kind: 'truncate' });
type Folder = { kind: 'folder' };
type File = { kind: 'file'; changes: DataChange[] };

/** The changes of a folder by one process. */
export type Recording = {
  root: Folder;
  namings: readonly NamingChange[];
  files: readonly File[];
  /** Calls in their order: a power cut may come after any. */
  length: number;
  /** Responses by the call at which each was written. */
  responses: readonly { at: number; text: string }[];
};

/** Content of a folder by path: bytes of a file, null for a folder. */
export type DiskState = ReadonlyMap<string, Buffer | null>;

/** Reads the calls of `strace -f -xx` that touch what lies below a folder. */
export function recordDisk(calls: readonly SystemCall[], below: string): Recording {
  const root: Folder = { kind: 'folder' };
  const names = new Map<Folder, Map<string, Folder | File>>([[root, new Map()]]);
  const descriptors = new Map<number, Folder | File>();
  const namings: NamingChange[] = [];
  const files: File[] = [];
  const responses: { at: number; text: string }[] = [];
  let at = 0;

  function find(path: string): Folder | File | undefined {
    let found: Folder | File | undefined = root;
    for (const part of partsOf(path))
      found = found?.kind === 'folder' ? names.get(found)?.get(part) : undefined;
    return found;
  }

  function partsOf(path: string): string[] {
    return path.slice(below.length).split('/').filter(Boolean);
  }

  function naming(path: string, to: Folder | File | null): Naming {
    const parts = partsOf(path);
    const name = parts.pop() ?? '';
    const folder = find(join(below, ...parts));
    if (folder?.kind !== 'folder') throw new Error(`no folder for ${path}`);
    return { folder, name, to };
  }

  function rename(...changed: Naming[]): void {
    for (const { folder, name, to } of changed) {
      if (to === null) names.get(folder)?.delete(name);
      else names.get(folder)?.set(name, to);
    }
    namings.push({ at, durableAt: Infinity, namings: changed });
  }

  function open(path: string, flags: string, descriptor: number): void {
    let found = find(path);
    if (found === undefined && flags.includes('O_CREAT')) {
      found = { kind: 'file', changes: [] };
      files.push(found);
      rename(naming(path, found));
    } else if (found?.kind === 'file' && flags.includes('O_TRUNC'))
      found.changes.push({ at, durableAt: Infinity, kind: 'truncate' });
    if (found !== undefined) descriptors.set(descriptor, found);
  }

  function sync(target: Folder | File | undefined): void {
    const changes =
      target?.kind === 'file'
        ? target.changes
        : // A rename is one change; the folder that it leads to makes it durable.
          namings.filter(({ namings: [first] }) => first?.folder === target);
    for (const change of changes) change.durableAt = Math.min(change.durableAt, at);
  }

  for (const { name, text } of calls.toSorted((a, b) => a.ended - b.ended)) {
    const result = Number(/\) += (-?\d+)/.exec(text)?.[1] ?? -1);
    const [first = '', second = ''] = Array.from(
      text.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g),
      (match) => bytesOf(match[1] ?? '').toString('latin1'),
    );
    const descriptor = Number(/^\w+\((\d+)/.exec(text)?.[1] ?? -1);
    const isWrite = /^p?writev?(?:64)?$/.test(name);
    const isBelow = first === below || first.startsWith(`${below}/`);
    const target = descriptors.get(descriptor);
    // SQLite makes its index of the log anew.
    if (first.endsWith('-shm')) continue;
    if (result < 0 || (!isBelow && target === undefined && !isWrite)) continue;
    at += 1;
    if (name === 'mkdir' && first !== below) {
      const made: Folder = { kind: 'folder' };
      names.set(made, new Map());
      rename(naming(first, made));
    } else if (name === 'openat') open(first, text, result);
    else if (name === 'close') descriptors.delete(descriptor);
    else if (isWrite && target?.kind === 'file')
      target.changes.push({
        at,
        durableAt: Infinity,
        kind: 'write',
        bytes: Buffer.from(first, 'latin1'),
        offset: offsetOf(name, text),
      });
    else if (isWrite) responses.push({ at, text: `${first}${second}` });
    else if (name === 'fsync' || name === 'fdatasync') sync(target);
    else if (name.startsWith('rename'))
      rename(naming(second, find(first) ?? null), naming(first, null));
    else if (name === 'link') rename(naming(second, find(first) ?? null));
    else if (name === 'unlink') rename(naming(first, null));
  }
  return { root, namings, files, length: at, responses };
}

/** Where a `pwrite64` writes; null is the end of the file. */
function offsetOf(name: string, text: string): number | null {
  return name === 'pwrite64' ? Number(/, (\d+) *\)? *(?:=|<unfinished)/.exec(text)?.[1]) : null;
}

function bytesOf(hexadecimal: string): Buffer {
  return Buffer.from(hexadecimal.replaceAll(String.raw`\x`, ''), 'hex');
}

/**
 * Every state in which a power cut after a number of calls may leave the folder. What was synced is there.
 * Of the rest each name may have reached the disk or not, whatever the order; a file's bytes may be missing,
 * torn, zeros or out of order, up to any of its changes.
 */
export function* statesAfter(recording: Recording, calls: number): Generator<DiskState> {
  const made = recording.namings.filter(({ at }) => at <= calls);
  const open = made.filter(({ durableAt }) => durableAt > calls);
  const contents = recording.files.map((file) => contentsOf(file, calls));
  for (let chosen = 0; chosen < 2 ** open.length; chosen += 1) {
    const lost = new Set(open.filter((_, index) => (chosen & (1 << index)) === 0));
    const tree = treeOf(made.filter((change) => !lost.has(change)));
    const paths = [...pathsIn(tree, recording.root, '')];
    const present = recording.files.flatMap((file, index) =>
      paths.some(([, node]) => node === file) ? [index] : [],
    );
    for (const choice of choices(present.map((index) => contents[index]?.length ?? 0))) {
      const bytes = new Map(
        present.map((index, at) => [recording.files[index], contents[index]?.[choice[at] ?? 0]]),
      );
      yield new Map(
        paths.map(([path, node]) => [
          path,
          node.kind === 'folder' ? null : (bytes.get(node) ?? Buffer.alloc(0)),
        ]),
      );
    }
  }
}

function treeOf(changes: readonly NamingChange[]): Map<Folder, Map<string, Folder | File>> {
  const tree = new Map<Folder, Map<string, Folder | File>>();
  for (const { folder, name, to } of changes.flatMap(({ namings }) => namings)) {
    const names = tree.get(folder) ?? new Map<string, Folder | File>();
    tree.set(folder, names);
    if (to === null) names.delete(name);
    else names.set(name, to);
  }
  return tree;
}

function* pathsIn(
  tree: ReadonlyMap<Folder, ReadonlyMap<string, Folder | File>>,
  folder: Folder,
  at: string,
): Generator<[string, Folder | File]> {
  for (const [name, node] of tree.get(folder) ?? []) {
    yield [join(at, name), node];
    if (node.kind === 'folder') yield* pathsIn(tree, node, join(at, name));
  }
}

/** A file's possible contents: its synced bytes, and those after each later change; the last write complete, torn or as zeros. */
function contentsOf({ changes }: File, calls: number): Buffer[] {
  const made = changes.filter(({ at }) => at <= calls);
  const synced = made.findLastIndex(({ durableAt }) => durableAt <= calls) + 1;
  const contents = [contentAfter(made.slice(0, synced))];
  for (let count = synced + 1; count <= made.length; count += 1) {
    const before = contentAfter(made.slice(0, count - 1));
    const last = made[count - 1];
    if (last?.kind !== 'write') contents.push(Buffer.alloc(0));
    else
      contents.push(
        withWrite(before, last),
        withWrite(before, { ...last, bytes: last.bytes.subarray(0, last.bytes.length / 2) }),
        withWrite(before, { ...last, bytes: Buffer.alloc(last.bytes.length) }),
        // It reached the disk before those that came before it.
        withWrite(contents[0] ?? before, last),
      );
  }
  return contents;
}

function contentAfter(changes: readonly DataChange[]): Buffer {
  const from = changes.findLastIndex(({ kind }) => kind === 'truncate') + 1;
  let content = Buffer.alloc(0);
  for (const change of changes.slice(from))
    if (change.kind === 'write') content = withWrite(content, change);
  return content;
}

function withWrite(
  before: Buffer,
  { bytes, offset }: { bytes: Buffer; offset: number | null },
): Buffer<ArrayBuffer> {
  const at = offset ?? before.length;
  const after = Buffer.alloc(Math.max(before.length, at + bytes.length));
  before.copy(after);
  bytes.copy(after, at);
  return after;
}

/** Every way to take one of so many, for each. */
function* choices(counts: readonly number[]): Generator<number[]> {
  const [first, ...rest] = counts;
  if (first === undefined) yield [];
  else
    for (const others of choices(rest))
      for (let index = 0; index < first; index += 1) yield [index, ...others];
}

export function writeState(state: DiskState, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, bytes] of state) {
    if (bytes === null) mkdirSync(join(folder, path), { recursive: true });
    else writeFileSync(join(folder, path), bytes);
    chmodSync(join(folder, path), bytes === null ? 0o700 : 0o600);
  }
}
