import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, printedBy } from './child-process.ts';
import { openBidiSession } from './webdriver-bidi.ts';
import type { Engine } from './webdriver.ts';
import { temporaryFolder } from './temporary-folder.ts';

const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** Whether the tests that open Firefox can run here; logs what is missing. */
export function hasFirefox(): boolean {
  const isThere = PLACES.some((path) => existsSync(path));
  if (!isThere)
    console.warn(
      'Skipped: the tests that open Firefox, as there is none (Debian: apt-get install firefox-esr).',
    );
  return isThere;
}

/**
 * A real Firefox with a profile of its own.
 * @param environment of one with a window; by default it has none
 */
export async function openFirefox(environment?: NodeJS.ProcessEnv): Promise<Engine> {
  const path = PLACES.find((place) => existsSync(place));
  if (path === undefined) throw new Error(`no Firefox at ${PLACES.join(' or ')}`);
  const folder = temporaryFolder();
  // No link is a visited one: a test, or its second attempt, does not depend on those before it.
  writeFileSync(join(folder, 'user.js'), 'user_pref("places.history.enabled", false);\n');
  const window = environment === undefined ? '--headless' : '--kiosk';
  const firefox = spawn(
    path,
    [window, '--no-remote', '--profile', folder, '--remote-debugging-port', '0'],
    // Firefox refuses a home folder that is another user's.
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...environment, HOME: folder },
    },
  );
  const pattern = /WebDriver BiDi listening on (ws:\S+)/;
  const address = await printedBy(firefox, firefox.stderr, pattern);
  return {
    visit: async (options) => openBidiSession(address, options),
    async close() {
      await endProcess(firefox);
    },
  };
}
