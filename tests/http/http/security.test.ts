import { parse } from 'parse5';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { DANGEROUS_TEXTS, dangerousLists } from '../../support/dangerous-records.ts';
import { ADMISSION, CAREER } from '../../support/form-page.ts';
import { pdfBytes } from '../../support/pdf.ts';
import { nodesOf } from '../../support/read-page.ts';
import { PAGE_PATHS, SAMPLE_RECORDS, SAMPLE_SEARCH } from '../../support/sample-records.ts';
import { siteOfTest, type TestSite } from '../../support/site.ts';
import { providerOfTest } from '../../support/providers/test-provider.ts';
import { safeLink } from '../../../shared/links.ts';

const LISTS = ['birthdays', 'news', 'news/all', 'events', 'events/All', 'gallery', 'gallery/All']
  .concat(['notification', 'onlineRegistration', 'principalMessage', 'highlight'])
  .map((list) => `/api/${list}/GISNUP`);
/** Links of the provider, and the link on the page. */
const LINKS = {
  'https://example.org/a?b=c#d': 'https://example.org/a?b=c#d',
  'HTTPS://EXAMPLE.ORG/A': 'https://example.org/A',
  '  http://example.org ': 'http://example.org/',
  'WWW.example.org/x': 'https://www.example.org/x',
  'https://उदाहरण.भारत/': 'https://xn--p1b6ci4b4b3a.xn--h2brj9c/',
  'https://example.org:8443/a/../b': 'https://example.org:8443/b',
  'mailto:office@example.org': 'mailto:office@example.org',
  'tel:+915692000000': 'tel:+915692000000',
  '/Events?year=2026': '/Events?year=2026',
  '/': '/',
  '/a//b': '/a//b',
  '/javascript:alert(1)': '/javascript:alert(1)',
};
const NO_LINKS = [
  ...`javascript:alert(1) JaVaScRiPt:alert(1) javascript&colon;alert(1) javascript:%61lert(1)
    javascript://example.org/%0aalert(1) data:text/html,<script>alert(1)</script> vbscript:msgbox(1)
    data:image/svg+xml;base64,PHN2Zz4= blob:https://example.org/1 file:///etc/passwd about:blank
    filesystem:https://example.org/x view-source:https://example.org ftp://example.org/x ws://example.org
    intent://example.org#Intent;end whatsapp://send?text=x sms:+911234567890 jar:https://example.org!/x
    feed:javascript:alert(1) //evil.example ///evil.example /\\evil.example \\\\evil.example \\/evil.example
    https:\\\\evil.example https://user:secret@evil.example/ https://user@evil.example/ https:// https:///
    http://[::1 https://example.org:99999/ example.org a.www.example Events ../Events ?year=2026 #top`.split(
    /\s+/,
  ),
  null,
  undefined,
  '',
  ...(
    '   | javascript:alert(1)|\u0001javascript:alert(1)|java\tscript:alert(1)|' +
    'java\nscript:alert(1)|java\0script:alert(1)|/\t/evil.example|/ /evil.example|' +
    'https://example.org/a b|https://example.org/\r\nX: 1|not a link|' +
    '<a href="https://example.org">x</a>'
  ).split('|'),
];

describe('records of the provider', () => {
  /** What a browser could run, load or follow. */
  function dangersIn(html: string): string[] {
    const dangers: string[] = [];
    for (const node of nodesOf(parse(html))) {
      if (!('attrs' in node)) continue;
      const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
      if (node.tagName === 'script') {
        const isOurs = /^\/assets\/[\w.-]+\.js$/.test(attributes.get('src') ?? '');
        const isData = /^application\/(ld\+)?json$/.test(attributes.get('type') ?? '');
        if (!isOurs && !isData) dangers.push(`<script> ${JSON.stringify(node.attrs)}`);
      }
      const isRules = node.tagName === 'style' && node.parentNode?.nodeName === 'head';
      if (isRules) continue;
      if (['iframe', 'object', 'embed', 'base', 'style', 'math'].includes(node.tagName)) {
        const isCertificate =
          node.tagName === 'iframe' && attributes.get('src')?.startsWith('/files/');
        if (isCertificate !== true) dangers.push(`<${node.tagName}>`);
      }
      for (const [name, value] of attributes) {
        if (/^on/i.test(name) || name === 'style' || name === 'srcdoc')
          dangers.push(`${name}=${value}`);
        // Browsers drop these before they read the scheme.
        const address = value.replace(/[\p{Control}\s]/gu, '');
        const isAddress = ['href', 'src', 'action', 'formaction', 'poster', 'data'].includes(name);
        if (isAddress && /^(javascript|data|vbscript|blob|file):|^[/\\]{2}/i.test(address))
          dangers.push(`${name}=${value}`);
        if (name === 'srcset' && !value.split(', ').every((source) => source.startsWith('/')))
          dangers.push(`srcset=${value}`);
      }
    }
    return dangers;
  }

  test('S3, S4, S5: 200 payloads in every text of every list leave nothing in any page that could run', async () => {
    expect(DANGEROUS_TEXTS.length).toBeGreaterThanOrEqual(200);
    const site = await siteOfTest({ prepare: dangerousLists });
    const pages = [...PAGE_PATHS, '/SubGallery?id=album', '/nekhpur/SubGallery?id=album'];
    // The first visit may be a streamed page with scripts.
    for (const path of pages) await request(site.url).get(path);
    for (const path of pages) {
      const { text } = await request(site.url).get(path);
      expect([path, dangersIn(text)]).toEqual([path, []]);
    }
    const { text: home } = await request(site.url).get('/HomeFr');
    // Other texts are printed as they are.
    expect(home).toContain('window.executed=1&quot;)()}}');
    for (const path of LISTS)
      await request(site.url)
        .get(path)
        .expect('content-type', 'application/json; charset=utf-8')
        .expect('x-content-type-options', 'nosniff');
    const feed = await request(site.url).get('/feed.xml').expect('content-type', /xml/);
    expect(feed.text).not.toMatch(/<(script|img|svg|iframe)\b/i);
  });

  test('S4: a link is http, https, mailto, tel or of this site; anything else is none', () => {
    for (const [text, link] of Object.entries(LINKS)) expect(safeLink(text), text).toBe(link);
    for (const text of NO_LINKS) expect(safeLink(text), String(text)).toBeNull();
    expect(NO_LINKS.length + Object.keys(LINKS).length).toBeGreaterThanOrEqual(60);
  });
});

describe('no open proxy', () => {
  /** The provider's responses have headers that are not for visitors. */
  async function startBehindChattyProvider(): Promise<TestSite> {
    const provider = await providerOfTest({
      has: 'nothing',
      files: { 'a.pdf': Buffer.from('%PDF-1.7\n%%EOF\n') },
      headers: {
        'set-cookie': 'theirs=1',
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': 'true',
        'x-powered-by': 'theirs',
        server: 'theirs',
        via: 'theirs',
        link: '<https://theirs.example>; rel=preload',
        refresh: '0;url=https://theirs.example',
        'content-security-policy': 'script-src theirs',
        'strict-transport-security': 'max-age=0',
        'service-worker-allowed': '/',
      },
    });
    provider.setList('highlight', [{ title: 'A file', attachments: ['a.pdf'] }]);
    return await siteOfTest({ provider, environment: { PROVIDER_TOKEN: 'planted-token' } });
  }

  test('S7: no header or unknown field of a visitor reaches the provider, and none of its headers the visitor', async () => {
    const site = await startBehindChattyProvider();
    const { requests: seen } = site.provider;
    const headers = {
      cookie: 'visitor=1',
      authorization: 'Bearer visitor',
      'proxy-authorization': 'Basic visitor',
      'x-forwarded-for': '10.9.8.7',
      'x-forwarded-host': 'visitor.example',
      'x-forwarded-proto': 'https',
      'x-original-url': '/visitor',
      'x-http-method-override': 'DELETE',
      forwarded: 'for=visitor',
      referer: 'https://visitor.example/',
      origin: site.url,
      range: 'bytes=0-3',
      'if-none-match': '"visitor"',
      'if-modified-since': 'Fri, 20 Nov 2026 00:00:00 GMT',
      'accept-language': 'visitor',
      'user-agent': 'visitor',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'x-visitor': '1',
    };
    const paths = [
      ...LISTS,
      '/api/subGallery?id=1&visitor=1',
      '/api/image/a.pdf?visitor=1',
      '/HomeFr?visitor=1',
    ];
    const responses = await Promise.all(
      paths.map((path) => request(site.url).get(path).set(headers)),
    );
    responses.push(
      await request(site.url)
        .post('/api/form/GISNUP/Admission?visitor=1')
        .set(headers)
        .set('sec-fetch-site', 'same-origin')
        .send({ ...ADMISSION, school: 'NEKPUR', visitor: 'extra' }),
    );
    for (const response of responses) {
      expect(response.status).toBeLessThan(300);
      expect(JSON.stringify(response.headers)).not.toMatch(
        /theirs|set-cookie|access-control|service-worker-allowed|"refresh"|"via"/i,
      );
    }
    await expect.poll(() => seen.some(({ method }) => method === 'POST')).toBe(true);
    expect(seen.length).toBeGreaterThan(LISTS.length);
    expect(JSON.stringify(seen)).not.toMatch(
      /visitor|10\.9\.8\.7|override|bytes=0-3|cookie|"referer"|"origin"|traceparent/i,
    );
  });

  test('S7, S6: other methods, paths and school codes under /api cause no call to the provider', async () => {
    const site = await startBehindChattyProvider();
    const { requests: seen } = site.provider;
    const codes =
      'OTHER gisnup GISNUP2 .. %2e%2e GISNUP%2f.. GISNUP/ GISNUP/x GISNUP;x %47ISNUP'.split(' ');
    const lists = 'birthdays news/all events/All notification highlight form tc users'.split(' ');
    const below = (folder: string, names: readonly string[]) =>
      names.map((name) => `/api/${folder}/${name}`);
    const requests = {
      get: lists
        .flatMap((list) => below(list, codes))
        .concat(
          '/api',
          '/API/news/GISNUP',
          ['/api/form/GISNUP/Admission', '/api/form/GISNUP', '/api/tc/GISNUP'],
          below('image', ['', '..%2f..%2fadmin', '%2e%2e/admin']),
        ),
      post: [...LISTS, '/api/x', '/api/image/a.pdf', '/api/tc/OTHER'].concat(
        below('form/GISNUP', ['Other', 'admission', '..', '%2e%2e', 'Career/x', '']),
      ),
      put: [...LISTS, '/api/image/a.pdf', '/api/form/GISNUP/Admission', '/api/tc/GISNUP'],
      delete: [...LISTS, '/api/subGallery?id=1', '/api/form/GISNUP/Admission'],
      propfind: LISTS,
    };
    const visitor = request(site.url);
    for (const method of ['get', 'post', 'put', 'delete', 'propfind'] as const)
      for (const path of requests[method]) {
        const { status } = await visitor[method](path)
          .set({ 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' })
          .send(method === 'post' ? ADMISSION : undefined);
        const isRejected = status >= 400 && status < 500;
        expect([method, path, isRejected || `${status}`]).toEqual([method, path, true]);
      }
    // The frame of a 404 page has the announcements.
    expect(seen.filter(({ url }) => url !== '/api/highlight/GISNUP')).toEqual([]);
  });
});

test('S14: the log has nothing that visitors typed or sent, no secret, and an id for each request', async () => {
  const site = await siteOfTest({
    environment: { PROVIDER_TOKEN: 'planted-token', SECRET: 'planted-secret-'.repeat(4) },
  });
  const post = (path: string, body: Record<string, string>) =>
    request(site.url)
      .post(path)
      .type('form')
      .set({
        'sec-fetch-site': 'same-origin',
        cookie: 'planted-cookie=1',
        authorization: 'Bearer planted-visitor',
        referer: `${site.url}/?q=planted-referer`,
      })
      .send(body);
  await request(site.url).get('/News?q=planted-search&utm_source=planted-utm');
  await request(site.url).get('/NoSuchPage?phone=planted-query');
  await request(site.url).get('/api/subGallery?id=planted-id');
  await request(site.url).get('/SubGallery?id=planted-id');
  const name = 'planted-name';
  const enquiry = { name, email: 'planted@example.org', message: 'planted-message' };
  const pupil = { name: 'planted-pupil', admission: 'planted-number' };
  await post('/Admission?name=planted-query', {
    ...ADMISSION,
    name,
    fatherName: 'planted-father',
    school1: 'planted-school',
    phone: '9000000001',
    phone1: '9000000002',
  });
  await post('/HomeFr', { ...enquiry, phone: '9000000003' });
  await post('/HomeFr', { name, email: 'planted-wrong', phone: '90000', message: '' });
  await post('/Tc', pupil);
  await post('/Tc', { name: 'Aarav', admission: 'GIS-2026-001' });
  const career = { ...CAREER, name, phone: '9000000005', subject: 'planted-subject' };
  await request(site.url)
    .post('/Career')
    .set('sec-fetch-site', 'same-origin')
    .field(career)
    .attach('attachments', pdfBytes(2_000), 'planted-cv.pdf')
    .expect(303);
  await site.provider.fail('all', { status: 503 });
  await post('/Tc', pupil);
  await post('/nekhpur/Home', { ...enquiry, phone: '9000000004' });
  await expect.poll(() => site.lines.filter(({ event }) => event === 'request').length).toBe(12);
  const log = site.lines.map((line) => JSON.stringify(line));
  expect(log.filter((line) => /planted|900000000|Aarav/.test(line))).toEqual([]);
  for (const line of site.lines.filter(({ event }) =>
    ['request', 'request-failed', 'form-stored', 'form-rejected'].includes(event),
  ))
    expect(line).toMatchObject({ requestId: expect.any(String) });
  const ids = site.lines
    .filter(({ event }) => event === 'request')
    .map(({ requestId }) => requestId);
  expect(new Set(ids).size).toBe(ids.length);
});

const POLICY =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data: blob:;font-src 'self';" +
  "connect-src 'self';frame-src 'self' https://www.openstreetmap.org;form-action 'self';manifest-src 'self';" +
  "worker-src 'self';base-uri 'none';frame-ancestors 'none';report-uri /api/browser-error;upgrade-insecure-requests";

test('S1: over TLS every response has the headers that MDN Observatory checks', async () => {
  const site = await siteOfTest({
    environment: { SITE_URL: 'https://school.example' },
    hasLists: true,
  });
  const paths = [
    ...'/HomeFr / /Tc /NoSuchPage /api/news/GISNUP /api/nothing /healthz /robots.txt'.split(' '),
    ...'/feed.xml /%zz /Events/Calendar /Events.ics /sitemap.xml'.split(' '),
    SAMPLE_SEARCH,
    ...SAMPLE_RECORDS,
  ];
  const { text } = await request(site.url).get('/HomeFr');
  // What runs in a drawing that is opened by itself depends on its policy (browser/security).
  for (const asset of [/\/assets\/[\w-]+\.css/, /\/assets\/[\w-]+\.svg/])
    paths.push(asset.exec(text)?.[0] ?? `no ${asset.source}`);
  for (const path of paths) {
    const { headers } = await request(site.url).get(path).expect('x-content-type-options', /./);
    // The inline styles of a page: tests/http/pages/inline-styles.test.ts.
    const policy = headers['content-security-policy']?.replace(/ 'sha256-[^']+'/, '');
    expect([path, policy]).toEqual([path, POLICY]);
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=86400',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    for (const absent of ['set-cookie', 'access-control-allow-origin', 'x-powered-by', 'server'])
      expect(headers).not.toHaveProperty(absent);
  }
});
