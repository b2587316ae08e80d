import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of an installed Chromium; `CHROME_PATH` names one that is elsewhere. */
export function findChromium(): string | undefined {
  const named = process.env['CHROME_PATH'];
  return named !== undefined && named !== '' ? named : PLACES.find((path) => existsSync(path));
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Whether the tests that open a browser can run here; says why when they cannot. `SKIP_BROWSER=1` leaves them out. */
export function mayHaveChromium(): boolean {
  const reason =
    (process.env['SKIP_BROWSER'] ?? '') !== ''
      ? 'SKIP_BROWSER is set'
      : findChromium() === undefined && !mayInstall()
        ? 'there is no Chromium, and this user may not install one: apt-get install chromium, or set CHROME_PATH'
        : null;
  if (reason !== null) console.warn(`Skipped: the tests that open a browser, as ${reason}.`);
  return reason === null;
}

/**
 * An installed Chromium, else Debian's package where this process may install it.
 * @throws Error that says what to do.
 */
export function findOrInstallChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  if (mayInstall()) {
    console.warn(
      'Installing chromium with apt-get, as the browser tests need it (SKIP_BROWSER=1 leaves them out).',
    );
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: 'inherit',
    });
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'The tests need a Chromium: install one (Debian: apt-get install chromium), or name it in CHROME_PATH',
  );
}
