import { once } from 'node:events';
import http from 'node:http';
import { PassThrough } from 'node:stream';
import { brotliDecompressSync, createGunzip, gunzipSync } from 'node:zlib';
import { Router } from 'express';
import request from 'supertest';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allOf, attribute, readPage } from '../../support/read-page.ts';
import {
  CONTENT_FOLDER,
  sharedSite,
  siteOfTest,
  startSite,
  untilCached,
  type TestSite,
} from '../../support/site.ts';
import { SOON } from '../../support/effort.ts';
import { untilSearchable } from '../../support/until-searchable.ts';
import { createAddresses } from '../../../client/addresses.ts';
import { loadContent } from '../../../server/content/content.ts';
import type { Content } from '../../../shared/content.ts';

/** Noon of a day in the middle of a year. */
const NOW = new Date('2026-06-15T06:30:00Z');

function eventsOf({ lines }: TestSite, ...events: readonly string[]): TestSite['lines'] {
  return lines.filter(({ event }) => events.includes(event));
}

/** Lines that tell of an error while a page was made. */
function errorsOf(site: TestSite): TestSite['lines'] {
  return eventsOf(site, 'render-failed', 'request-failed');
}

/** A response, not decoded. */
async function rawResponse(url: string, options: http.RequestOptions = {}) {
  const [response] = (await once(http.request(url, options).end(), 'response')) as [
    http.IncomingMessage,
  ];
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, body };
}

const headingOf = (html: string) => allOf(readPage(html), 'h1')[0] ?? '';

/** The `Cache-Status` of a page that exists. */
async function cacheStatusOf({ url }: TestSite, path: string): Promise<string | undefined> {
  return (await request(url).get(path).expect(200)).headers['cache-status'];
}

describe('responses', () => {
  const planted = (status?: unknown) => Object.assign(new Error('planted'), { status });
  const THROWN: Readonly<Record<string, unknown>> = {
    '/thrown/text': 'planted',
    '/thrown/object': { status: 404 },
    '/thrown/500': planted(500),
    '/thrown/399': planted(399),
    '/thrown/text-status': planted('404'),
    '/nekhpur/thrown': planted(),
    '/api/thrown': planted(),
    '/errors/400': planted(400),
    '/errors/499': planted(499),
    '/api/errors/404': planted(404),
  };

  const routes = Router();
  for (const [path, thrown] of Object.entries(THROWN))
    routes.get(path, () => {
      throw thrown;
    });
  routes.get('/half', (_request, response) => {
    response.write('the first half');
    throw new Error('planted');
  });
  const site = sharedSite({ now: () => NOW, routes });
  beforeAll(() => untilCached(site, '/Vision'));

  test.each([
    ['PUT', '/Vision', 'GET, HEAD'],
    ['POST', '/Vision', 'GET, HEAD'],
    ['DELETE', '/nekhpur/Contact', 'GET, HEAD, POST'],
    ['OPTIONS', '/', 'GET, HEAD, POST'],
    ['TRACE', '/Vision', 'GET, HEAD, POST'],
  ])('%s of %s is 405 with the methods that it has', async (method, path, allowed) => {
    const { status, headers, body } = await rawResponse(site.url + path, { method });
    expect([status, headers.allow, headers['content-type']]).toEqual([
      405,
      allowed,
      'text/plain; charset=utf-8',
    ]);
    expect(body.toString()).toBe('Method not allowed');
  });

  test('HEAD of a page has the headers of its GET, and no body', async () => {
    await untilSearchable(site);
    for (const path of ['/Vision', '/Search?q=sports', '/NoSuchPage', '/thrown/500']) {
      const get = await rawResponse(site.url + path);
      const head = await rawResponse(site.url + path, { method: 'HEAD' });
      const { status, headers } = head;
      expect([path, status, headers['content-length'], head.body.length]).toEqual([
        path,
        get.status,
        String(get.body.length),
        0,
      ]);
    }
  });

  test('C13: pages and files have a strong ETag, cached pages one for each coding, and 304 for a client that has it', async () => {
    const tags = new Set<string>();
    const files = '/robots.txt /.well-known/security.txt /manifest.webmanifest /speculation.json';
    for (const path of ['/Vision', '/sw.js', '/sitemap.xml', '/feed.xml', ...files.split(' ')]) {
      for (const encoding of ['identity', 'gzip', 'br']) {
        const headers = { 'accept-encoding': encoding };
        const first = await rawResponse(site.url + path, { headers });
        const etag = String(first.headers.etag);
        expect([path, etag]).toEqual([path, expect.stringMatching(/^"[\w-]+"$/)]);
        expect(first.headers.vary).toContain('Accept-Encoding');
        tags.add(`${path} ${etag}`);
        const known = { ...headers, 'if-none-match': `"other", ${etag}` };
        const again = await rawResponse(site.url + path, { headers: known });
        expect([again.status, again.headers.etag, again.body.length]).toEqual([304, etag, 0]);
        expect(again.headers).not.toHaveProperty('content-type');
      }
    }
    expect([...tags].filter((tag) => tag.startsWith('/Vision '))).toHaveLength(3);
    await request(site.url).get('/NoSuchPage').set('if-none-match', '*').expect(404);
    const lines = eventsOf(site, 'request');
    expect(lines.findLast(({ path }) => path === '/Vision')).toMatchObject({
      status: 304,
      bytes: 0,
    });
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(lines.length);
  });

  test('a record that does not exist is not cached anywhere', async () => {
    for (let count = 0; count < 2; count += 1) {
      const { status, headers } = await request(site.url).get('/Events/never');
      expect([status, headers['cache-control'], headers['cache-status']]).toEqual([
        404,
        'no-store',
        'gis; fwd=miss',
      ]);
    }
  });

  test.each(Object.keys(THROWN).filter((path) => /^(?!\/api).*thrown/.test(path)))(
    'an error at %s is a page with 500 in the frame of its campus, and a line with its stack',
    async (path) => {
      const before = errorsOf(site).length;
      const { text } = await request(site.url)
        .get(path)
        .expect(500)
        .expect('content-type', 'text/html; charset=utf-8')
        .expect('cache-control', 'no-store');
      expect(headingOf(text)).toBe('Something went wrong');
      expect(text).toMatch(/<title>Something went wrong \| /);
      const campus = path.startsWith('/nekhpur') ? 'NEKPUR' : 'FARRUKHABAD';
      expect(attribute(readPage(text), 'data-campus')).toBe(campus);
      expect(text).toContain('class="footer');
      expect(text).toContain(`href="${campus === 'NEKPUR' ? '/hi/Home' : '/hi/HomeFr'}" lang="hi"`);
      expect(text).not.toContain('planted');
      expect(errorsOf(site).slice(before)).toMatchObject([
        {
          event: 'request-failed',
          level: 'error',
          path,
          requestId: expect.any(String),
          stack: expect.stringContaining(path === '/thrown/object' ? 'object' : 'planted'),
        },
      ]);
    },
  );

  test('an unknown call is 404 in JSON, an error of one 500, with the same line', async () => {
    await request(site.url).get('/api/unknown').expect(404, { error: 'not found' });
    const before = errorsOf(site).length;
    await request(site.url).get('/api/thrown').expect(500, { error: 'internal error' });
    expect(errorsOf(site).slice(before)).toMatchObject([
      { event: 'request-failed', level: 'error', path: '/api/thrown' },
    ]);
  });

  test.each([
    ['/errors/400', 400],
    ['/errors/499', 499],
    ['/api/errors/404', 404],
    // What Express itself cannot read.
    ['/api/image/%E0%A4%A', 400],
  ])(
    '%s is an error of the client: %i in a word, and no line of an error',
    async (path, status) => {
      const before = errorsOf(site).length;
      const { text } = await request(site.url)
        .get(path)
        .expect(status)
        .expect('content-type', 'text/plain; charset=utf-8');
      expect(text).toBe('Bad request');
      expect(errorsOf(site).slice(before)).toEqual([]);
    },
  );

  test('a response that fails in its middle is cut, so that it does not look complete', async () => {
    const before = errorsOf(site).length;
    const response = await fetch(`${site.url}/half`);
    await expect(response.text()).rejects.toThrow('terminated');
    expect(errorsOf(site).slice(before)).toMatchObject([
      { event: 'request-failed', path: '/half', stack: expect.stringContaining('planted') },
    ]);
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('an uncached page is compressed by %s too', async (encoding, decoded) => {
    const address = `${site.url}/Search?q=sports`;
    const plain = await rawResponse(address);
    const { headers, body } = await rawResponse(address, {
      headers: { 'accept-encoding': encoding },
    });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(body.length),
      'cache-control': 'no-store',
      'cache-status': 'gis; fwd=miss',
      vary: 'Accept-Encoding',
    });
    expect(decoded(body).equals(plain.body)).toBe(true);
    expect(body.length).toBeLessThan(plain.body.length / 3);
  });

  test.each([
    ['/Events/Calendar?year=2005', 'shared'],
    ['/Events/Calendar?year=2006', 'cached'],
    ['/Events/Calendar?year=2027', 'cached'],
    ['/Events/Calendar?year=2028', 'shared'],
    ['/Events?year=All', 'cached'],
    ['/Events?year=2026&month=6', 'cached'],
    ['/Events?year=2006', 'shared'],
    ['/Events?year=All&show=60000', 'shared'],
    ['/Events?q=fair', 'shared'],
    ['/Contact?sent=GIS-1', 'private'],
    ['/Search', 'cached'],
    ['/Search?q=fair', 'private'],
  ])(
    '%s is made once for all, or may be for a while, or is of one visitor: %s',
    async (path, kind) => {
      const pages = async () => (await site.app.health()).pages;
      const isCached = kind === 'cached';
      const before = await pages();
      const status = () => cacheStatusOf(site, path);
      await expect.poll(status).toBe(isCached ? 'gis; hit' : 'gis; fwd=miss');
      expect(await pages()).toBe(before + (isCached ? 1 : 0));
      const { headers } = await request(site.url).get(path);
      expect(headers['cache-control']).toMatch(kind === 'private' ? /^no-store$/ : /^public, /);
      expect(headers['server-timing'] ?? '').toMatch(
        isCached ? /^$/ : /^lists;dur=\d+\.\d, render;dur=\d+\.\d$/,
      );
    },
  );

  test('/favicon.ico leads to the icon, which pages name too, as they do the manifest', async () => {
    const { headers } = await request(site.url)
      .get('/favicon.ico')
      .expect(302)
      .expect('cache-control', /max-age/);
    const icon = await request(site.url).get(headers['location'] ?? '');
    expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    const page = readPage((await request(site.url).get('/Vision')).text);
    expect(allOf(page, 'link[rel=icon]', 'href')).toEqual([headers['location']]);
    expect(allOf(page, 'link[rel=manifest]', 'href')).toEqual(['/manifest.webmanifest']);
  });
});

test.each([
  ['/Vision', 'shortName', null],
  // Its list is pending.
  ['/ChairmanMessage', 'appStores', /principalMessage/],
] as const)(
  'where the frame of %s fails too, a few plain words lead home, and there is one line',
  async (path, faulty, late) => {
    const site = await siteOfTest({
      content: (content) => ({ ...content, site: throwsAt(content.site, faulty) }),
      prepare: (provider) => (late === null ? undefined : provider.fail(late, { delayMs: 1_000 })),
    });
    const { text } = await request(site.url)
      .get(path)
      .expect(500)
      .expect('content-type', 'text/html; charset=utf-8');
    expect(text).toContain('Something went wrong. <a href="/">Home</a>');
    expect(text.length).toBeLessThan(200);
    expect(errorsOf(site)).toMatchObject([{ event: 'request-failed', path }]);
  },
);

/** The same, but that what is read at a key throws. */
function throwsAt<Value extends object>(value: Value, faulty: string): Value {
  return new Proxy(value, {
    get(target, key) {
      if (key === faulty) throw new Error('planted');
      return Reflect.get(target, key);
    },
  });
}

/** A message of the chairman that cannot be shown, in the one section of its page that waits for a list. */
function withoutMessage(content: Content): Content {
  const { prose } = content;
  return {
    ...content,
    prose: { ...prose, FARRUKHABAD: throwsAt(prose.FARRUKHABAD, 'chairman-message') },
  };
}

describe('streamed pages', () => {
  /** A site whose page waits for a list that never comes. */
  const startHanging = () =>
    siteOfTest({ prepare: (provider) => provider.fail(/principalMessage/, 'hang') });

  test.each([
    ['identity', () => new PassThrough()],
    ['gzip', createGunzip],
  ] as const)(
    'R-257: in %s the frame arrives before the list, and a visitor who leaves then is no error of ours',
    async (encoding, decoder) => {
      const site = await startHanging();
      const call = http.get(`${site.url}/ChairmanMessage`, {
        headers: { 'accept-encoding': encoding },
      });
      const [response] = (await once(call, 'response')) as [http.IncomingMessage];
      expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
      expect(response.headers).toMatchObject({
        'cache-status': 'gis; fwd=miss; detail=streamed',
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
        'x-accel-buffering': 'no',
        'speculation-rules': '"/speculation.json"',
        vary: 'Accept-Encoding',
      });
      let read = '';
      for await (const text of response.pipe(decoder()).setEncoding('utf8')) {
        read += String(text);
        if (read.includes('class="footer')) break;
      }
      expect(headingOf(read)).not.toBe('');
      expect(read).not.toContain('class="leader-message"');
      expect(eventsOf(site, 'list-failed')).toEqual([]);
      call.destroy();
      await expect.poll(() => eventsOf(site, 'request')).toMatchObject([{ status: 499 }]);
      expect(eventsOf(site, 'render-failed')).toEqual([]);
    },
  );

  test('HEAD does not wait for the list', async () => {
    const site = await startHanging();
    const { status, headers, body } = await rawResponse(`${site.url}/ChairmanMessage`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect([status, body.length]).toEqual([200, 0]);
    expect(headers['cache-status']).toBe('gis; fwd=miss; detail=streamed');
    expect(headers).not.toHaveProperty('content-encoding');
    await expect.poll(() => eventsOf(site, 'request')).toHaveLength(1);
    expect(eventsOf(site, 'list-failed', 'render-failed')).toEqual([]);
  });

  test.each([
    ['before its frame is sent', /highlight/],
    ['after its frame was sent', /principalMessage/],
  ])(
    'a section that fails %s is a line, and the rest of its page is there',
    async (_when, late) => {
      const site = await siteOfTest({
        content: withoutMessage,
        prepare: (provider) => provider.fail(late, { delayMs: 1_000 }),
      });
      const { text } = await request(site.url)
        .get('/ChairmanMessage')
        .expect(200)
        .expect('cache-status', 'gis; fwd=miss; detail=streamed');
      expect(text).toContain('class="footer');
      expect(text.trimEnd()).toMatch(/<\/html>$/);
      expect(text).not.toContain('class="leader-message"');
      const stack = expect.stringContaining('planted') as unknown;
      expect(errorsOf(site)).toMatchObject([
        { event: 'render-failed', level: 'error', path: '/ChairmanMessage', stack },
      ]);
    },
  );

  test('a section that fails with all lists at hand is a page with 500, and is not cached', async () => {
    const site = await siteOfTest({ content: withoutMessage });
    await untilCached(site, '/nekhpur/ChairmanMessage');
    const { text } = await request(site.url).get('/ChairmanMessage').expect(500);
    expect(headingOf(text)).toBe('Something went wrong');
    const stack = expect.stringContaining('planted') as unknown;
    expect(errorsOf(site)).toMatchObject([
      { event: 'request-failed', path: '/ChairmanMessage', stack },
    ]);
  });
});

test('R-254: a page of yesterday is not shown after midnight in India', async () => {
  // So late that its lists are not due before midnight.
  let now = new Date('2026-06-15T18:29:30Z');
  const site = await siteOfTest({ now: () => now });
  await untilCached(site, '/Vision');
  now = new Date('2026-06-15T18:29:59Z');
  expect(await cacheStatusOf(site, '/Vision')).toBe('gis; hit');
  now = new Date('2026-06-15T18:30:00Z');
  expect(await cacheStatusOf(site, '/Vision')).toBe('gis; fwd=miss; stored');
  await untilCached(site, '/Vision');
});

test('C6: lists and pages are refreshed though the clock was set back', async () => {
  let now = NOW;
  const site = await siteOfTest({ now: () => now });
  await untilCached(site, '/Events');
  now = new Date(NOW.getTime() - 60 * 60 * 1_000);
  const event = { _id: 'e', school: 'FARRUKHABAD', title: 'Kite festival', date: '2026-07-01' };
  site.provider.setList('eventsAll', [event]);
  const page = async () => (await request(site.url).get('/Events')).text;
  await expect.poll(page, SOON).toContain('Kite festival');
});

/** No picture of the build has this name. */
const NO_PICTURE = 'no-such-picture.svg';

/** The first home page shows a picture that the build has not. */
function withoutSlide(content: Content): Content {
  for (const slide of content.site.campuses.FARRUKHABAD.slides) slide.picture = NO_PICTURE;
  return content;
}

test('the home pages wait for their lists, all others are cached after them, and each error is a line', async () => {
  const { pages } = createAddresses(await loadContent(CONTENT_FOLDER));
  const plain = pages.filter(({ page }) => page.subject === null).map(({ path }) => path);
  const homes = pages.filter(({ page }) => page.isEntrance);
  const site = await siteOfTest({
    content: withoutSlide,
    // Longer than a page waits for its lists by itself.
    prepare: (provider) => provider.fail('all', { delayMs: 1_000 }),
  });
  await site.app.prewarm(SOON.timeout);
  const done = () => eventsOf(site, 'pages-prewarmed');
  const faulty = ['/', '/HomeFr'];
  // The home pages are there in both languages.
  const atFirst = 2 * homes.length - faulty.length;
  expect(done()).toMatchObject([{ level: 'info', count: atFirst }]);
  const later = { count: plain.length - faulty.length + homes.length };
  await expect.poll(done).toMatchObject([{}, later]);
  for (const path of ['/Home', '/Vision', '/nekhpur/Gallery', '/Events/Calendar'])
    expect(await cacheStatusOf(site, path), path).toBe('gis; hit');

  // The home pages are rendered first, again with the others, and for the search.
  const errors = errorsOf(site);
  expect(errors.length).toBeGreaterThanOrEqual(2 * faulty.length);
  for (const error of errors)
    expect(error).toMatchObject({
      event: 'render-failed',
      level: 'error',
      path: expect.toBeOneOf(faulty),
      stack: expect.stringMatching(`^Error: content/pictures has no ${NO_PICTURE}\n`),
    });
  for (const path of faulty) await request(site.url).get(path).expect(500);
});

test('a site that closes renders no more pages', async () => {
  const site = await startSite();
  await site.app.prewarm(SOON.timeout);
  await site.close();
  const counts = () => eventsOf(site, 'pages-prewarmed').map(({ count }) => Number(count));
  await expect.poll(counts, SOON).toHaveLength(2);
  expect(counts()[1]).toBeLessThan(createAddresses(site.content).pages.length / 2);
});

describe('responses that do not wait for a list', () => {
  let site: TestSite;

  beforeEach(async () => {
    const fair = { _id: 'fair', school: 'FARRUKHABAD', title: 'Science Fair', date: '2026-12-05' };
    site = await siteOfTest({
      lists: { eventsAll: [fair] },
      prepare: (provider) => provider.fail(/highlight/, 'hang'),
    });
  });
  /** Nothing has waited for the deadline of the list. */
  const hasWaited = () => eventsOf(site, 'list-failed').length > 0;

  test('R-059: the page of an unknown address', async () => {
    const { text } = await request(site.url).get('/nekhpur/Visoin').expect(404);
    expect(text).toContain('href="/nekhpur/Vision"');
    expect(text).toContain('class="footer');
    expect(text).not.toMatch(/<script(?![^>]*(?:src=|application\/))/);
    expect(hasWaited()).toBe(false);
  });

  test('a rejected form, with the values of the visitor', async () => {
    const { text } = await request(site.url)
      .post('/nekhpur/Contact')
      .set({ accept: 'text/html', origin: site.url })
      .type('form')
      .send({ name: 'Asha "A" Verma', email: 'no address' })
      .expect(422)
      .expect('content-type', 'text/html; charset=utf-8')
      .expect('cache-control', 'no-store');
    const page = readPage(text);
    const shown = ['value', 'aria-invalid'].flatMap((name) =>
      ['input[name=name]', 'input[name=email]'].map((field) => allOf(page, field, name)[0]),
    );
    expect(shown).toEqual(['Asha "A" Verma', 'no address', null, 'true']);
    expect(attribute(page, 'data-campus')).toBe('NEKPUR');
    expect(text).not.toMatch(/<script(?![^>]*(?:src=|application\/))/);
    expect(hasWaited()).toBe(false);
  });

  test('a record: its page is complete, and not cached until the list has arrived', async () => {
    const path = '/Events/fair/science-fair';
    const { text } = await request(site.url)
      .get(path)
      .expect(200)
      .expect('cache-control', 'no-store')
      .expect('cache-status', 'gis; fwd=miss');
    expect(text).toContain('<h1>Science Fair</h1>');
    expect(hasWaited()).toBe(false);
  });
});
