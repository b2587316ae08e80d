import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

type Axe = {
  run: (
    context: Document,
    options: object,
  ) => Promise<{
    violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
  }>;
};

const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** What breaks WCAG 2.2 A and AA in a page as it is now: a line for each element. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  let before: string[] = [];
  let found = await page.evaluate(findViolations);
  // A page that a script is changing can be inconsistent: a real violation is there the next time too.
  while (found.length > 0 && found.join() !== before.join()) {
    before = found;
    found = await page.evaluate(findViolations);
  }
  return found;
}

/** Runs in the page. */
async function findViolations(): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: Axe };
  // Axe decides no contrast on a picture: that of the brand's ground is looked at without its rings.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.page-header, .footer, .chooser { background-image: none !important }');
  const ownSheets = document.adoptedStyleSheets;
  document.adoptedStyleSheets = [...ownSheets, sheet];
  // It takes what the bar at the top lies over for too small.
  scrollTo({ left: 0, top: 0, behavior: 'instant' });
  const { violations } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  });
  document.adoptedStyleSheets = ownSheets;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}
