import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Log } from '../log/log.ts';
import { namesIn } from '../replace-file.ts';

/** Folder of DATA_DIR that holds one folder for each provider and school code. */
const PROVIDERS = 'provider';

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
