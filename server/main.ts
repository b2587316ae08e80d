import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { loadSettings, SettingsError, type Settings } from './config.ts';
import { ContentError, loadContent } from './content.ts';
import { startSampleProvider } from './provider/sample/sample-provider.ts';
import { loadAssets } from './web/assets.ts';
import { createLog, type Log } from './web/log.ts';
import { openLogDestination } from './web/log-destination.ts';
import { listen, stopOnSignals } from './process.ts';

// dist/server/main.js is where this runs.
const DIST = fileURLToPath(new URL('..', import.meta.url));
const CONTENT = fileURLToPath(new URL('../../content', import.meta.url));

async function main(): Promise<void> {
  const settings = readSettings();
  const destination = openLogDestination(settings.logFormat);
  const log = createLog({ level: settings.logLevel, destination: destination.stream });
  process.on('uncaughtException', (error) => {
    log.fatal({ event: 'unexpected-error', cause: error.message, stack: error.stack });
    destination.flush();
    process.exit(1);
  });
  prepareDataFolder(settings);
  const now = () => new Date();
  const content = await loadContent(CONTENT);
  const assets = loadAssets(DIST);
  const sample =
    settings.providerUrl === null
      ? await startSampleProvider({
          contentDir: CONTENT,
          dataDir: settings.dataDir,
          schoolCode: settings.schoolCode,
          log,
          now,
        })
      : null;
  if (sample !== null) warnOfSample(log);
  const app = createApp({
    settings: { ...settings, providerUrl: settings.providerUrl ?? sample?.url ?? '' },
    content,
    contentFolder: CONTENT,
    assets,
    log,
    now,
    isSample: sample !== null,
  });
  await app.prewarm();
  await listen(app.server, settings);
  log.info({
    event: 'listening',
    url: settings.siteUrl,
    port: settings.port,
    pid: process.pid,
    node: process.version,
  });
  stopOnSignals({
    server: app.server,
    log,
    beginStop: () => app.beginStop(),
    close: async () => {
      await app.close();
      await sample?.stop();
      destination.flush();
    },
  });
}

function readSettings(): Settings {
  return loadSettings(process.env);
}

/** @throws SettingsError when the folder cannot be made or written. */
function prepareDataFolder({ dataDir }: Settings): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new SettingsError([
      `DATA_DIR cannot be made: ${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'}`,
    ]);
  }
}

function warnOfSample(log: Log): void {
  log.warn({
    event: 'sample-content',
    cause:
      'PROVIDER_URL is not set: the records are a sample, and submissions stay in the data folder',
  });
}

main().catch((error: unknown) => {
  // The log may not exist yet, and these are faults of the installation, told to whoever started it.
  const isKnown = error instanceof SettingsError || error instanceof ContentError;
  process.stderr.write(
    `${isKnown ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
