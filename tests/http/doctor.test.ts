import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { diagnosed, diagnosedByCommand, platform, TOKEN } from '../support/doctor.ts';
import { freePort } from '../support/free-port.ts';

function redLists(red: readonly string[]): string[] {
  return red.filter((id) => id.startsWith('list-'));
}

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
    expect(checks.filter(({ id }) => id.startsWith('list-'))).toHaveLength(12);
    expect(of('list-news')?.what).toMatch(
      /^GET \/api\/news\/GISNUP: [1-9]\d* rows in \d+ ms; FARRUKHABAD [1-9]\d*, NEKPUR [1-9]\d*$/,
    );
    expect(of('picture')?.what).toMatch(/^\/api\/image\/\S+: (?:jpeg|png|webp), \d+ bytes$/);
    expect(of('provider-connection')?.what).toMatch(/responds$/);
    expect(of('clock')?.state).toBe('ok');
    expect(provider.requested.filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  test('gets one marked enquiry with --form, and none without', async () => {
    const bodies: Promise<string>[] = [];
    const provider = await platform({
      before: (path, request) => {
        if (path.startsWith('/api/form/')) bodies.push(text(request));
        return false;
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
  test('an unknown host name', async () => {
    const { red, of } = await diagnosed({ PROVIDER_URL: 'http://platform.invalid' });
    expect(red).toEqual(['provider-dns']);
    expect(of('provider-dns')?.remedy).toMatch(/^PROVIDER_URL: /);
  });

  test('a port without a server', async () => {
    const { red, of } = await diagnosed({ PROVIDER_URL: `http://127.0.0.1:${await freePort()}` });
    expect(red).toEqual(['provider-tcp']);
    expect(of('provider-tcp')?.what).toContain('nothing listens');
  });

  test.each(['self-signed', 'private-ca'] as const)(
    'a %s certificate, with NODE_EXTRA_CA_CERTS as the remedy',
    async (tls) => {
      const provider = await platform({ tls });
      const { red, of } = await diagnosed({ PROVIDER_URL: provider.url });
      expect(red).toEqual(['provider-tls']);
      expect(of('provider-tls')?.what).toMatch(
        tls === 'self-signed' ? /self-signed/ : /unknown authority/,
      );
      expect(of('provider-tls')?.remedy).toContain('NODE_EXTRA_CA_CERTS=');
    },
  );

  test('http to a port of TLS, with the correct address', async () => {
    const { url } = await platform({ tls: 'self-signed' });
    const { red, of } = await diagnosed({ PROVIDER_URL: url.replace('https', 'http') });
    expect(red).toEqual(['provider-tls']);
    expect(of('provider-tls')?.remedy).toBe(`PROVIDER_URL=${url}`);
  });

  test('https to a port without TLS', async () => {
    const { url } = await platform();
    const { red, of } = await diagnosed({ PROVIDER_URL: url.replace('http', 'https') });
    expect(red).toEqual(['provider-tls']);
    expect(of('provider-tls')?.what).toContain('does not speak TLS');
  });

  test('a clock that differs by hours', async () => {
    const provider = await platform({
      before: (_path, _request, response) => {
        response.setHeader('date', new Date(Date.now() - 7_200_000).toUTCString());
        return false;
      },
    });
    const { red, of } = await diagnosed({ PROVIDER_URL: provider.url });
    expect(red).toEqual(['clock']);
    expect(of('clock')?.what).toMatch(/^this clock is 7\d\d\d s ahead/);
  });
});

describe('the responses of the provider', () => {
  test('a wrong prefix: 404 everywhere', async () => {
    const { url } = await platform({ prefix: '/school' });
    const wrong = url.replace('/school', '/skool');
    const { red, of } = await diagnosed({ PROVIDER_URL: wrong });
    expect(red[0]).toBe('provider-prefix');
    expect(redLists(red)).toHaveLength(11);
    expect(of('provider-prefix')?.remedy).toMatch(/^PROVIDER_URL: its prefix \/skool is wrong/);
  });

  test('/api at the end of the prefix, with the correct address', async () => {
    const { url } = await platform({ prefix: '/school' });
    const { of } = await diagnosed({ PROVIDER_URL: `${url}/api` });
    expect(of('provider-prefix')?.remedy).toBe(`PROVIDER_URL=${url}`);
  });

  test('a prefix in another letter case', async () => {
    const { url } = await platform({ prefix: '/school' });
    const { of } = await diagnosed({ PROVIDER_URL: url.replace('/school', '/School') });
    expect(of('provider-letter-case')?.remedy).toBe(`PROVIDER_URL=${url}`);
  });

  test('a school code in another letter case', async () => {
    const { url } = await platform();
    const { of } = await diagnosed({ PROVIDER_URL: url, SCHOOL_CODE: 'gisnup' });
    expect(of('provider-letter-case')?.remedy).toBe('SCHOOL_CODE=GISNUP');
  });

  test('an unknown school code', async () => {
    const { url } = await platform({ prefix: '/school' });
    const { of, red } = await diagnosed({ PROVIDER_URL: url, SCHOOL_CODE: 'OTHER' });
    expect(red[0]).toBe('provider-school-code');
    expect(of('provider-school-code')?.remedy).toMatch(/^SCHOOL_CODE: /);
  });

  test('a school code for which every list is empty', async () => {
    const { url } = await platform({
      before: (path, _request, response) => {
        const isList = path.startsWith('/api/') && !path.endsWith('/GISNUP');
        if (isList) response.setHeader('content-type', 'application/json').end('[]');
        return isList;
      },
    });
    const { of } = await diagnosed({ PROVIDER_URL: url, SCHOOL_CODE: 'OTHER' });
    expect(of('provider-school-code')?.what).toContain('every list is empty');
    const near = await diagnosed({ PROVIDER_URL: url, SCHOOL_CODE: 'GisNup' });
    expect(near.of('provider-letter-case')?.remedy).toBe('SCHOOL_CODE=GISNUP');
  });

  test.each([
    ['no token', '', 401, /and none is set/, /^PROVIDER_TOKEN: ask/],
    [
      'a wrong token',
      'wrong',
      401,
      /\(401\): it is wrong or has expired/,
      /^PROVIDER_TOKEN: compare/,
    ],
    ['a token without rights', 'weak', 403, /no right to read/, /rights for notifications/],
  ])('%s', async (_case, token, status, what, remedy) => {
    const { url } = await platform({ token: { value: TOKEN, status } });
    const { red, of } = await diagnosed({ PROVIDER_URL: url, PROVIDER_TOKEN: token });
    const lists = ['notification', 'onlineRegistration', 'principalMessage'];
    expect(red.toSorted()).toEqual([...lists.map((list) => `list-${list}`), 'provider-token']);
    expect(of('provider-token')?.what).toMatch(what);
    expect(of('provider-token')?.remedy).toMatch(remedy);
  });

  test('an expired token in a JSON with 200', async () => {
    const { url } = await platform({
      before: (path, _request, response) => {
        const isClosed = /notification|onlineRegistration|principalMessage/.test(path);
        if (isClosed) response.end('{"status":401,"message":"jwt expired","data":[]}');
        return isClosed;
      },
    });
    const { red, of } = await diagnosed({ PROVIDER_URL: url, PROVIDER_TOKEN: TOKEN });
    expect(red[0]).toBe('provider-token');
    expect(of('provider-token')?.what).toContain('rejects the token (401)');
  });

  test('a login page with 200', async () => {
    const { url } = await platform({ prefix: '/school', unknown: 'login-page' });
    const { of, red } = await diagnosed({ PROVIDER_URL: url.replace('/school', '/portal') });
    expect(red[0]).toBe('provider-login-page');
    expect(of('provider-login-page')?.what).toContain('"Sign in & go"');
  });

  test('a redirect, with the correct address', async () => {
    const target = await platform({ prefix: '/v2' });
    const { url } = await platform({
      before: (path, _request, response) => {
        response.writeHead(301, { location: target.url + path }).end();
        return true;
      },
    });
    const { of } = await diagnosed({ PROVIDER_URL: url });
    expect(of('provider-redirect')?.remedy).toBe(`PROVIDER_URL=${target.url}`);
  });

  test('rows that no campus shows, and unreadable dates', async () => {
    const row = { _id: 'n', category: 'News', title: 'T', fromDate: '2026-03-05' };
    const rows = [
      { ...row, school: 'NEKPUR', fromDate: 'soon' },
      { ...row, school: 'ELSEWHERE' },
    ];
    const { url } = await platform({
      before: (path, _request, response) => {
        const body = path === '/api/news/GISNUP' ? rows : rows.slice(1);
        if (!path.startsWith('/api/news/')) return false;
        response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
        return true;
      },
    });
    const { of, red } = await diagnosed({ PROVIDER_URL: url });
    expect(of('list-news')).toMatchObject({
      state: 'warn',
      what: expect.stringMatching(
        /2 rows in .*; FARRUKHABAD 0, NEKPUR 1; 1 on neither campus \(school or category: ELSEWHERE, News\); 1 dates are unreadable/,
      ),
    });
    expect(red).toEqual(['list-newsAll']);
  });
});
