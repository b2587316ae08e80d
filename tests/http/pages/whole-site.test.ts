import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import { crawl } from '../../support/crawl.ts';
import { SOON } from '../../support/effort.ts';
import { UNCOMPRESSED } from '../../support/read-page.ts';
import { SAMPLE_PATHS } from '../../support/sample-records.ts';
import { sharedSite } from '../../support/site.ts';

const site = sharedSite({ hasLists: true, sharesPictures: true });

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
  const body = await (await fetch(site.url + path, UNCOMPRESSED)).text();
  expect(body.match(/<h1[\s>]/g)).toHaveLength(1);
  const { results } = await VALIDATOR.validateString(body);
  const messages = results.flatMap(({ messages: found }) =>
    found.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
  );
  expect(messages).toEqual([]);
});

test('a crawl from / finds all pages, and no dead link', SOON, async () => {
  const { seen, dead } = await crawl(site.url, {
    from: ['/', '/Search?q=day', '/Search?q=xqz', '/Visoin'],
    // Albums have hundreds of drawings, each drawn on request; the links of Hindi pages are those of their twins.
    limits: [
      { match: /^\/api\//, count: 40 },
      { match: /^\/hi\//, count: 40 },
    ],
  });
  expect(dead).toEqual(['/Visoin: 404']);
  const reached = new Set([...seen].map((address) => address.toLowerCase()));
  // The chooser is on / itself, and no link leads to the offline page.
  const unreached = SAMPLE_PATHS.filter(
    (path) => !/^\/Campus$|\/Offline$/.test(path) && !reached.has(path.toLowerCase()),
  );
  expect(unreached).toEqual([]);
});
