import { createHash } from 'node:crypto';
import { join } from 'node:path';

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
