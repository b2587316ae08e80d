import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, untilListens } from './child-process.ts';
import { freePort } from './free-port.ts';
import { openSession, type Engine } from './webdriver.ts';
import { DISPLAY_SERVER, openScreen } from './screen.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Debian's webkit2gtk-driver, 2.50 or newer: the engine of Safari, and so of every browser on an iPhone. */
const DRIVER = '/usr/bin/WebKitWebDriver';
/** Its browser, which the driver starts; named here as its options are. */
const BROWSER = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

/** Its window cannot be narrower than its tool bar, which is to fit a phone's width. */
const NARROW_TOOLBAR =
  '* { font-size: 1px; padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; }';

/** Whether the tests that open WebKit can run here; logs what is missing. */
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
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'gtk-3.0'));
  writeFileSync(join(folder, 'gtk-3.0', 'gtk.css'), NARROW_TOOLBAR);
  const screen = await openScreen();
  const environment = {
    ...process.env,
    DISPLAY: screen.display,
    XDG_CONFIG_HOME: folder,
    // Its sandbox needs user namespaces, which containers seldom have.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  /** A browser and a driver for each visitor. */
  const children: ChildProcess[] = [];
  async function start(
    port: number,
    program: string,
    args: readonly string[],
    more = {},
  ): Promise<void> {
    const child = spawn(program, args, { stdio: 'ignore', env: { ...environment, ...more } });
    children.push(child);
    await untilListens(child, port);
  }
  async function endVisits(): Promise<void> {
    await Promise.all(children.splice(0).map((child) => endProcess(child)));
  }
  return {
    async visit({ javaScript }) {
      // Started here, not by the driver: that takes a port which the system may give to another program
      // before the browser has it, and then waits for ever.
      const inspector = await freePort();
      const args = ['--automation', `--enable-javascript=${javaScript}`];
      const target = `127.0.0.1:${inspector}`;
      await start(inspector, BROWSER, args, { WEBKIT_INSPECTOR_SERVER: target });
      const port = await freePort();
      await start(port, DRIVER, [`--port=${port}`, `--target=${target}`]);
      const session = await openSession(`http://127.0.0.1:${port}`);
      return {
        ...session,
        async close() {
          await session.close();
          await endVisits();
        },
      };
    },
    async close() {
      await endVisits();
      await screen.close();
    },
  };
}
