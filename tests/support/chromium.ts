import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { LaunchOptions } from 'playwright-core';

/**
 * Chromium's engine without its windows and tool bars, which cost more than most pages do: a visit takes a
 * third of the processor time. It has no viewer for PDFs, and keeps no page for "back".
 */
const SHELL = '/usr/lib/chromium/chromium-headless-shell';

const PLACES = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A Chromium with all that visitors have, or one that is enough for most tests: the run's, or one of their own. */
export type ChromiumKind = 'full' | 'any' | 'own';

/** Path of an installed Chromium; `CHROME_PATH` names one that is elsewhere. */
function findChromium(kind: ChromiumKind = 'any'): string | undefined {
  const isRight = (path: string) => kind !== 'full' || !path.endsWith(basename(SHELL));
  const named = process.env['CHROME_PATH'] ?? '';
  if (named !== '' && isRight(named)) return named;
  return PLACES.find((path) => isRight(path) && existsSync(path));
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Whether tests of the back/forward cache and the PDF viewer can run: the headless shell has neither. */
export function mayHaveFullChromium(): boolean {
  return findChromium('full') !== undefined || mayInstall();
}

/** Whether the tests that open a browser can run here; logs the reason when they cannot. `SKIP_BROWSER=1` leaves them out. */
export function mayHaveChromium(): boolean {
  const reason =
    (process.env['SKIP_BROWSER'] ?? '') !== ''
      ? 'SKIP_BROWSER is set'
      : findChromium() === undefined && !mayInstall()
        ? 'there is no Chromium, and this user may not install one: apt-get install chromium, or set CHROME_PATH'
        : null;
  if (reason !== null) console.warn(`Skipped: the tests that open a browser, as ${reason}.`);
  else if (!mayHaveFullChromium())
    console.warn(
      'Skipped: the tests that need the full Chromium (Debian: apt-get install chromium).',
    );
  return reason === null;
}

/**
 * An installed Chromium, else one of Debian's where this process may install it.
 * @throws Error with the remedy.
 */
function findOrInstallChromium(kind: ChromiumKind = 'any'): string {
  const found = findChromium(kind);
  if (found !== undefined) return found;
  if (mayInstall()) {
    console.warn(
      'Installing Chromium with apt-get, as the browser tests need it (SKIP_BROWSER=1 leaves them out).',
    );
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    for (const name of kind === 'full' ? ['chromium'] : [basename(SHELL), 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
        stdio: 'inherit',
      });
      const installed = findChromium(kind);
      if (installed !== undefined) return installed;
    }
  }
  throw new Error(
    'The tests need a Chromium: install one (Debian: apt-get install chromium), or name it in CHROME_PATH',
  );
}

/** How every Chromium of the tests is started. */
export function chromiumOptions(kind: ChromiumKind): LaunchOptions {
  return {
    executablePath: findOrInstallChromium(kind),
    // Visitors have it, so the tests do.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Names that are no secure context, unlike localhost, and that no name server has (RFC 2606).
      '--host-resolver-rules=MAP *.example 127.0.0.1',
    ],
  };
}
