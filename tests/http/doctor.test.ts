import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { diagnosed, diagnosedByCommand, platform, TOKEN } from '../support/doctor.ts';
import { LIST_NAMES } from '../../shared/records/provider-lists.ts';

describe('a working provider', () => {
  test('behind a prefix, a token and a private authority is green for every call of the contract', async () => {
    const provider = await platform({
      prefix: '/School',
      token: { value: TOKEN },
      tls: 'private-ca',
    });
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
    expect(provider.requested.filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  test('gets one marked enquiry with --form', async () => {
    const bodies: Promise<string>[] = [];
    const provider = await platform({
      before: (path, request) => {
        if (path.startsWith('/api/form/')) bodies.push(text(request));
      },
    });
    const { of } = await diagnosed({ PROVIDER_URL: provider.url }, { sendsForm: true });
    expect(of('form')?.state).toBe('ok');
    expect(bodies).toHaveLength(1);
    const reference = /doctor-[\w-]+/.exec(of('form')?.what ?? '')?.[0] ?? 'none';
    expect(await bodies[0]).toContain(`Test by npm run doctor, ${reference}. Please delete.`);
  });
});

describe('the connection to the provider', () => {
  test.each([
    ['self-signed', '', '', /^provider-tls: .*self-signed.* -> .*NODE_EXTRA_CA_CERTS=/],
    ['private-ca', '', '', /^provider-tls: .*unknown authority.* -> .*NODE_EXTRA_CA_CERTS=/],
    ['self-signed', 'https', 'http', /^provider-tls: .*speaks TLS.* -> PROVIDER_URL=https:\S+$/],
    [null, 'http', 'https', /^provider-tls: .*does not speak TLS.* -> PROVIDER_URL: /],
    [null, /\d+$/, '9', /^provider-tcp: .*nothing listens/],
    [null, /.*/, 'http://platform.invalid', /^provider-dns: .* -> PROVIDER_URL: /],
  ] as const)('TLS %s, and %s written as %s: %s', async (tls, right, wrong, line) => {
    const { url } = await platform(tls === null ? {} : { tls });
    const { red, lines } = await diagnosed({ PROVIDER_URL: url.replace(right, wrong) });
    expect([red.length, lines[0]]).toEqual([1, expect.stringMatching(line)]);
  });

  test('a clock that differs by hours', async () => {
    for (const [word, ms] of Object.entries({ 'ahead of': -7_200_000, behind: 7_200_000 })) {
      const provider = await platform({
        before: (_path, _request, response) =>
          response.setHeader('date', new Date(Date.now() + ms).toUTCString()),
      });
      const { lines } = await diagnosed({ PROVIDER_URL: provider.url });
      expect(lines).toEqual([expect.stringMatching(`^clock: this clock is 7\\d+ s ${word} the`)]);
    }
  });
});

describe('the responses of the provider', () => {
  test('an address or a school code that is wrong, or nearly right, with the correct one', async () => {
    const { url } = await platform({ prefix: '/school' });
    const right = `-> PROVIDER_URL=${url}`;
    for (const [path, code, line] of [
      ['/skool', 'GISNUP', 'provider-prefix: .* -> PROVIDER_URL: its prefix /skool is wrong'],
      ['/school/api', 'GISNUP', `provider-prefix: .* ${right}$`],
      ['', 'GISNUP', 'provider-prefix: .* -> PROVIDER_URL: it may need a path prefix'],
      ['/School', 'GISNUP', `provider-letter-case: .* ${right}$`],
      ['/school', 'gisnup', 'provider-letter-case: .* -> SCHOOL_CODE=GISNUP$'],
      ['/school', 'OTHER', 'provider-school-code: .* -> SCHOOL_CODE: '],
    ] as const) {
      const wrong = { PROVIDER_URL: url.replace('/school', path), SCHOOL_CODE: code };
      const { lines } = await diagnosed(wrong);
      expect(lines[0]).toMatch(new RegExp(`^${line}`));
      // Below it, each list that fails.
      const lists = lines.slice(1).filter((each) => each.startsWith('list-'));
      expect([path, code, lists.length]).toEqual([path, code, expect.toSatisfy((n) => n >= 8)]);
    }
  });

  test('a school code for which every list is empty, but not one without notices', async () => {
    const { url } = await platform({
      before: (path, _request, response) => {
        if (/^\/api\/(?!image)(?:notification|.*(?<!\/GISNUP)$)/.test(path))
          response.setHeader('content-type', 'application/json').end('[]');
      },
    });
    const { of } = await diagnosed({ PROVIDER_URL: url, SCHOOL_CODE: 'OTHER' });
    expect(of('provider-school-code')?.what).toContain('every list is empty');
    const near = await diagnosed({ PROVIDER_URL: url, SCHOOL_CODE: 'GisNup' });
    expect(near.of('provider-letter-case')?.remedy).toBe('SCHOOL_CODE=GISNUP');
    expect((await diagnosed({ PROVIDER_URL: url })).red).toEqual([]);
  });

  const TOKEN_LISTS = ['list-notification', 'list-onlineRegistration', 'list-principalMessage'];

  test.each([
    ['', 401, /and none is set -> PROVIDER_TOKEN: ask/],
    ['wrong', 401, /\(401\): it is wrong or has expired -> PROVIDER_TOKEN: compare/],
    ['weak', 403, /no right to read.* -> .*rights for notifications/],
  ])('the token %j with status %i', async (token, status, line) => {
    const { url } = await platform({ token: { value: TOKEN, status } });
    const { red, lines } = await diagnosed({ PROVIDER_URL: url, PROVIDER_TOKEN: token });
    expect(red).toEqual(['provider-token', ...TOKEN_LISTS]);
    expect(lines[0]).toMatch(line);
  });

  const CLOSED = /notification|onlineRegistration|principalMessage/;

  /** Paths, their response (its text is also where it redirects to), and the first line. */
  test.each([
    [CLOSED, 200, '{"status":401,"data":[]}', /^provider-token: .*rejects the token \(401\)/],
    [CLOSED, 200, '<html>', /^provider-token: .*rejects the token: it/],
    [CLOSED, 302, '', /^provider-token: .*rejects the token \(302\)/],
    [/^/, 403, '', /^provider-token: .* a token also where the contract has none \(403\)/],
    [/^/, 302, '/login', /^provider-login-page: .* redirects to http\S+\/login -> /],
    [/^/, 301, '/v2/api/news/GISNUP', /^provider-redirect: .* -> PROVIDER_URL=http\S+\d\/v2$/],
    [/^/, 200, '<html><title>Sign in &amp; go</title>', /^provider-login-page: .*"Sign in & go"/],
    [/^/, 200, '<html><title> </title>', /^provider-login-page: .* web page, without a title -> /],
    [/notification/, 404, '', /^list-notification: .*404.* -> the provider lacks this call/],
    [/notification/, 403, '', /^list-notification: .* -> PROVIDER_TOKEN has no right to read/],
    [/notification/, 500, '', /^list-notification: .* -> ask who runs the provider, with/],
    [/image/, 404, '', /^picture: .* -> the provider must serve its files/],
    [/image/, 200, 'x', /^picture: .* is neither a picture nor a PDF -> the provider must/],
    [/form/, 422, '', /^form: .* -> send the provider GetInTouch/],
    [/form/, 401, '', /^form: .* -> check PROVIDER_TOKEN/],
    [/form/, 503, '', /^form: .* -> try again/],
  ])('from %s the status %i and %j', async (paths, status, body, line) => {
    const { url } = await platform({
      before: (path, _request, response) => {
        if (paths.test(path)) response.writeHead(status, { location: body }).end(body);
      },
    });
    const settings = { PROVIDER_URL: url, PROVIDER_TOKEN: TOKEN };
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
    const { url } = await platform({
      before: (path, _request, response) => {
        const body = path === '/api/news/GISNUP' ? rows : rows.slice(1);
        if (path.startsWith('/api/news/'))
          response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
      },
    });
    const { of, red } = await diagnosed({ PROVIDER_URL: url });
    expect(of('list-news')).toMatchObject({
      state: 'warn',
      what: expect.stringMatching(
        /3 rows in .*; FARRUKHABAD 0, NEKPUR 1; 1 unreadable in empty; 2 on neither campus \(school or category: ELSEWHERE, none, News\); 1 dates are unreadable/,
      ),
    });
    expect(red).toEqual(['list-newsAll']);
  });
});
