// The HTML validator and axe, page by page.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inBothLanguages, newVisitor, openBrowser, openState, STATES } from './states.mjs';
import { importTyped, npx, split } from './tools.mjs';

const NU = 'vnu-jar@26.9.27';
const NU_ACCEPTED = [
  {
    pattern: /^Trailing slash on void elements has no effect/,
    reason: 'React writes <br/> and quotes all attributes',
  },
  {
    pattern: /“aria-expanded” attribute must not be used on .* “popovertarget”/,
    reason: 'R-068; browsers of 2023 have nothing else, and it agrees with newer ones',
  },
  {
    pattern: /^Section lacks heading\./,
    place: /\(photograph\)$/,
    reason: 'markup of PhotoSwipe',
  },
];

const WIDTHS = [360, 1440];
const SCHEMES = ['light', 'dark'];
const WALKERS = 2;
/** Of each language and campus, as records of a kind are alike. */
const RECORDS_PER_KIND = Number(process.env.RECORDS_PER_KIND ?? 2);

/** The W3C's Nu validator: pages as sent, and states as the browser has them. */
export async function auditHtml({ base, pages, folder }) {
  const files = join(folder, 'html');
  mkdirSync(files);
  const places = [];
  const keep = (place, text) => {
    writeFileSync(join(files, `${places.length}.html`), text);
    places.push(place);
  };
  for (const page of pages) keep(page, await (await fetch(base + page)).text());
  const states = inBothLanguages(STATES);
  const browser = await openBrowser();
  await eachState(
    browser,
    { base, states, width: 360, colorScheme: 'light' },
    async (page, state) =>
      keep(
        placeOf(state),
        `<!doctype html>${await page.locator('html').evaluate((root) => root.outerHTML)}`,
      ),
  );
  await browser.close();
  const { stdout, stderr } = npx([NU], ['vnu', '--format', 'json', files]);
  const report = stdout.includes('{') ? stdout : stderr;
  const { messages } = JSON.parse(report.slice(report.indexOf('{')));
  const reported = messages.map(({ url, type, subType, message }) => ({
    error: `${subType ?? type}: ${message}`,
    message,
    place: places[/(\d+)\.html$/.exec(url)?.[1]],
  }));
  return {
    tool: NU,
    checked: `${pages.length} pages and ${states.length} states`,
    ...split(reported, NU_ACCEPTED),
  };
}

export async function auditAxe({ base, pages }) {
  const { version } = JSON.parse(readFileSync('node_modules/axe-core/package.json', 'utf8'));
  const walked = withoutTwins(pages);
  const states = [...walked.map((path) => ({ path })), ...inBothLanguages(STATES)];
  const { axeViolations } = await importTyped('tests/support/axe-violations.ts');
  const browser = await openBrowser();
  const errors = [];
  for (const width of WIDTHS)
    for (const colorScheme of SCHEMES)
      await eachState(browser, { base, states, width, colorScheme }, async (page, state) => {
        for (const error of await axeViolations(page))
          errors.push({ error, place: `${placeOf(state)} ${width} ${colorScheme}` });
      });
  await browser.close();
  return {
    tool: `axe-core@${version}`,
    checked: `${walked.length} pages and ${states.length - walked.length} states, each at ${WIDTHS.join(' and ')} px, ${SCHEMES.join(' and ')}`,
    errors,
  };
}

function placeOf({ path, name }) {
  return name === undefined ? path : `${path} (${name})`;
}

/** Opens each state, WALKERS at a time, with a new visitor after a state that was changed. */
async function eachState(browser, { base, states, ...visitor }, look) {
  const waiting = [...states];
  await Promise.all(
    Array.from({ length: WALKERS }, async () => {
      let context = await newVisitor(browser, visitor);
      let page = await context.newPage();
      for (let state = waiting.shift(); state !== undefined; state = waiting.shift()) {
        try {
          await openState(page, base, state);
          await look(page, state);
        } catch (error) {
          throw new Error(`${placeOf(state)} at ${visitor.width} px`, { cause: error });
        }
        if (state.open === undefined) continue;
        await context.close();
        context = await newVisitor(browser, visitor);
        page = await context.newPage();
      }
      await context.close();
    }),
  );
}

function withoutTwins(pages) {
  const seen = new Map();
  return pages.filter((page) => {
    const [kind] = /^(?:\/hi)?(?:\/nekhpur)?\/[A-Z]\w+\/(?=.)/.exec(page) ?? [];
    if (kind === undefined) return true;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    return seen.get(kind) <= RECORDS_PER_KIND;
  });
}
