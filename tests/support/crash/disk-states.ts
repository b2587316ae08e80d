import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { SystemCall } from './system-calls.ts';

/** A change, and the call that made it durable; Infinity before that. */
type Change = { at: number; durableAt: number };
type DataChange = Change &
  ({ kind: 'write'; bytes: Buffer; offset: number | null } | { kind: 'truncate' });
type File = { changes: DataChange[] };
/** A path gets a file or a folder, or is removed. */
type Naming = Change & { path: string; to: File | 'folder' | null };

/** The changes of a folder by one process. */
export type Recording = {
  namings: readonly Naming[];
  /** Calls in their order: a power cut may come after any. */
  length: number;
  /** Responses by the call at which each was written. */
  responses: readonly { at: number; text: string }[];
};

/** Content of a folder by path: bytes of a file, null for a folder. */
export type DiskState = ReadonlyMap<string, Buffer | null>;

/** Reads the calls of `strace -f -xx` that touch what lies below a folder. */
export function recordDisk(calls: readonly SystemCall[], below: string): Recording {
  const nodes = new Map<string, File | 'folder'>([['', 'folder']]);
  const opened = new Map<number, { path: string; node: File | 'folder' }>();
  const namings: Naming[] = [];
  const responses: { at: number; text: string }[] = [];
  let at = 0;

  function rename(path: string, to: Naming['to']): void {
    if (to === null) nodes.delete(path);
    else nodes.set(path, to);
    namings.push({ at, durableAt: Infinity, path, to });
  }

  function open(path: string, flags: string, descriptor: number): void {
    if (!nodes.has(path) && flags.includes('O_CREAT')) rename(path, { changes: [] });
    const node = nodes.get(path);
    if (node === undefined) return;
    if (node !== 'folder' && flags.includes('O_TRUNC'))
      node.changes.push({ at, durableAt: Infinity, kind: 'truncate' });
    opened.set(descriptor, { path, node });
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
    const path = isBelow ? relative(below, first) : '';
    const { path: target = '', node } = opened.get(descriptor) ?? {};
    // SQLite makes its index of the log anew.
    if (first.endsWith('-shm')) continue;
    if (result < 0 || (!isBelow && node === undefined && !isWrite)) continue;
    at += 1;
    if (name === 'mkdir' && first !== below) rename(path, 'folder');
    else if (name === 'openat') open(path, text, result);
    else if (name === 'close') opened.delete(descriptor);
    else if (name === 'unlink') rename(path, null);
    else if (isWrite && node === undefined) responses.push({ at, text: `${first}${second}` });
    else if (isWrite && node !== undefined && node !== 'folder') {
      const bytes = Buffer.from(first, 'latin1');
      node.changes.push({
        at,
        durableAt: Infinity,
        kind: 'write',
        bytes,
        offset: offsetOf(name, text),
      });
    } else if (name === 'fsync' || name === 'fdatasync') {
      const inFolder = namings.filter((naming) => parentOf(naming.path) === target);
      const changes = node === 'folder' ? inFolder : (node?.changes ?? []);
      for (const change of changes) change.durableAt = Math.min(change.durableAt, at);
    } else if (/^rename|^link/.test(name)) throw new Error(`${name} is not read`);
  }
  return { namings, length: at, responses };
}

/** Empty for the recorded folder. */
const parentOf = (path: string): string => dirname(path).replace(/^\.$/, '');

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
  const contents = new Map<Naming['to'], (Buffer | null)[]>([['folder', [null]]]);
  for (const { to } of made)
    if (to !== null && to !== 'folder') contents.set(to, contentsOf(to, calls));
  for (let chosen = 0; chosen < 2 ** open.length; chosen += 1) {
    const lost = new Set(open.filter((_, index) => (chosen & (1 << index)) === 0));
    const tree = new Map<string, Naming['to']>([['', 'folder']]);
    for (const naming of made) if (!lost.has(naming)) tree.set(naming.path, naming.to);
    let states: DiskState[] = [new Map()];
    for (const [path, to] of tree) {
      if (path === '' || to === null || tree.get(parentOf(path)) !== 'folder') continue;
      states = states.flatMap((state) =>
        (contents.get(to) ?? []).map((content) => new Map([...state, [path, content]])),
      );
    }
    yield* states;
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

export function writeState(state: DiskState, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, bytes] of state) {
    if (bytes === null) mkdirSync(join(folder, path), { recursive: true });
    else writeFileSync(join(folder, path), bytes);
    chmodSync(join(folder, path), bytes === null ? 0o700 : 0o600);
  }
}
