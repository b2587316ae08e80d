import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT = 0xffff;

const STORED = 0;

/**
 * The names of a ZIP file's parts; null for a damaged file, and `too-large` for one that unpacks to more. The sizes
 * that it states are not trusted: each part is unpacked, and forgotten.
 */
export function zipParts(bytes: Buffer, mostBytes: number): string[] | 'too-large' | null {
  try {
    return readParts(bytes, mostBytes);
  } catch (error) {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : null;
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : null;
  }
}

function readParts(bytes: Buffer, mostBytes: number): string[] | 'too-large' | null {
  const end = findEnd(bytes);
  if (end === null) return null;
  const names: string[] = [];
  let left = mostBytes;
  let at = bytes.readUInt32LE(end + 16);
  const count = bytes.readUInt16LE(end + 10);
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== ENTRY) return null;
    const nameLength = bytes.readUInt16LE(at + 28);
    names.push(bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength));
    const local = bytes.readUInt32LE(at + 42);
    const data =
      local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(data, data + bytes.readUInt32LE(at + 20));
    const isStored = bytes.readUInt16LE(at + 10) === STORED;
    left -= isStored
      ? packed.length
      : inflateRawSync(packed, { maxOutputLength: Math.max(left, 1) }).length;
    if (left < 0) return 'too-large';
    at += ENTRY_BYTES + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return names;
}

function findEnd(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1)
    if (bytes.readUInt32LE(at) === END) return at;
  return null;
}
