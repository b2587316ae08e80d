import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '../log/log.ts';

/** Folder of DATA_DIR that holds one folder for each provider and school code. */
const PROVIDERS = 'provider';

/** A temporary file older than this is of a process that died. */
export const ABANDONED_MS = 60 * 60 * 1_000;

type CacheSource = {
  /** Null is the sample provider, whose port changes with each start. */
  providerUrl: string | null;
  schoolCode: string;
};

/** A folder for each provider and school code: records of the sample or a former provider are never shown. */
export function cacheFolder(dataDir: string, source: CacheSource): string {
  return join(dataDir, PROVIDERS, folderName(source));
}

/** Readable for an operator, and unique by its hash. */
function folderName({ providerUrl, schoolCode }: CacheSource): string {
  if (providerUrl === null) return `sample-${schoolCode}`;
  const { host } = new URL(providerUrl);
  const hash = createHash('sha256').update(`${providerUrl}\n${schoolCode}`).digest('hex');
  return `${host.replace(/[^\w.-]+/g, '_').slice(0, 80)}-${schoolCode}-${hash.slice(0, 12)}`;
}

/** Logs unused caches of the data folder; none is deleted. */
export function reportOtherCaches(dataDir: string, source: CacheSource, log: Log): void {
  const others = namesIn(join(dataDir, PROVIDERS))
    .filter((name) => name !== folderName(source))
    .map((name) => join(PROVIDERS, name));
  if (others.length === 0) return;
  log.warn({
    event: 'other-provider-data',
    cause:
      'DATA_DIR has lists and pictures of another PROVIDER_URL or SCHOOL_CODE: they are not shown, and may be deleted',
    folder: others.join(', '),
    count: others.length,
  });
}

/** Empty for an unreadable folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Removes what a process that died has left under such names. Never rejects: the disk may be read-only. */
export async function removeAbandoned(folder: string, names: RegExp): Promise<void> {
  for (const name of namesIn(folder).filter((each) => names.test(each))) {
    const path = join(folder, name);
    try {
      const { mtimeMs } = await stat(path);
      // Another process may be writing now.
      if (Date.now() - mtimeMs > ABANDONED_MS) await rm(path, { recursive: true });
    } catch {
      // It stays until the next time.
    }
  }
}

/** Writes a file atomically and makes its folder. Several processes may write the same file. A crash leaves `.tmp` files. */
export async function replaceFile(path: string, content: string | Buffer): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    // Without `flush` a power cut may leave a file of empty blocks.
    await writeFile(temporary, content, { mode: 0o600, flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}
