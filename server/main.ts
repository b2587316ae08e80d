import { mkdirSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { createApp, type App } from './app.ts';
import { removeAbandonedRehearsals } from './backup/rehearsal-result.ts';
import { loadSettings, SettingsError, type Settings } from './config.ts';
import { loadPublication, PublicationError, readRejected } from './publication/publication.ts';
import { tryDatabase } from './database/database.ts';
import { NewerDataError } from './database/database-error.ts';
import { assertKnownFile } from './outbox/sqlite-engine.ts';
import { errorCode } from './system-errors.ts';
import { listen, listenForAdmin, notifyWatchdog, stopOnSignals } from './process.ts';
import { stopOnPublication } from './publication/stop-on-publication.ts';
import { VERSION } from './version.ts';
import { loadDocumentTexts } from './publication/document-texts.ts';
import { loadAssets } from './http/assets.ts';
import { warnOfSettings } from './ops/deployment-warnings.ts';
import { logSamplesLeft } from './ops/doctor/public-check.ts';
import type { Log } from './log/log.ts';
import { openLog, type OpenLog } from './log/open-log.ts';

// dist/server/main.js is where this runs.
const DIST = fileURLToPath(new URL('..', import.meta.url));
const SAMPLE = fileURLToPath(new URL('../../sample', import.meta.url));

/** Starts the site, or prints what is wrong and exits with 1. */
export async function run(): Promise<void> {
  let exit = async (code: number): Promise<void> => process.exit(code);
  try {
    const settings = loadSettings(process.env);
    const output = openLog(settings);
    ({ exit } = output);
    notifyWatchdog(process.env, output.log);
    await start(settings, output);
  } catch (error) {
    const isKnown = error instanceof SettingsError || error instanceof PublicationError;
    const text = error instanceof Error ? error.stack : String(error);
    // The log may not exist yet.
    process.stderr.write(`${isKnown ? error.message : text}\n`);
    await exit(1);
  }
}

async function start(settings: Settings, { log, exit }: OpenLog): Promise<void> {
  // Unhandled rejections arrive here too. A thrown value need not be an Error.
  process.on('uncaughtException', (error: unknown) => {
    const { message: cause, stack } =
      error instanceof Error ? error : { message: String(error), stack: undefined };
    log.fatal({ event: 'unexpected-error', cause, stack });
    void exit(1);
  });
  // It is 0, or more than any machine has, without a container's limit.
  const memoryBytes = Math.min(process.constrainedMemory() || Infinity, totalmem());
  const { heap_size_limit: heapBytes } = getHeapStatistics();
  warnOfSettings(settings, { heapBytes, memoryBytes }, log);
  prepareDataFolder(settings, log);
  await removeAbandonedRehearsals(settings.dataDir);
  await assertKnownData(settings);
  const publication = loadPublication(DIST);
  const app = await createSite(settings, log, publication);
  await app.prewarm();
  await listenForAdmin(app.admin, settings);
  await listen(app.server, settings);
  log.info({
    event: 'listening',
    url: settings.siteUrl,
    port: settings.port,
    adminPort: settings.adminPort ?? undefined,
    provider: settings.providerUrl ?? 'sample',
    pid: process.pid,
    version: VERSION,
    node: process.version,
    publication: publication.id,
  });
  stopOnSignals({
    server: app.server,
    log,
    beginStop: () => app.beginStop(),
    close: (closeOptions) => app.close(closeOptions),
    exit: () => exit(0),
  });
  const { restartAfterSeconds } = settings;
  if (restartAfterSeconds !== null)
    stopOnPublication({ dist: DIST, id: publication.id, afterSeconds: restartAfterSeconds }, () =>
      process.kill(process.pid, 'SIGTERM'),
    );
  logSamplesLeft(publication, settings, log);
}

/** The app of these settings, with the embedded provider if they name none. */
export async function createSite(
  settings: Settings,
  log: Log,
  publication = loadPublication(DIST),
): Promise<App> {
  const sample = settings.providerUrl === null ? await startSample(settings, log) : null;
  const app = createApp({
    settings: { ...settings, providerUrl: settings.providerUrl ?? sample?.url ?? '' },
    content: publication.content,
    publication: { ...publication, readRejected: () => readRejected(DIST) },
    assets: loadAssets(DIST, publication.folder),
    documentTexts: loadDocumentTexts(publication.folder),
    log,
    now: () => new Date(),
    isSample: sample !== null,
  });
  return {
    ...app,
    async close(closeOptions) {
      await app.close(closeOptions);
      await sample?.stop();
    },
  };
}

async function startSample({ dataDir, schoolCode }: Settings, log: Log) {
  log.warn({
    event: 'sample-content',
    cause:
      'PROVIDER_URL is not set: the records are a sample, and submissions stay in the data folder',
  });
  // Loaded lazily: not needed with a provider.
  const { startSampleProvider } = await import('../sample/provider.ts');
  const sample = await startSampleProvider({ folder: SAMPLE, dataDir, schoolCode });
  log.info({ event: 'sample-provider', url: sample.url });
  return sample;
}

function prepareDataFolder({ dataDir }: Settings, log: Log): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new SettingsError([`DATA_DIR cannot be made: ${errorCode(error) ?? 'unknown'}`]);
  }
  if ((statSync(dataDir).mode & 0o077) !== 0) log.warn({ event: 'data-readable', folder: dataDir });
}

/** @throws SettingsError if a newer release wrote the data; nothing is changed. */
async function assertKnownData({ dataDir, databaseUrl }: Settings): Promise<void> {
  try {
    await assertKnownFile(join(dataDir, 'outbox.db'));
    if (databaseUrl !== null) await tryDatabase(databaseUrl);
  } catch (error) {
    if (error instanceof NewerDataError) throw new SettingsError([error.message]);
    // A database that is down does not prevent the start.
  }
}
