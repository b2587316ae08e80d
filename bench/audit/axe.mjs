// axe-core as the tests have it, with an answer for the contrasts that it cannot decide.
import { readFileSync } from 'node:fs';

const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Whatever a box scrolls or cuts is in view, as axe takes the rest for covered. */
const ALL_IN_VIEW = `
  .swiper, .ticker-window, .news-window, .notices-list { display: block !important; overflow: visible !important; height: auto !important; mask: none !important }
  .strip, .ticker, .ticker-track, .ticker-line { display: block !important; width: auto !important; height: auto !important; transform: none !important; animation: none !important }
  .swiper-wrapper { flex-wrap: wrap !important; transform: none !important; width: auto !important }
  .swiper-slide { width: 100% !important }
  .ticker-line li { white-space: normal !important }
`;
/** The brand's ground has rings in a colour of its own: contrast is looked at on the ground alone, and on theirs. */
const GROUNDS = [
  '.page-header, .footer, .chooser { background-image: none !important }',
  '.page-header, .footer, .chooser { background: var(--ring) !important }',
];

/** What breaks WCAG 2.2 A and AA in a page as it is now, and contrasts that cannot be decided: a line for each rule. */
export async function axeFaults(page) {
  await page.evaluate(source);
  return page.evaluate(
    run,
    GROUNDS.map((ground) => `${ALL_IN_VIEW} ${ground}`),
  );
}

/** Runs in the page. */
async function run(sheets) {
  const { violations, incomplete } = await globalThis.axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  });
  const found = [...violations];
  const include = incomplete
    .filter(({ id }) => id === 'color-contrast')
    .flatMap(({ nodes }) => nodes.map(({ target }) => target));
  const before = document.adoptedStyleSheets;
  for (const css of include.length === 0 ? [] : sheets) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...before, sheet];
    const again = await globalThis.axe.run({ include }, { runOnly: ['color-contrast'] });
    found.push(...again.violations, ...again.incomplete);
  }
  document.adoptedStyleSheets = before;
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, any, all, none }) =>
        `${id} at ${target.join(' ')}: ${[...any, ...all, ...none][0]?.message ?? ''}`,
    ),
  );
}
