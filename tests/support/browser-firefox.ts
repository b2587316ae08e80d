import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endProcess } from './end-process.ts';
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

/** A real Firefox without a window, with a profile of its own. */
export async function openFirefox(): Promise<Engine> {
  const path = PLACES.find((place) => existsSync(place));
  if (path === undefined) throw new Error(`no Firefox at ${PLACES.join(' or ')}`);
  const folder = temporaryFolder();
  const firefox = spawn(
    path,
    ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0'],
    // Firefox refuses a home folder that is another user's.
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: folder } },
  );
  const address = await new Promise<string>((resolve, reject) => {
    firefox.once('exit', (code) => reject(new Error(`${path} ended with ${code}`)));
    createInterface(firefox.stderr).on('line', (line) => {
      const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    visit: async (options) => openBidiSession(address, options),
    async close() {
      await endProcess(firefox);
    },
  };
}
