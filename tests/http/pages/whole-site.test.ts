import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import { SOON } from '../../support/effort.ts';
import { SAMPLE_PATHS } from '../../support/sample-records.ts';
import { sharedSite } from '../../support/site.ts';

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

/** Addresses of this site that a page links to, with what within itself it names and does not have. */
function linksOf(body: string, address: string): { targets: string[]; missing: string[] } {
  const here = new URL(address, site.url);
  const targets: string[] = [];
  const missing: string[] = [];
  for (const [, target = ''] of body.matchAll(
    /<(?:a|link|script|iframe|img)\b[^>]*?(?:href|src)="([^"]+)"/g,
  )) {
    const url = new URL(target.replaceAll('&amp;', '&'), here);
    if (url.origin !== here.origin) continue;
    targets.push(url.pathname + url.search);
    const isInside = url.href.startsWith(`${here.href}#`);
    if (isInside && !body.includes(`id="${url.hash.slice(1)}"`)) missing.push(address + url.hash);
  }
  for (const [, id = ''] of body.matchAll(/ id="([\w-]+-title)"/g))
    if (!body.includes(`aria-labelledby="${id}"`)) missing.push(`${address}: ${id} names nothing`);
  return { targets, missing };
}

/** Classes by scripts, after errors, and of records that the sample lacks. */
const SELDOM =
  /^(?:is-|prints-|popup(?!s-|-picture(?!-box))|skeleton|swiper-|ratio-|field-error|form-|map-frame|no-picture|open$|long-text-cut|show-more|urgent-band)/;

test('a crawl from / finds all pages and styles in use, and no dead link', SOON, async () => {
  const seen = new Set<string>();
  const waiting = ['/', '/Search?q=day', '/Search?q=xqz', '/Visoin'];
  const dead: string[] = [];
  const texts: string[] = [];
  const alike = { api: 0, hi: 0 };
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (seen.has(address)) continue;
    seen.add(address);
    // Albums have hundreds of drawings, each drawn on request; the links of Hindi pages are those of their twins.
    const kind = /^\/(api|hi)\//.exec(address)?.[1] as keyof typeof alike | undefined;
    if (kind !== undefined && (alike[kind] += 1) > 40) continue;
    const response = await fetch(site.url + address);
    if (response.status !== 200) dead.push(`${address}: ${response.status}`);
    if (/^text\/(?:html|css)/.test(response.headers.get('content-type') ?? '')) {
      const text = await response.text();
      texts.push(text);
      const { targets, missing } = linksOf(text, address);
      waiting.push(...targets);
      dead.push(...missing);
    } else {
      await response.body?.cancel();
    }
  }
  expect(dead).toEqual(['/Visoin: 404']);
  const used = texts.flatMap((text) => text.match(/ class="[^"]*/g) ?? []).join(' ');
  const classes = new Set(used.split(/[ "]/));
  const css = texts.find((text) => !text.startsWith('<')) ?? '';
  const named = css.match(/(?<=\.)(?!svg|woff2)[a-z][\w-]*/gi) ?? [];
  const unused = named.filter((name) => !classes.has(name) && !SELDOM.test(name));
  expect(unused).toEqual([]);
  const reached = new Set([...seen].map((address) => address.toLowerCase()));
  // The chooser is on / itself, and no link leads to the offline page.
  const unreached = SAMPLE_PATHS.filter(
    (path) => !/^\/Campus$|\/Offline$/.test(path) && !reached.has(path.toLowerCase()),
  );
  expect(unreached).toEqual([]);
});
