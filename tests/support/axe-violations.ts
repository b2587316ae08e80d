import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** One rule's elements in axe's result. */
type Finding = {
  id: string;
  nodes: { target: string[]; any: Check[]; all: Check[]; none: Check[] }[];
};
type Check = { message: string };
type Axe = {
  configure: (options: object) => void;
  run: (
    context: unknown,
    options: object,
  ) => Promise<Record<'violations' | 'incomplete', Finding[]>>;
};

const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/**
 * Whatever a box scrolls, cuts or keeps in sight has its own place, as axe takes what it cannot see for covered,
 * and the second line of a `bdi` for something else over it.
 */
const ALL_IN_VIEW = `
  .bar { position: static !important }
  .swiper, .ticker-window, .news-window, .notices-list { display: block !important; overflow: visible !important; height: auto !important; mask: none !important }
  .strip, .ticker, .ticker-track, .ticker-line { display: block !important; width: auto !important; height: auto !important; transform: none !important; animation: none !important }
  .swiper-wrapper { flex-wrap: wrap !important; transform: none !important; width: auto !important }
  .swiper-slide { width: 100% !important }
  .ticker-line li { white-space: normal !important }
  .event-place, .event-place * { display: inline !important; letter-spacing: -0.3em !important; white-space: nowrap !important }
  * { transition: none !important }
`;
/** The brand's ground has rings in a colour of its own: contrast is looked at on the ground alone, and on theirs. */
const GROUNDS = [
  '.page-header, .footer, .chooser { background-image: none !important }',
  '.page-header, .footer, .chooser { background: var(--ring) !important }',
];

/** Those of axe-core 4.14, except the first two: arrows and single figures are text too. */
const CONTRAST_OPTIONS = {
  ignoreUnicode: false,
  ignoreLength: true,
  ignorePseudo: false,
  boldValue: 700,
  boldTextPt: 14,
  largeTextPt: 18,
  contrastRatio: { normal: { expected: 4.5 }, large: { expected: 3 } },
  pseudoSizeThreshold: 0.25,
  shadowOutlineEmMax: 0.1,
  textStrokeEmMin: 0.03,
};

type Look = { sheets: readonly string[]; options: typeof CONTRAST_OPTIONS };

/**
 * What breaks WCAG 2.2 A and AA in a page as it is now, and contrasts that cannot be decided: a line for each
 * element. A contrast that axe leaves open, as something covers or cuts the text, is looked at again with all
 * of that out of the way, on each ground that the text can have.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const sheets = GROUNDS.map((ground) => `${ALL_IN_VIEW} ${ground}`);
  return page.evaluate(findErrors, { sheets, options: CONTRAST_OPTIONS });
}

/** Runs in the page. */
async function findErrors({ sheets, options }: Look): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: Axe };
  axe.configure({ checks: [{ id: 'color-contrast', options }] });
  const { scrollX, scrollY } = globalThis;
  scrollTo({ left: 0, top: 0, behavior: 'instant' });
  const look = () =>
    axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
  let { violations, incomplete } = await look();
  // A page that a script is changing can be inconsistent: a real violation is there the next time too.
  for (let before = ''; violations.length > 0 && before !== linesOf(violations).join();) {
    before = linesOf(violations).join();
    ({ violations, incomplete } = await look());
  }
  const found = [...violations];
  const undecided = incomplete
    .filter(({ id }) => id === 'color-contrast')
    .flatMap(({ nodes }) => nodes.map(({ target }) => target));
  const ownSheets = document.adoptedStyleSheets;
  for (const css of undecided.length === 0 ? [] : sheets) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...ownSheets, sheet];
    const inView = await contrasts(undecided);
    found.push(...inView.violations);
    for (const { nodes } of inView.incomplete)
      for (const { target } of nodes) {
        const covers = hideCovers(target);
        const alone = await contrasts([target]);
        found.push(...alone.violations, ...alone.incomplete);
        for (const cover of covers) cover.style.visibility = '';
      }
  }
  document.adoptedStyleSheets = ownSheets;
  scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  return linesOf(found);

  function linesOf(findings: readonly Finding[]): string[] {
    return findings.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, any, all, none }) =>
          `${id} at ${target.join(' ')}: ${[...any, ...all, ...none][0]?.message ?? ''}`,
      ),
    );
  }

  function contrasts(include: readonly string[][]) {
    return axe.run({ include }, { runOnly: ['color-contrast'] });
  }

  /** Hides what lies over an element at any of its lines, and returns that. */
  function hideCovers(target: readonly string[]): HTMLElement[] {
    const element = document.querySelector(target.join(' '));
    const covers: HTMLElement[] = [];
    element?.scrollIntoView({ block: 'center', behavior: 'instant' });
    for (const { left, top, width, height } of element?.getClientRects() ?? [])
      for (const part of [0.1, 0.5, 0.9])
        for (const over of document.elementsFromPoint(left + width * part, top + height / 2)) {
          if (element?.contains(over) || over.contains(element)) break;
          if (!(over instanceof HTMLElement)) continue;
          over.style.visibility = 'hidden';
          covers.push(over);
        }
    return covers;
  }
}
