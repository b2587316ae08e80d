import { fail, ok, warn, type Check } from './check.ts';
import { checkConnection } from './connection.ts';
import { checkContentFolder } from './content.ts';
import { checkClock } from './clock.ts';
import { checkDataFolder } from './data-folder.ts';
import { checkDatabase } from './database.ts';
import { checkPort } from './port.ts';
import { checkProvider } from './provider.ts';
import { checkPublicAddress } from './public-address.ts';
import { loadSettings, SETTING_NAMES, SettingsError, type Settings } from '../../config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type DoctorOptions = {
  environment: Environment;
  contentFolder: string;
  /** Sends one marked test enquiry to the provider. */
  sendsForm: boolean;
  now: () => Date;
};

/** Looks at everything that the site needs, in the order in which it is set up. */
export async function* examine(options: DoctorOptions): AsyncGenerator<Check> {
  const { environment, contentFolder, sendsForm, now } = options;
  const settings = settingsOf(environment);
  if (settings instanceof SettingsError) {
    for (const fault of settings.faults)
      yield fail(
        'settings',
        fault,
        `set ${fault.split(' ')[0]} as README.md has it under Settings`,
      );
    // Everything else hangs on them.
    yield* checkContentFolder(contentFolder);
    return;
  }
  yield ok('settings', `${SETTING_NAMES.length} settings are sound`);
  yield* checkContentFolder(contentFolder);
  yield* checkDataFolder(settings.dataDir);
  if (settings.databaseUrl !== null) yield* checkDatabase(settings.databaseUrl, settings.secret);
  const { providerUrl } = settings;
  if (providerUrl === null) {
    yield warn('provider', 'the records are a sample', 'PROVIDER_URL: the address of the provider');
    yield* checkClock(null, now());
  } else yield* checkProvider({ ...settings, providerUrl, sendsForm }, now);
  const port = await checkPort(settings);
  yield port;
  yield* checkPublicAddress(settings, port.state === 'ok' && port.what.startsWith('the site'));
}

/** What a start can look at without being slower for it or asking the provider for anything. */
export async function* quickChecks(
  settings: Settings,
  contentFolder: string,
): AsyncGenerator<Check> {
  yield* checkContentFolder(contentFolder);
  yield* checkDataFolder(settings.dataDir);
  const { proxies, providerUrl } = settings;
  const isDirect = proxies.http === '' && proxies.https === '';
  if (providerUrl !== null && isDirect) yield* checkConnection(providerUrl);
}

function settingsOf(environment: Environment): Settings | SettingsError {
  try {
    return loadSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
}
