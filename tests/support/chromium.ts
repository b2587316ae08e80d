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

/** A Chromium with all that visitors have, or one that is enough for most tests. */
export type ChromiumKind = 'full' | 'any';

/** Path of an installed Chromium; `CHROME_PATH` names one that is elsewhere. */
function findChromium(kind: ChromiumKind): string | undefined {
  const isRight = (path: string) => kind !== 'full' || !path.endsWith(basename(SHELL));
  const named = process.env['CHROME_PATH'] ?? '';
  if (named !== '' && isRight(named)) return named;
  return PLACES.find((path) => isRight(path) && existsSync(path));
}

/** Whether tests of the back/forward cache and the PDF viewer can run: the headless shell has neither. */
export const hasFullChromium = (): boolean => findChromium('full') !== undefined;

/** Whether the tests that open a browser can run here; logs the reason when they cannot. `SKIP_BROWSER=1` leaves them out. */
export function hasChromium(): boolean {
  if ((process.env['SKIP_BROWSER'] ?? '') !== '') {
    console.warn('Skipped: the tests that open a browser, as SKIP_BROWSER is set.');
    return false;
  }
  if (!hasFullChromium())
    console.warn(
      'Skipped: the tests that need the full Chromium (Debian: apt-get install chromium, or set CHROME_PATH).',
    );
  const isThere = findChromium('any') !== undefined;
  if (!isThere) console.warn('Skipped: all tests that open a browser, as there is no Chromium.');
  return isThere;
}

/** How every Chromium of the tests is started. */
export function chromiumOptions(kind: ChromiumKind): LaunchOptions {
  const executablePath = findChromium(kind);
  if (executablePath === undefined) throw new Error('no Chromium; CHROME_PATH may name one');
  return {
    executablePath,
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
