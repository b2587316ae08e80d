import cluster from 'node:cluster';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Router } from 'express';
import { createApp } from './app.ts';
import { loadSettings, SettingsError, type Settings } from './config.ts';
import { ContentError, loadContent } from './content.ts';
import { listen, stopOnSignals } from './process.ts';
import { reportOtherCaches } from './provider/cache-folder.ts';
import { loadAssets } from './web/assets.ts';
import { warnOfSettings } from './web/deployment-warnings.ts';
import { createLog, type Log } from './web/log.ts';
import { openLogDestination } from './web/log-destination.ts';
import { runWorkers } from './workers.ts';

// dist/server/main.js is where this runs.
const DIST = fileURLToPath(new URL('..', import.meta.url));
const CONTENT = fileURLToPath(new URL('../../content', import.meta.url));
const SAMPLE = fileURLToPath(new URL('../../sample', import.meta.url));
/** Where the process that starts the workers says to them its sample provider is. */
const SAMPLE_URL = 'GIS_SAMPLE_URL';

/** What ends with the process. */
type Closing = { sample: { stop(): Promise<void> } | null; flush: () => void };

export type RunOptions = {
  /** Asked before everything that the site itself answers from Express. */
  moreRoutes?: Router;
};

/** Starts the site with the settings of the environment, or ends the process with what is wrong. */
export function run(options: RunOptions = {}): void {
  main(options).catch((error: unknown) => {
    // The log may not exist yet, and these are faults of the installation, told to whoever started it.
    const isKnown = error instanceof SettingsError || error instanceof ContentError;
    const text = error instanceof Error && !isKnown ? error.stack : String(error);
    process.stderr.write(`${isKnown ? error.message : text}\n`);
    process.exit(1);
  });
}

async function main(options: RunOptions): Promise<void> {
  const settings = loadSettings(process.env);
  const destination = openLogDestination(settings.logFormat);
  const log = createLog({ level: settings.logLevel, destination: destination.stream });
  // Rejections that nobody handles arrive here too. Whatever was thrown: it need not be an Error.
  process.on('uncaughtException', (error: unknown) => {
    const isError = error instanceof Error;
    log.fatal({
      event: 'unexpected-error',
      cause: isError ? error.message : String(error),
      stack: isError ? error.stack : undefined,
    });
    destination.flush();
    process.exit(1);
  });
  if (cluster.isPrimary) warnOfSettings(settings, log);
  prepareDataFolder(settings);
  if (cluster.isPrimary) reportOtherCaches(settings.dataDir, settings, log);
  const sampleUrl = process.env[SAMPLE_URL];
  const sample =
    settings.providerUrl === null && sampleUrl === undefined
      ? await startSample(settings, log)
      : null;
  const closing = { sample, flush: () => destination.flush() };
  if (settings.workers > 1 && cluster.isPrimary) {
    runWorkers({
      count: settings.workers,
      log,
      environment: sample === null ? {} : { [SAMPLE_URL]: sample.url },
      stopped: () => end(closing),
    });
  } else {
    await serve(settings, log, {
      ...options,
      sampleUrl: sample?.url ?? sampleUrl ?? null,
      closing,
    });
  }
}

async function serve(
  settings: Settings,
  log: Log,
  { moreRoutes, sampleUrl, closing }: RunOptions & { sampleUrl: string | null; closing: Closing },
): Promise<void> {
  const app = createApp({
    settings: { ...settings, providerUrl: settings.providerUrl ?? sampleUrl ?? '' },
    content: await loadContent(CONTENT),
    contentFolder: CONTENT,
    assets: loadAssets(DIST),
    log,
    now: () => new Date(),
    isSample: settings.providerUrl === null,
    ...(moreRoutes === undefined ? {} : { moreRoutes }),
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
      await end(closing);
    },
  });
}

async function startSample({ dataDir, schoolCode }: Settings, log: Log) {
  log.warn({
    event: 'sample-content',
    cause:
      'PROVIDER_URL is not set: the records are a sample, and submissions stay in the data folder',
  });
  // A server that has a provider never loads it.
  const { startSampleProvider } = await import('../sample/provider.ts');
  const sample = await startSampleProvider({ folder: SAMPLE, dataDir, schoolCode });
  log.info({ event: 'sample-provider', url: sample.url });
  return sample;
}

async function end({ sample, flush }: Closing): Promise<void> {
  await sample?.stop();
  flush();
}

/** @throws SettingsError when the folder cannot be made. */
function prepareDataFolder({ dataDir }: Settings): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new SettingsError([`DATA_DIR cannot be made: ${code}`]);
  }
}
