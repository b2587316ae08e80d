import { join } from 'node:path';
import { fail, ok, warn, type Check } from './check.ts';
import { checkPublication, checkDatabase, checkDataFolder, checkPorts } from './machine.ts';
import { checkLogDays } from './log-days.ts';
import { checkLogSpace } from './log-space.ts';
import { checkStoredNotices } from './notices.ts';
import { loadPublication } from '../../publication/publication.ts';
import type { Site } from '../../../shared/content.ts';
import { checkProvider } from './provider.ts';
import { checkBackups, checkUnit } from './units.ts';
import { checkPublicAddress } from './public-address.ts';
import {
  loadSettings,
  SETTING_NAMES,
  SettingsError,
  type Environment,
  type Settings,
} from '../../config.ts';

type DoctorOptions = {
  environment: Environment;
  /** Folder of the build. */
  dist: string;
  /** Sends the provider a marked test enquiry. */
  sendsForm: boolean;
};

export async function* examine(options: DoctorOptions): AsyncGenerator<Check> {
  const { environment, dist, sendsForm } = options;
  let settings: Settings;
  try {
    settings = loadSettings(environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    for (const each of error.errors)
      yield fail('settings', each, `set ${each.split(' ')[0]} as README.md has it under Settings`);
    yield* checkPublication(dist);
    return;
  }
  yield ok('settings', `${SETTING_NAMES.length} settings are valid`);
  yield* checkPublication(dist);
  yield* checkDataFolder(settings.dataDir);
  if (settings.databaseUrl !== null) yield* checkDatabase(settings.databaseUrl, settings.secret);
  yield* checkStoredNotices(settings);
  const site = siteOf(dist);
  if (site !== null) yield* checkLogDays(site.logDays);
  yield* checkLogSpace();
  const { providerUrl } = settings;
  if (providerUrl === null)
    yield warn('provider', 'the records are a sample', 'PROVIDER_URL: the address of the provider');
  else yield* checkProvider({ ...settings, providerUrl, sendsForm, urgent: site?.urgentNotices });
  let isRunning = false;
  for await (const port of checkPorts(settings, Boolean(environment['PORT']))) {
    isRunning ||= port.state === 'ok';
    yield port;
  }
  const installed = '/etc/systemd/system';
  yield* checkUnit({ release: join(dist, '../deploy'), installed });
  yield* checkBackups(installed, settings.dataDir);
  yield* checkPublicAddress(settings, isRunning);
}

/** Null without a publication, which has a check of its own. */
function siteOf(dist: string): Site | null {
  try {
    return loadPublication(dist).content.site;
  } catch {
    return null;
  }
}
