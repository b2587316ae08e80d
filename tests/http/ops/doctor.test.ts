import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diagnosed, diagnosedByCommand, TOKEN } from '../../support/doctor.ts';
import { respondWith } from '../../support/providers/failures.ts';
import { isAuthorized } from '../../support/providers/submissions.ts';
import { providerOfTest } from '../../support/providers/test-provider.ts';
import { LIST_NAMES } from '../../../shared/records/provider-lists.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('a working provider', () => {
  test('behind a prefix, a token and a private authority is green for every call of the contract', async () => {
    const provider = await providerOfTest({ prefix: '/School', tls: 'private-ca' });
    const { code, red, of, checks } = await diagnosedByCommand({
      PROVIDER_URL: provider.url,
      PROVIDER_TOKEN: TOKEN,
      NODE_EXTRA_CA_CERTS: resolve('tests/support/fixtures/private-ca/ca.pem'),
    });
    expect([code, red]).toEqual([0, []]);
    expect(checks.filter(({ id }) => id.startsWith('list-'))).toHaveLength(LIST_NAMES.length);
    expect(of('list-news')?.what).toMatch(
      /^GET \/api\/news\/GISNUP: [1-9]\d* rows in \d+ ms; FARRUKHABAD [1-9]\d*, NEKPUR [1-9]\d*$/,
    );
    expect(of('picture')?.what).toMatch(/^\/api\/image\/\S+: (?:jpeg|png|webp), \d+ bytes$/);
    expect(of('provider-connection')?.what).toMatch(/responds$/);
    expect(['clock', 'site-url'].map((id) => of(id)?.state)).toEqual(['ok', 'warn']);
    expect(provider.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    const withToken = provider.requests
      .filter((request) => isAuthorized(request, TOKEN))
      .map(({ url }) => url.split('/')[3]);
    const named = ['notification', 'onlineRegistration', 'principalMessage'];
    expect(new Set(withToken)).toEqual(new Set(named));
  });

  test('gets one marked enquiry with --form', async () => {
    const provider = await providerOfTest();
    const { of } = await diagnosed({ PROVIDER_URL: provider.url }, { sendsForm: true });
    expect(of('form')?.state).toBe('ok');
    expect(provider.received).toHaveLength(1);
    const reference = /doctor-[\w-]+/.exec(of('form')?.what ?? '')?.[0] ?? 'none';
    const message = `Test by npm run doctor, ${reference}. Please delete.`;
    expect(provider.received[0]?.fields['message']).toContain(message);
  });
});

describe('the connection to the provider', () => {
  test.each([
    ['self-signed', /^/, '', /^provider-tls: .*self-signed.* -> .*NODE_EXTRA_CA_CERTS=/],
    ['private-ca', /^/, '', /^provider-tls: .*unknown authority.* -> .*NODE_EXTRA_CA_CERTS=/],
    ['self-signed', /^https/, 'http', /^provider-tcp: .* -> PROVIDER_URL: write https:/],
    [null, /^http/, 'https', /^provider-tls: .*does not speak TLS.* -> PROVIDER_URL: /],
    [null, /\d+$/, '9', /^provider-tcp: .*nothing listens/],
    [null, /.*/, 'http://platform.invalid', /^provider-dns: .* -> PROVIDER_URL: /],
  ] as const)('the certificate %s, and %s written as "%s"', async (tls, right, wrong, line) => {
    const { url } = await providerOfTest({ tls });
    const { red, lines } = await diagnosed({ PROVIDER_URL: url.replace(right, wrong) });
    expect([red.length, lines[0]]).toEqual([1, expect.stringMatching(line)]);
  });

  test('a clock that differs by hours', async () => {
    for (const [word, ms] of Object.entries({ 'ahead of': -7_200_000, behind: 7_200_000 })) {
      const date = new Date(Date.now() + ms).toUTCString();
      const { url } = await providerOfTest({ headers: { date } });
      const { lines } = await diagnosed({ PROVIDER_URL: url });
      expect(lines).toEqual([expect.stringMatching(`^clock: this clock is 7\\d+ s ${word} the`)]);
    }
  });
});

describe('the responses of the provider', () => {
  test.each([
    ['/skool', 'GISNUP'],
    ['/school', 'OTHER'],
  ])(
    'an address that ends with %j instead of /school, or the school code %s',
    async (path, code) => {
      const { url } = await providerOfTest({ prefix: '/school' });
      const wrong = { PROVIDER_URL: url.replace('/school', path), SCHOOL_CODE: code };
      const { lines } = await diagnosed(wrong);
      const line = /^provider-calls: every call .*: status 404 -> PROVIDER_URL and SCHOOL_CODE: /;
      expect(lines).toEqual([expect.stringMatching(line)]);
    },
  );

  test('a school code for which every list is empty', async () => {
    const provider = await providerOfTest();
    const calls = /^\/api\/(?!image)(?:notification|.*(?<!\/GISNUP)$)/;
    await provider.fail(calls, respondWith(200, JSON_TYPE, '[]'));
    const { url } = provider;
    const { lines } = await diagnosed({ PROVIDER_URL: url, SCHOOL_CODE: 'OTHER' });
    expect(lines).toEqual([expect.stringMatching(/^provider-school-code: .* -> SCHOOL_CODE: ask/)]);
    // Not one without notices.
    expect((await diagnosed({ PROVIDER_URL: url })).red).toEqual([]);
  });

  test('a redirect', async () => {
    const moved = await providerOfTest();
    await moved.fail('all', respondWith(301, { location: '/v2/api/news/GISNUP' }));
    const line =
      /^provider-calls: .*301, a redirect to \/v2\/api\/news\/GISNUP -> PROVIDER_URL .*path prefix/;
    const { lines } = await diagnosed({ PROVIDER_URL: moved.url });
    expect(lines).toEqual([expect.stringMatching(line)]);
  });

  const CLOSED = /notification|onlineRegistration|principalMessage/;
  const TOKEN_LISTS = ['list-notification', 'list-onlineRegistration', 'list-principalMessage'];

  test.each([
    ['', 401],
    ['wrong', 401],
    ['weak', 403],
  ])('the token %j with status %i', async (token, status) => {
    const provider = await providerOfTest();
    await provider.fail(CLOSED, { status });
    const settings = { PROVIDER_URL: provider.url, PROVIDER_TOKEN: token };
    const { of, red, lines } = await diagnosed(settings);
    expect(red).toEqual(TOKEN_LISTS);
    const line = `with PROVIDER_TOKEN: status ${status} -> PROVIDER_TOKEN: compare it .* rights`;
    expect(lines).toEqual(lines.map(() => expect.stringMatching(line)));
    expect(of('provider-token')?.remedy).toEqual(
      token === '' ? 'PROVIDER_TOKEN: ask the provider for the token of the website' : undefined,
    );
  });

  const CLOSED_LINE = /^list-notification: .*with PROVIDER_TOKEN: .*only calls with the token/;

  /** Calls, their response (its text is also where it redirects to), and the first line. */
  test.each([
    ['closed lists, a page', CLOSED, 200, '<html>', CLOSED_LINE],
    ['all calls, 403', /^/, 403, '', /^provider-calls: .* without a token: status 403 -> /],
    [
      'all calls, a redirect to a login',
      /^/,
      302,
      '/login',
      /^provider-calls: .*302, a redirect to \/login -> PROVIDER_URL .*no web page/,
    ],
    [
      'all calls, a page',
      /^/,
      200,
      '<html><title>Sign in',
      /^provider-calls: .*content-type -> PROVIDER_URL .*no web page/,
    ],
    [
      'one list, 404',
      /notification/,
      404,
      '',
      /^list-notification: .*404 -> .* only one call .*openapi.*no rows.*`\[\]`/,
    ],
    ['files, 404', /image/, 404, '', /^picture: .*status 404 -> the provider must serve its files/],
    [
      'files, a text',
      /image/,
      200,
      'x',
      /^picture: .* is neither a picture nor a PDF -> the provider must/,
    ],
    ['forms, 422', /form/, 422, '', /^form: .*status 422 -> .*openapi/],
    ['forms, 503', /form/, 503, '', /^form: .*status 503 -> if it lasts/],
  ])('of %s', async (_what, paths, status, body, line) => {
    const provider = await providerOfTest();
    const headers: Record<string, string> = status === 302 ? { location: body } : {};
    await provider.fail(paths, respondWith(status, headers, body));
    const settings = { PROVIDER_URL: provider.url, PROVIDER_TOKEN: TOKEN };
    const { lines } = await diagnosed(settings, { sendsForm: true });
    expect(lines[0]).toMatch(line);
  });

  test('rows that no campus shows, and unreadable dates', async () => {
    const row = { _id: 'n', category: 'News', title: 'T', fromDate: '2026-03-05' };
    const rows = [
      { ...row, school: 'NEKPUR', fromDate: 'soon' },
      { ...row, school: 'ELSEWHERE' },
      { ...row, school: '' },
      { ...row, title: '' },
    ];
    const provider = await providerOfTest();
    provider.setList('news', rows);
    provider.setList('newsAll', rows.slice(1));
    const { of, red } = await diagnosed({ PROVIDER_URL: provider.url });
    expect(of('list-news')).toMatchObject({
      state: 'warn',
      what: expect.stringMatching(
        /3 rows in .*; FARRUKHABAD 0, NEKPUR 1; rows-dropped {"count":1,.*\["empty"\].*}; rows-hidden {"count":2,.*\["ELSEWHERE News","News"\]}; unread-dates {"count":1,/,
      ),
      remedy: expect.stringMatching(/^Correct .*\. In .*NEKPUR.*SCHOOL_CODE.*2026-03-05/),
    });
    expect(red).toEqual(['list-newsAll']);
  });
});
