import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../config.ts';
import { findInstallation, SETTINGS_FILE } from '../installation.ts';
import { decodeSettings, parseSettingsFile } from '../settings-file.ts';

/** The sample. The bundle has the same depth as this file. */
const SAMPLE = fileURLToPath(new URL('../../content', import.meta.url));

/**
 * The folder that the school writes: CONTENT_DIR, for root on a server also that of the settings file, so that a build
 * of a new release there cannot publish the sample.
 */
export function contentFolder(environment: Environment): string {
  return resolve(environment['CONTENT_DIR'] || installedFolder(environment) || SAMPLE);
}

function installedFolder(environment: Environment): string | undefined {
  if (findInstallation(environment) === null || !existsSync(SETTINGS_FILE)) return undefined;
  return parseSettingsFile(decodeSettings(readFileSync(SETTINGS_FILE)) ?? '')['CONTENT_DIR'];
}
