import { expect, test } from 'vitest';
import { sharedSite, siteOfTest } from '../../support/site.ts';
import { type LogLine } from '../../support/test-log.ts';

/** Each report has its own client address. */
const OPTIONS = { environment: { TRUST_PROXY: '1' } };
const site = sharedSite(OPTIONS);

let visitors = 0;

type Report = {
  body: string;
  type?: string;
  from?: string;
  headers?: Record<string, string>;
};

async function report(
  { body, type = 'text/plain', from, headers }: Report,
  { url } = site,
): Promise<number> {
  visitors += 1;
  const response = await fetch(`${url}/api/browser-error`, {
    method: 'POST',
    body,
    headers: {
      'content-type': type,
      'x-forwarded-for': from ?? `198.51.100.${visitors}`,
      referer: `${url}/nekhpur/Career?name=Planted`,
      ...headers,
    },
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
  return response.status;
}

const errors = ({ lines } = site): LogLine[] =>
  lines.filter(({ event }) => event === 'browser-error');

test.each([
  ['Uncaught TypeError: Cannot read "Asha Planted" of Ramesh', 'TypeError'],
  ['AbortError: Planted', 'AbortError'],
  ['Error: Minified React error #418; visit https://x.example/?a=Planted', 'Error'],
  ['Planted TypeError: x', 'unknown'],
  ['Script error.', 'unknown'],
])('%s is logged without its message', async (message, cause) => {
  const body = `${message}\nTypeError: Planted\n  at f (${site.url}/assets/entry-ab12.js:1:204)`;
  expect(await report({ body })).toBe(204);
  expect(errors().at(-1)).toMatchObject({
    level: 'warn',
    state: 'script',
    path: '/nekhpur/Career',
    file: '/assets/entry-ab12.js:1:204',
    cause,
  });
  expect(JSON.stringify(errors())).not.toMatch(/Planted|Ramesh|Minified/);
});

test('a policy report is logged with the directive, the blocked origin and our script, without paths and queries', async () => {
  const body = JSON.stringify({
    'csp-report': {
      'document-uri': `${site.url}/Admission?name=Planted`,
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://cdn.example/x.js?name=Planted',
      'source-file': `${site.url}/assets/entry-ab12.js?name=Planted`,
      'line-number': 1,
      'script-sample': 'Planted',
    },
  });
  expect(await report({ body, type: 'application/csp-report' })).toBe(204);
  expect(errors().at(-1)).toMatchObject({
    state: 'policy',
    path: '/Admission',
    file: '/assets/entry-ab12.js',
    cause: 'script-src-elem https://cdn.example',
  });
  expect(JSON.stringify(errors())).not.toContain('Planted');
});

test.each([
  ['img-src data', { 'effective-directive': 'img-src', 'blocked-uri': 'data' }],
  ['unknown other', { 'source-file': 'https://gis.example/Tc?q=a', 'blocked-uri': 'about:x' }],
  ['style-src inline', { 'violated-directive': "style-src 'self'", 'blocked-uri': 'inline' }],
  ['unknown other', {}],
])('an incomplete policy report is logged as: %s', async (cause, fields) => {
  await report({ body: JSON.stringify({ 'csp-report': fields }), type: 'application/csp-report' });
  expect(errors().at(-1)).toMatchObject({ state: 'policy', cause });
  expect(errors().at(-1)?.['file']).toBeUndefined();
});

test.each([
  ['an extension', 'Uncaught Error: x\nchrome-extension://abc/x.js:1:1', 'text/plain'],
  ['an extension of Safari', 'Error: x\nwebkit-masked-url://hidden/:1:1', 'text/plain'],
  ['nothing', '', 'text/plain'],
  ['JSON that is no report', '{"csp-report":7}', 'application/csp-report'],
  ['no JSON', '{', 'application/csp-report'],
])('%s is accepted and not logged', async (_, body, type) => {
  const before = errors().length;
  expect(await report({ body, type })).toBe(204);
  expect(errors()).toHaveLength(before);
});

test('other sites, large bodies and other methods are rejected', async () => {
  const before = errors().length;
  expect(await report({ body: 'x', headers: { 'sec-fetch-site': 'cross-site' } })).toBe(403);
  expect(await report({ body: 'x'.repeat(5_000) })).toBe(413);
  expect((await fetch(`${site.url}/api/browser-error`)).status).toBe(404);
  expect(errors()).toHaveLength(before);
});

test('one address has ten reports in ten minutes, and all together a hundred', async () => {
  const own = await siteOfTest(OPTIONS);
  const one: number[] = [];
  for (let count = 0; count < 12; count += 1)
    one.push(await report({ body: 'x', from: '203.0.113.9' }, own));
  expect(one).toEqual([...Array<number>(10).fill(204), 429, 429]);
  const others: number[] = [];
  for (let count = 0; count < 100; count += 1)
    others.push(await report({ body: 'x', from: `192.0.2.${count}` }, own));
  expect(others.filter((status) => status === 204)).toHaveLength(90);
  expect(errors(own)).toHaveLength(100);
});
