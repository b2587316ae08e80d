import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { openSession, type Engine } from './webdriver.ts';
import { removeFolder } from './remove-folder.ts';
import { SOON } from './soon.ts';

/** Debian's webkit2gtk-driver: the engine of Safari, and so of every browser on an iPhone. */
const DRIVER = '/usr/bin/WebKitWebDriver';
/** Its browser, which the driver starts; named here as its options are. */
const BROWSER = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;
const DISPLAY_SERVER = '/usr/bin/Xvfb';

/** Its window cannot be narrower than its tool bar, which is to fit a phone's width. */
const NARROW_TOOLBAR =
  '* { font-size: 1px; padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; }';

/** Whether the tests that open WebKit can run here; says what is missing when they cannot. */
export function hasWebKit(): boolean {
  const missing = [DRIVER, BROWSER, DISPLAY_SERVER].filter((path) => !existsSync(path));
  if (missing.length > 0)
    console.warn(
      `Skipped: the tests that open WebKit, as there is no ${missing.join(', no ')} (Debian: apt-get install webkit2gtk-driver xvfb).`,
    );
  return missing.length === 0;
}

/** A real WebKit on a display of its own. */
export async function openWebKit(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'gis-webkit-'));
  mkdirSync(join(folder, 'gtk-3.0'));
  writeFileSync(join(folder, 'gtk-3.0', 'gtk.css'), NARROW_TOOLBAR);
  const screen = spawn(DISPLAY_SERVER, ['-displayfd', '3', '-screen', '0', '1600x1400x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const port = await freePort();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${await displayOf(screen)}`,
      XDG_CONFIG_HOME: folder,
      // Its sandbox needs user namespaces, which containers seldom have.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(`${url}/status`);
  return {
    async visit({ javaScript }) {
      const args = ['--automation', `--enable-javascript=${javaScript}`];
      return openSession(url, { 'webkitgtk:browserOptions': { binary: BROWSER, args } });
    },
    async close() {
      const ended = [driver, screen].map(
        async (child) => new Promise((done) => child.once('exit', done)),
      );
      driver.kill();
      screen.kill();
      await Promise.all(ended);
      removeFolder(folder);
    },
  };
}

/** The number of the display that the server has taken, which it writes when it is ready. */
function displayOf(screen: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    screen.once('exit', (code) => reject(new Error(`${DISPLAY_SERVER} ended with ${code}`)));
    // `spawn` has made this pipe for reading.
    const pipe = screen.stdio[3] as Readable;
    pipe.once('data', (text: Buffer) => resolve(String(text).trim()));
  });
}

async function untilAnswers(url: string): Promise<void> {
  const end = performance.now() + SOON.timeout;
  for (;;) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await setTimeout(50);
    }
  }
}
