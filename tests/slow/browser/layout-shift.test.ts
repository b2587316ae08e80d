import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Visit } from '../../support/browser.ts';
import { SAMPLE_RECORDS, SAMPLE_SEARCH } from '../../support/sample-records.ts';
import { PAGE_ADDRESSES } from '../../../client/addresses.ts';
import { siteInBrowser } from '../../support/site-in-browser.ts';

const PATHS = [
  ...PAGE_ADDRESSES.filter(({ page }) => page.subject === null).map(({ path }) => path),
  '/SubGallery?id=alb-f-01',
  '/nekhpur/SubGallery?id=alb-n-01',
  '/Documents/fee-structure',
  ...SAMPLE_RECORDS,
  SAMPLE_SEARCH,
  '/no-such-page',
];

const { browser, site } = siteInBrowser({ prewarm: true, sharesPictures: true });

/** Pages of Nekpur have the shapes of their twins: they are walked through on the phone only. */
const WALKS = [
  { width: 360, paths: PATHS },
  { width: 1280, paths: PATHS.filter((path) => !path.startsWith('/nekhpur/')) },
];

describe.each(WALKS)('at $width px', ({ width, paths }) => {
  let visit: Visit;

  // One visitor, a new tab for each page, so that its pop-ups open.
  beforeAll(async () => {
    visit = await browser.visit(site.url + '/Vision', { width, height: 740 });
  });
  afterAll(() => visit.close());

  test.each(paths)(
    'R-259: hardly anything moves while %s loads, its fonts come, pop-ups open and it is scrolled',
    async (path) => {
      expect(await shiftsOf(await visit.context.newPage(), site.url + path)).toEqual([]);
    },
  );
});

describe('on a link that brings a page in small pieces', () => {
  let slow: Server;
  let slowUrl: string;

  beforeAll(async () => {
    slow = slowLinkTo(site.url);
    await once(slow.listen(0, '127.0.0.1'), 'listening');
    slowUrl = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    slow.close();
    slow.closeAllConnections();
  });

  const phone = ['/', '/nekhpur/Contact', '/Events', '/CareerForm'];
  const desk = [
    '/Vision',
    '/LifeatGis',
    '/SafetySecurity',
    '/Infrastructure',
    '/ExtraCurricularActivity',
    '/ErpSoftware',
  ];
  test.each([
    ...phone.map((path) => [360, path] as const),
    ...desk.map((path) => [1280, path] as const),
  ])(
    'R-259: at %i px what %s has shown stays where it is while the rest comes',
    async (width, path) => {
      const visit = await browser.visit(slowUrl + '/Vision', { width, height: 740 });
      expect(await shiftsOf(await visit.context.newPage(), slowUrl + path)).toEqual([]);
      await visit.close();
    },
  );
});

/** The site behind a link of 50 kB/s, which brings a page a few tags at a time. */
function slowLinkTo(url: string): Server {
  return createServer((incoming, response) => {
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    incoming.pipe(
      request(url + incoming.url, { method: incoming.method, headers }, (sent) => {
        response.writeHead(sent.statusCode ?? 502, sent.headers);
        if (sent.headers['content-type']?.startsWith('text/html') !== true) sent.pipe(response);
        else void pipeline(sent, fewTagsAtATime, response).catch(() => response.destroy());
      }),
    );
  });
}

async function* fewTagsAtATime(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let html = '';
  for await (const chunk of chunks) html += chunk.toString('latin1');
  for (const [piece] of html.matchAll(/[^]{1,200}[^<]*/g)) {
    yield Buffer.from(piece, 'latin1');
    await wait(piece.length / 50);
  }
}

/** A font that arrives after the first paint may wrap a long text anew; web.dev calls 0.1 good. */
const MAX_SHIFT = 0.06;

/** What has moved without the visitor's doing, from the first paint to the end of the page, if it is more than the fonts may move. */
async function shiftsOf(page: Page, url: string): Promise<string[]> {
  await page.goto(url);
  const shifts = await page.evaluate(async () => {
    const found: { value: number; text: string }[] = [];
    // A tab that the browser thinks unseen draws no frames.
    const frame = () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => setTimeout(done));
        setTimeout(done, 100);
      });
    // The entries' own type is not in TypeScript's DOM.
    type Shift = PerformanceEntry & {
      value: number;
      sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    const box = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}x${height}`;
    function note(entries: PerformanceEntryList): void {
      for (const entry of entries as Shift[]) {
        // A new drawing of ten pixels moves nothing visible.
        if (entry.value < 0.0001) continue;
        const moves = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node instanceof Element ? `${node.tagName}.${node.className}` : node?.textContent} ${box(previousRect)} to ${box(currentRect)}`,
        );
        const text = `${entry.value} at ${entry.startTime} ms by ${moves.join(', ')}`;
        found.push({ value: entry.value, text });
      }
    }
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    await document.fonts.ready;
    await frame();
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
    await frame();
    while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
      const before = scrollY;
      scrollBy({ top: innerHeight * 0.8, behavior: 'instant' });
      await frame();
      if (scrollY === before) break;
    }
    await frame();
    note(observer.takeRecords());
    return found;
  });
  await page.close();
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  return sum > MAX_SHIFT ? shifts.map(({ text }) => text) : [];
}
