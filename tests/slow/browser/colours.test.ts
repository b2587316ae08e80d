import { expect, test } from 'vitest';
import { closePopups } from '../../support/browser.ts';
import {
  PAIRS,
  readTones,
  SCHEMES,
  shownColours,
  type Scheme,
} from '../../support/colour-pairs.ts';
import { siteInBrowser } from '../../support/site-in-browser.ts';
import { CAMPUSES } from '../../../shared/campuses.ts';

const { browser, site } = siteInBrowser();

const PATHS = (
  '/|/Home|/Events|/nekhpur/Gallery|/Career|/nekhpur/ErpSoftware|/MandatoryDisclosure|' +
  '/Search?q=annual'
).split('|');

const visits = PATHS.flatMap((path) => SCHEMES.map((scheme) => ({ path, scheme })));

test.each(visits)(
  'R-259: $path, $scheme, has only pairs of colours whose contrast is tested',
  async ({ path, scheme }) => {
    const { page } = await browser.visit(site.url + path, {
      dark: scheme === 'dark',
      width: scheme === 'dark' ? 1440 : 360,
    });
    await closePopups(page);
    const shown = await page.evaluate(colourPairs);
    expect(shown.length).toBeGreaterThan(5);
    const checked = checkedPairs(scheme);
    expect(shown.filter(({ pair }) => !checked.has(pair))).toEqual([]);
  },
);

/** `text on ground`, in hexadecimal digits, of every pair of tests/support/colour-pairs.ts. */
function checkedPairs(scheme: Scheme): ReadonlySet<string> {
  return new Set(
    CAMPUSES.flatMap((campus) => {
      const tones = readTones(scheme, campus);
      return PAIRS.flatMap((pair) => {
        const { text, ground } = shownColours(tones, pair);
        // A quiet button below the pointer has text and ground exchanged.
        return [`${text} on ${ground}`, `${ground} on ${text}`];
      });
    }),
  );
}

/** The colours that each text of the page has and stands on, with an example. Runs in the page. */
function colourPairs(): { pair: string; example: string }[] {
  const channelsOf = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
  function hex(channels: readonly number[]): string {
    return `#${channels
      .slice(0, 3)
      .map((value) => Math.round(value).toString(16).padStart(2, '0'))
      .join('')}`;
  }
  const found = new Map<string, string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element === null || (node.textContent ?? '').trim() === '') continue;
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
      continue;
    if (element.closest('.visually-hidden, script, style, option, [disabled]') !== null) continue;
    let ground: Element | null = element;
    let opacity = 1;
    while (ground !== null && channelsOf(getComputedStyle(ground).backgroundColor)[3] === 0) {
      opacity *= Number(getComputedStyle(ground).opacity);
      ground = ground.parentElement;
    }
    const below = channelsOf(getComputedStyle(ground ?? document.documentElement).backgroundColor);
    const text = channelsOf(getComputedStyle(element).color).map(
      (value, index) => value * opacity + (below[index] ?? 0) * (1 - opacity),
    );
    found.set(
      `${hex(text)} on ${hex(below)}`,
      `${element.className} ${node.textContent ?? ''}`.slice(0, 60),
    );
  }
  return [...found].map(([pair, example]) => ({ pair, example }));
}
