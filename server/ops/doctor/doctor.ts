import { fail, ok, warn, type Check } from './check.ts';
import { checkContentFolder, checkDatabase, checkDataFolder, checkPort } from './machine.ts';
import { checkProvider, checkConnection } from './provider.ts';
import { checkPublicAddress } from './public-address.ts';
import { findSamples } from './public-check.ts';
import { loadSettings, SETTING_NAMES, SettingsError, type Settings } from '../../config.ts';
import type { Log } from '../../log/log.ts';

type DoctorOptions = {
  environment: Readonly<Record<string, string | undefined>>;
  contentFolder: string;
  /** Sends the provider a marked test enquiry. */
  sendsForm: boolean;
};

export async function* examine(options: DoctorOptions): AsyncGenerator<Check> {
  const { environment, contentFolder, sendsForm } = options;
  const settings = settingsOf(environment);
  if (settings instanceof SettingsError) {
    for (const error of settings.errors)
      yield fail(
        'settings',
        error,
        `set ${error.split(' ')[0]} as README.md has it under Settings`,
      );
    yield* checkContentFolder(contentFolder);
    return;
  }
  yield ok('settings', `${SETTING_NAMES.length} settings are valid`);
  yield* checkContentFolder(contentFolder);
  yield* checkDataFolder(settings.dataDir);
  if (settings.databaseUrl !== null) yield* checkDatabase(settings.databaseUrl, settings.secret);
  const { providerUrl } = settings;
  if (providerUrl === null)
    yield warn('provider', 'the records are a sample', 'PROVIDER_URL: the address of the provider');
  else yield* checkProvider({ ...settings, providerUrl, sendsForm });
  const port = await checkPort(settings);
  yield port;
  yield* checkPublicAddress(settings, port.state === 'ok' && port.what.startsWith('the site'));
}

/** In the background at each start: logs failed checks and the number of sample values. Never rejects. */
export async function logQuickChecks(
  settings: Settings,
  { contentFolder, log }: { contentFolder: string; log: Log },
): Promise<void> {
  try {
    const checks: string[] = [];
    for await (const { id, state } of quickChecks(settings, contentFolder))
      if (state !== 'ok') checks.push(id);
    const line = { event: 'doctor', count: checks.length, checks } as const;
    if (checks.length === 0) log.info(line);
    else log.warn({ ...line, cause: '`npm run doctor` prints the remedies' });
    const { length: count } = await findSamples(contentFolder, settings);
    if (count > 0)
      log.warn({ event: 'sample-left', count, cause: '`npm run check:public` lists them' });
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error('unknown');
    log.error({ event: 'doctor', cause: message, stack });
  }
}

async function* quickChecks(settings: Settings, contentFolder: string): AsyncGenerator<Check> {
  yield* checkContentFolder(contentFolder);
  yield* checkDataFolder(settings.dataDir);
  const { providerUrl } = settings;
  if (providerUrl !== null) yield await checkConnection({ ...settings, providerUrl });
}

function settingsOf(environment: DoctorOptions['environment']): Settings | SettingsError {
  try {
    return loadSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
}
