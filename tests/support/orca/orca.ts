import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { vi } from 'vitest';
import { openFirefox } from '../browser-firefox.ts';
import { SOON } from '../effort.ts';
import { endProcess, printedBy } from '../child-process.ts';
import { DISPLAY_SERVER, openScreen } from '../screen.ts';
import { nextFrame, type ScreenReader } from '../screen-reader.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ORCA = '/usr/bin/orca';
const BUS = '/usr/bin/dbus-daemon';
const ACCESSIBILITY_BUS = '/usr/libexec/at-spi-bus-launcher';

/** Whether Orca can run here; logs what is missing. */
export function hasOrca(): boolean {
  const missing = [ORCA, BUS, ACCESSIBILITY_BUS, DISPLAY_SERVER].filter(
    (path) => !existsSync(path),
  );
  if (missing.length > 0)
    console.warn(
      `Skipped: the tests that listen to Orca, as there is no ${missing.join(', no ')} (Debian: apt-get install orca at-spi2-core dbus-daemon xvfb).`,
    );
  return missing.length === 0;
}

type Phrase = { spoken: string; language: string | null };

/** A line of orca-customizations.py. */
type Message = Phrase | { done: true } | { read: true };

export type Orca = Awaited<ReturnType<typeof startOrca>>;

/** The real Orca, which reads a real Firefox on a screen and a D-Bus of its own. */
export async function startOrca(siteUrl: string) {
  const folder = temporaryFolder();
  const screen = await openScreen();
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    DISPLAY: screen.display,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    GNOME_ACCESSIBILITY: '1',
    GSETTINGS_BACKEND: 'memory',
    LANG: 'C.UTF-8',
  };
  const bus = spawn(BUS, ['--session', '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: environment,
  });
  environment['DBUS_SESSION_BUS_ADDRESS'] = await printedBy(bus, bus.stdout, /^(\S+)/);
  const preferences = join(folder, 'orca');
  mkdirSync(preferences);
  const customizations = 'orca-customizations.py';
  copyFileSync(join(import.meta.dirname, customizations), join(preferences, customizations));
  const orca = spawn(ORCA, ['--user-prefs', preferences], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: environment,
  });
  const heard: Phrase[] = [];
  const replies = new EventEmitter();
  createInterface(orca.stdout).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    if ('spoken' in message) heard.push(message);
    else replies.emit('done' in message ? 'done' : 'read');
  });
  const hasHeard = (text: string) => heard.some(({ spoken }) => spoken === text);
  await vi.waitUntil(() => hasHeard('Screen reader on.'), SOON);
  const firefox = await openFirefox(environment);
  const visit = await firefox.visit({ javaScript: true });
  await visit.resize(1280, 800);

  async function command(options: { key?: string; forget?: true }): Promise<void> {
    const done = once(replies, 'done');
    orca.stdin.write(`${JSON.stringify(options)}\n`);
    await done;
  }

  /** Waits until the page has drawn what changed and Orca has spoken of it. */
  async function settle(): Promise<void> {
    let before;
    do {
      before = heard.length;
      await visit.evaluate(nextFrame);
      await command({});
    } while (heard.length > before);
  }

  /** A visitor who has heard nothing yet; all use one window, one after the other. */
  function listen(): ScreenReader {
    const lines: string[] = [];
    let language = '';
    async function take(): Promise<void> {
      await settle();
      for (const { spoken, language: own } of heard.splice(0)) {
        const text = spoken.replaceAll(/\s+/g, ' ').trim();
        const isForeign = own !== null && !language.startsWith(own);
        // Said only by some versions of Firefox, where React listens for clicks.
        if (text === 'clickable.') continue;
        if (/[\p{L}\p{N}]/u.test(text)) lines.push(isForeign ? `[${own}] ${text}` : text);
      }
    }
    async function reach(part: string): Promise<void> {
      await command({ forget: true });
      await settle();
      heard.length = 0;
      await visit.evaluate(focus, part);
      await take();
    }
    async function arrive(): Promise<void> {
      let title = '';
      await vi.waitUntil(async () => {
        ({ title, language } = await visit.evaluate(identify));
        return hasHeard(`Finished loading ${title}.`);
      }, SOON);
      // What follows, such as the first line of the page, depends on how far the page is.
      await settle();
      heard.length = 0;
      lines.push(title);
    }
    return {
      lines,
      async open(path) {
        await command({ forget: true });
        heard.length = 0;
        lines.push('', `> Opens ${path}`);
        await visit.open(siteUrl + path);
        await arrive();
      },
      async read(part) {
        const further = await visit.evaluate(placeCaret, part);
        await settle();
        heard.length = 0;
        const read = once(replies, 'read');
        await command({ key: 'KP_Add' });
        await read;
        await take();
        for (let cell = 0; cell < further; cell += 1) {
          await command({ key: 'Alt_L+Shift_L+Right' });
          await take();
        }
      },
      async press(part, { until }) {
        await reach(part);
        lines.push('', '> Presses Enter');
        await command({ key: 'Return' });
        await vi.waitUntil(() => visit.evaluate(isThere, until), SOON);
        await take();
      },
      async follow(part) {
        await reach(part);
        lines.push('', '> Presses Enter');
        await command({ key: 'Return' });
        await arrive();
      },
      async type(part, text) {
        await reach(part);
        lines.push('', `> Types ${text}`);
        await visit.type(text);
        await settle();
        heard.length = 0;
      },
    };
  }

  // So that no task hears how the browser starts.
  await listen().open('/Vision');
  return {
    listen,
    /** The visitor has typed nothing yet. */
    async clearDrafts() {
      // A page with a form writes its draft when it is left.
      await visit.open(`${siteUrl}/Vision`);
      await visit.evaluate(() => sessionStorage.clear());
    },
    async close() {
      await firefox.close();
      // Once it ignored SIGTERM, and used two thirds of a core.
      await endProcess(orca, 'SIGKILL');
      await endProcess(bus);
      await screen.close();
    },
  };
}

/** Runs in the page. */
function focus(part: string): void {
  document.querySelector<HTMLElement>(part)?.focus();
}

/** Runs in the page. */
function isThere(part: string): boolean {
  return document.querySelector(part) !== null;
}

/** Runs in the page. */
function identify(): { title: string; language: string } {
  return { title: document.title, language: document.querySelector('html')?.lang ?? '' };
}

/**
 * Places the caret at the first text of a part, or of a row's first cell, and marks its elements for
 * orca-customizations.py. Returns how many more cells it has. Runs in the page.
 */
function placeCaret(part: string): number {
  const element = document.querySelector(part);
  if (element === null) throw new Error(`the page has no ${part}`);
  const cells = element instanceof HTMLTableRowElement ? [...element.cells] : [];
  const start = cells[0] ?? element;
  for (const other of document.querySelectorAll('.read-aloud'))
    other.classList.remove('read-aloud');
  for (const inner of [start, ...start.querySelectorAll('*')]) inner.classList.add('read-aloud');
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  const texts = document.createTreeWalker(start, NodeFilter.SHOW_TEXT, (node) =>
    /\S/.test(node.textContent ?? '') && node.parentElement?.checkVisibility()
      ? NodeFilter.FILTER_ACCEPT
      : NodeFilter.FILTER_SKIP,
  );
  getSelection()?.collapse(texts.nextNode(), 0);
  return Math.max(cells.length - 1, 0);
}
