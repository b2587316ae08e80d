import { crc32, inflateRawSync } from 'node:zlib';

/** `damaged`: not a complete zip file; `too-large`: it unpacks to more than the limits. */
export class ZipError extends Error {
  readonly kind: 'damaged' | 'encrypted' | 'too-large';

  constructor(kind: ZipError['kind'], options?: ErrorOptions) {
    super(`zip: ${kind}`, options);
    this.name = 'ZipError';
    this.kind = kind;
  }
}

type ZipLimits = { entries: number; bytes: number };

/** Signatures and sizes of the records (APPNOTE.TXT 4.3). */
const END = { signature: 0x06054b50, size: 22 };
const CENTRAL = { signature: 0x02014b50, size: 46 };
const LOCAL = { signature: 0x04034b50, size: 30 };
const MAX_COMMENT_BYTES = 0xffff;
const STORED = 0;
const DEFLATED = 8;

/**
 * The files of a zip that `isWanted` accepts, within the limits whatever its records claim.
 * @throws ZipError
 */
export function readZip(
  zip: Buffer,
  { limits, isWanted }: { limits: ZipLimits; isWanted: (name: string) => boolean },
): Map<string, Buffer> {
  try {
    return readEntries(zip, { limits, isWanted });
  } catch (error) {
    if (error instanceof ZipError) throw error;
    const isTooLarge =
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new ZipError(isTooLarge ? 'too-large' : 'damaged', { cause: error });
  }
}

function readEntries(
  zip: Buffer,
  { limits, isWanted }: { limits: ZipLimits; isWanted: (name: string) => boolean },
): Map<string, Buffer> {
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > limits.entries) throw new ZipError('too-large');
  const files = new Map<string, Buffer>();
  let left = limits.bytes;
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry += 1) {
    if (zip.readUInt32LE(at) !== CENTRAL.signature) throw new ZipError('damaged');
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + CENTRAL.size, at + CENTRAL.size + nameLength);
    if (isWanted(name)) {
      const file = readEntry(zip, at, left);
      left -= file.length;
      files.set(name, file);
    }
    at += CENTRAL.size + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

function findEnd(zip: Buffer): number {
  const first = Math.max(0, zip.length - END.size - MAX_COMMENT_BYTES);
  for (let at = zip.length - END.size; at >= first; at -= 1)
    if (zip.readUInt32LE(at) === END.signature) return at;
  throw new ZipError('damaged');
}

function readEntry(zip: Buffer, at: number, maxOutputLength: number): Buffer {
  if ((zip.readUInt16LE(at + 8) & 1) === 1) throw new ZipError('encrypted');
  const method = zip.readUInt16LE(at + 10);
  const size = zip.readUInt32LE(at + 20);
  const local = zip.readUInt32LE(at + 42);
  if (zip.readUInt32LE(local) !== LOCAL.signature) throw new ZipError('damaged');
  const start = local + LOCAL.size + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + size);
  if (packed.length < size || (method !== STORED && method !== DEFLATED))
    throw new ZipError('damaged');
  if (method === STORED && size > maxOutputLength) throw new ZipError('too-large');
  const file = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength });
  if (crc32(file) !== zip.readUInt32LE(at + 16)) throw new ZipError('damaged');
  return file;
}

/** A zip file of these files, not compressed. */
export function writeZip(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const parts: Uint8Array[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, file] of files) {
    const record = zipRecord(name, file);
    const local = Buffer.concat([uint32(LOCAL.signature), record, Buffer.from(name)]);
    central.push(
      Buffer.concat([
        uint32(CENTRAL.signature),
        Buffer.from([20, 0]),
        record,
        Buffer.alloc(10),
        uint32(offset),
        Buffer.from(name),
      ]),
    );
    parts.push(local, file);
    offset += local.length + file.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(END.size);
  end.writeUInt32LE(END.signature, 0);
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** What the local and the central record have in common. */
function zipRecord(name: string, file: Uint8Array): Buffer {
  const record = Buffer.alloc(26);
  record.writeUInt16LE(20, 0);
  // Names are UTF-8.
  record.writeUInt16LE(1 << 11, 2);
  record.writeUInt32LE(crc32(file), 10);
  record.writeUInt32LE(file.length, 14);
  record.writeUInt32LE(file.length, 18);
  record.writeUInt16LE(Buffer.byteLength(name), 22);
  return record;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
