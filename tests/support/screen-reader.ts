import { buildSync } from 'esbuild';
import type { Virtual } from '@guidepup/virtual-screen-reader';
import type { Page } from 'playwright-core';

/** What the bundle below defines in a page. */
declare const guidepup: { Virtual: typeof Virtual };

export type ScreenReader = {
  /** Everything that was heard and done so far, a line each. */
  lines: string[];
  open: (path: string) => Promise<void>;
  /** Reads a part of the page from its start to its end. */
  read: (part: string) => Promise<void>;
  /** Moves to a control, which is heard, and presses Enter. Then follows what speaks by itself until a part is there. */
  press: (part: string, options: { until: string }) => Promise<void>;
  /** Moves to a link, which is heard, and follows it. */
  follow: (part: string) => Promise<void>;
  type: (part: string, text: string) => Promise<void>;
};

/** Their content is their name, which was heard already. */
const NAMED_BY_CONTENT = /^(?:link|button|cell|columnheader|rowheader|heading|option|img|time),/;
/** Structure that real screen readers do not speak at each step. */
const SILENT =
  /^(?:end of |end,|listitem|row,|option.* not selected|(?:current page|list|paragraph|generic|rowgroup|row|document|time|term|definition|strong|mark|caption|status|group)$)/;

/** The phrases as people hear them: a link once, no ends, no places in lists. */
function condense(phrases: readonly string[]): string[] {
  const lines: string[] = [];
  let inside = '';
  for (const phrase of phrases) {
    if (inside !== '') {
      if (phrase === `end of ${inside}`) inside = '';
      continue;
    }
    if (NAMED_BY_CONTENT.test(phrase) && phrases.includes(`end of ${phrase}`)) inside = phrase;
    if (!SILENT.test(phrase)) lines.push(phrase);
  }
  return lines;
}

/** A screen reader in a page of the real browser: it computes roles, names and states from the document. */
export async function startScreenReader(page: Page, siteUrl: string): Promise<ScreenReader> {
  const lines: string[] = [];
  await page.context().addInitScript(bundle());

  async function heard(): Promise<string[]> {
    return condense(await page.evaluate(takePhrases));
  }
  async function arrive(): Promise<void> {
    await page.waitForLoadState('load');
    // Its script shows it.
    await page.locator('.share-way[hidden]').waitFor({ state: 'detached' });
    await page.evaluate(listen);
    lines.push(await page.title());
  }
  async function reach(part: string): Promise<void> {
    await page.evaluate(takePhrases);
    await page.locator(part).first().focus();
    lines.push(...(await heard()));
  }

  return {
    lines,
    async open(path) {
      await page.goto(siteUrl + path);
      lines.push('', `> Opens ${path}`);
      await arrive();
    },
    async read(part) {
      lines.push(...condense(await page.locator(part).first().evaluate(readThrough)));
    },
    async press(part, { until }) {
      await reach(part);
      lines.push('', '> Presses Enter');
      await page.keyboard.press('Enter');
      await page.locator(until).first().waitFor({ state: 'attached' });
      await page.evaluate(nextFrame);
      lines.push(...(await heard()));
    },
    async follow(part) {
      await reach(part);
      const before = page.url();
      lines.push('', '> Presses Enter');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.href !== before);
      await arrive();
    },
    async type(part, text) {
      await reach(part);
      lines.push('', `> Types ${text}`);
      await page.keyboard.type(text);
      await page.evaluate(takePhrases);
    },
  };
}

let script: string | undefined;

function bundle(): string {
  script ??= buildSync({
    entryPoints: ['@guidepup/virtual-screen-reader/browser.js'],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: 'guidepup',
    footer: { js: 'globalThis.guidepup = guidepup;' },
  }).outputFiles[0]?.text;
  return script ?? '';
}

type Listening = typeof globalThis & { reader?: Virtual };

/** Hears the focus and live regions of the page from now on. Runs in the page. */
async function listen(): Promise<void> {
  const reader = new guidepup.Virtual();
  await reader.start({ container: document.body });
  await reader.clearSpokenPhraseLog();
  (globalThis as Listening).reader = reader;
}

/** Live regions are spoken after a change of the document. Runs in the page. */
export function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Runs in the page. */
async function takePhrases(): Promise<string[]> {
  const { reader } = globalThis as Listening;
  const phrases = (await reader?.spokenPhraseLog()) ?? [];
  await reader?.clearSpokenPhraseLog();
  return phrases;
}

/** Reads until it is at the start again. Runs in the page. */
async function readThrough(part: Element): Promise<string[]> {
  const reader = new guidepup.Virtual();
  await reader.start({ container: part });
  const start = reader.activeNode;
  const first = await reader.lastSpokenPhrase();
  const phrases = [first];
  for (;;) {
    await reader.next();
    const phrase = await reader.lastSpokenPhrase();
    if (reader.activeNode === start && phrase === first) break;
    phrases.push(phrase);
  }
  await reader.stop();
  return phrases;
}
