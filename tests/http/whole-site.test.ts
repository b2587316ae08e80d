import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import { SOON } from '../support/effort.ts';
import { SAMPLE_PATHS } from '../support/sample-records.ts';
import { sharedSite } from '../support/site.ts';

const site = sharedSite({ prewarm: true, sharesPictures: true });

const VALIDATOR = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // React's way to write them; both are valid HTML.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
  },
});

test.each(SAMPLE_PATHS)('%s is valid HTML with one h1', async (path) => {
  const body = await (await fetch(site.url + path)).text();
  expect(body.match(/<h1[\s>]/g)).toHaveLength(1);
  const { results } = await VALIDATOR.validateString(body);
  const messages = results.flatMap(({ messages: found }) =>
    found.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
  );
  expect(messages).toEqual([]);
});

/** Addresses of this site that a page links to, with what it links to within itself and does not have. */
function linksOf(body: string, address: string): { targets: string[]; missing: string[] } {
  const here = new URL(address, site.url);
  const targets: string[] = [];
  const missing: string[] = [];
  for (const [, target = ''] of body.matchAll(
    /<(?:a|link|script|iframe)\b[^>]*?(?:href|src)="([^"]+)"/g,
  )) {
    const url = new URL(target.replaceAll('&amp;', '&'), here);
    if (url.origin !== here.origin) continue;
    targets.push(url.pathname + url.search);
    const isInside = url.hash !== '' && url.pathname === here.pathname;
    if (isInside && !body.includes(`id="${url.hash.slice(1)}"`)) missing.push(address + url.hash);
  }
  return { targets, missing };
}

test('a crawl from / reaches every page and finds no dead link', SOON, async () => {
  const seen = new Set<string>();
  const waiting = ['/'];
  const dead: string[] = [];
  const alike = { api: 0, hi: 0 };
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (seen.has(address)) continue;
    seen.add(address);
    // Albums have hundreds of drawings, each drawn on request; the links of Hindi pages are those of their twins.
    const kind = /^\/(api|hi)\//.exec(address)?.[1] as keyof typeof alike | undefined;
    if (kind !== undefined && (alike[kind] += 1) > 40) continue;
    const response = await fetch(site.url + address);
    if (response.status !== 200) dead.push(`${address}: ${response.status}`);
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      const { targets, missing } = linksOf(await response.text(), address);
      waiting.push(...targets);
      dead.push(...missing);
    } else {
      await response.body?.cancel();
    }
  }
  expect(dead).toEqual([]);
  const reached = new Set([...seen].map((address) => address.toLowerCase()));
  // The chooser is on / itself, and no link leads to the offline page.
  const unreached = SAMPLE_PATHS.filter(
    (path) => !/^\/Campus$|\/Offline$/.test(path) && !reached.has(path.toLowerCase()),
  );
  expect(unreached).toEqual([]);
});
