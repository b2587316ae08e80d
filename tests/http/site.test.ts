import { readFileSync } from 'node:fs';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSite, type TestSite } from '../support/site.ts';
import { PAGE_ADDRESSES } from '../../client/addresses.ts';
import type { Campus } from '../../shared/campuses.ts';
import { dayInIndia } from '../../shared/dates.ts';

const HOMES = ['/', '/HomeFr', '/Home', '/Nekhpur/Home'];
const TOKEN = 'planted-token-7f3a9c';
/** The time of the sites with planted records: their lists grow no older, and no day ends, however long the tests take. */
const NOW = new Date();
const today = dayInIndia(NOW);

/** One record of each list and campus, whose words stand nowhere else. */
function planted(campus: Campus) {
  const word = campus === 'NEKPUR' ? 'Kingfisher' : 'Woodpecker';
  const record = {
    school: campus,
    title: `${word} title`,
    description: `${word} text`,
    attachments: ['a/b.pdf'],
  };
  return {
    events: {
      ...record,
      _id: `e-${campus}`,
      title: `${word} event`,
      date: today,
      venue: 'Hall',
      time: '9 am',
      images: ['x.jpg'],
    },
    news: {
      ...record,
      _id: `n-${campus}`,
      title: `${word} news`,
      category: 'News',
      fromDate: today,
    },
    gallery: {
      ...record,
      _id: `g-${campus}`,
      title: `${word} album`,
      category: 'PhotoGallery',
      date: today,
    },
    birthdays: { school: campus, category: 'Student', name: `${word} child`, class: 'IV' },
    notification: { ...record, _id: `o-${campus}`, title: `${word} notice`, image: ['n.jpg'] },
    onlineRegistration: { ...record, title: `${word} registration` },
    highlight: { ...record, title: `${word} highlight` },
    principalMessage: {
      school: campus,
      category: 'Chairman',
      name: `${word} chair`,
      designation: 'Chairman',
      message: `<p>${word} message</p>`,
    },
  };
}

async function plant(site: { provider: TestSite['provider'] }): Promise<void> {
  const [one, other] = [planted('FARRUKHABAD'), planted('NEKPUR')];
  for (const name of [
    'events',
    'news',
    'gallery',
    'birthdays',
    'notification',
    'onlineRegistration',
    'highlight',
    'principalMessage',
  ] as const) {
    site.provider.setList(name, [one[name], other[name]]);
  }
  for (const [all, name] of [
    ['eventsAll', 'events'],
    ['newsAll', 'news'],
    ['galleryAll', 'gallery'],
  ] as const) {
    site.provider.setList(all, [one[name], other[name]]);
  }
}

async function html(
  site: TestSite,
  path: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const { text } = await request(site.url).get(path).set(headers).expect(200);
  return text;
}

/** Asks until the lists of a page are known, so that the page is a finished one. */
async function warm(site: TestSite, path: string): Promise<string> {
  for (;;) {
    const { headers, text } = await request(site.url).get(path);
    if (headers['cache-control']?.startsWith('public') === true) return text;
  }
}

describe('with planted records and a token', () => {
  let site: TestSite;

  beforeAll(async () => {
    site = await startSite({
      now: () => NOW,
      environment: { PROVIDER_TOKEN: TOKEN },
      prepare: (provider) => plant({ provider }),
    });
    for (const path of HOMES) await warm(site, path);
  });
  afterAll(() => site.close());

  test('R-001, R-220: every page is readable without login or cookie', async () => {
    for (const { path, page } of PAGE_ADDRESSES) {
      const { status, headers } = await request(site.url)
        .get(path)
        .expect('content-type', 'text/html; charset=utf-8');
      expect([path, status]).toEqual([path, page.subject === null ? 200 : 404]);
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  test('R-002, R-019, R-156: a Farrukhabad page holds no record of Nekpur, not even in embedded data', async () => {
    for (const path of ['/', '/HomeFr', '/Events', '/News', '/Gallery', '/ChairmanMessage']) {
      const body = await html(site, path);
      expect(body, path).toContain('Woodpecker');
      expect(body, path).not.toContain('Kingfisher');
    }
  });

  test('R-002, R-018, R-156: a Nekpur page holds no record of Farrukhabad', async () => {
    for (const path of [
      '/Home',
      '/Nekhpur/Home',
      '/nekhpur/Events',
      '/nekhpur/News',
      '/nekhpur/Gallery',
      '/nekhpur/ChairmanMessage',
    ]) {
      const body = await html(site, path);
      expect(body, path).toContain('Kingfisher');
      expect(body, path).not.toContain('Woodpecker');
    }
  });

  test('R-017, R-257: the first answer of / holds the frame and the records, before any script runs', async () => {
    const body = await html(site, '/');
    for (const text of [
      'LOGIN',
      'href="/HomeFr"',
      'href="/Home"',
      'Woodpecker event',
      'Woodpecker news',
      'Woodpecker album',
      'Woodpecker child',
      'Woodpecker notice',
      'Woodpecker registration',
      'Woodpecker highlight',
      'Woodpecker message',
    ]) {
      expect(body).toContain(text);
    }
    // Beside the data of its island, in HTML.
    expect(await html(site, '/News')).toMatch(/<h2[^>]*>(<[^>]*>)*Woodpecker news/);
  });

  test('R-221, R-222, R-231, R-232, R-233: the token is on the three calls that carry it and on no other', () => {
    for (const { url, headers } of site.provider.requests) {
      const isTokenCall =
        /^\/api\/(notification|onlineRegistration|principalMessage)\/GISNUP$/.test(url);
      expect([url, headers.authorization]).toEqual([
        url,
        isTokenCall ? `Bearer ${TOKEN}` : undefined,
      ]);
    }
    expect(
      site.provider.requests.filter(({ headers }) => headers.authorization !== undefined),
    ).toHaveLength(3);
  });

  test('R-224: no answer holds the token, and an Authorization header of a browser goes nowhere', async () => {
    const before = site.provider.requests.length;
    const answers = await Promise.all(
      [
        ...HOMES,
        '/api/notification/GISNUP',
        '/api/highlight/GISNUP',
        '/api/subGallery?id=other',
        '/readyz',
      ].map(async (path) => {
        const { headers, text } = await request(site.url)
          .get(path)
          .set('authorization', 'Bearer stranger');
        return JSON.stringify(headers) + text;
      }),
    );
    for (const answer of answers) expect(answer).not.toContain(TOKEN);
    expect(JSON.stringify(site.lines)).not.toContain(TOKEN);
    const later = site.provider.requests.slice(before);
    expect(later.map(({ url }) => url)).toContain('/api/subGallery?id=other');
    expect(JSON.stringify(later.map(({ headers }) => headers))).not.toContain('stranger');
  });

  test('R-225..R-234: the calls have the exact paths of the contract, each list asked for once', async () => {
    await html(site, '/Events');
    await html(site, '/nekhpur/News');
    await html(site, '/Gallery');
    await html(site, '/SubGallery?id=alb-f-01');
    const seen = site.provider.requests
      .map(({ method, url }) => `${method} ${url}`)
      .filter((line) => !line.includes('other'));
    expect(seen.sort()).toEqual(
      [
        'GET /api/birthdays/GISNUP',
        'GET /api/events/All/GISNUP',
        'GET /api/events/GISNUP',
        'GET /api/gallery/All/GISNUP',
        'GET /api/gallery/GISNUP',
        'GET /api/highlight/GISNUP',
        'GET /api/news/GISNUP',
        'GET /api/news/all/GISNUP',
        'GET /api/notification/GISNUP',
        'GET /api/onlineRegistration/GISNUP',
        'GET /api/principalMessage/GISNUP',
        'GET /api/subGallery?id=alb-f-01',
      ].sort(),
    );
  });

  test('R-059: an unknown address answers 404 with a page that leads on', async () => {
    const { text: body } = await request(site.url).get('/NoSuchPage').expect(404);
    for (const text of ['LOGIN', 'href="/HomeFr"', 'href="/Home"', 'Quick Links'])
      expect(body).toContain(text);
  });

  test.each([
    ['/NoSuchPage', '/Vision'],
    ['/NoSuchPage/nekhpur', '/Vision'],
    ['/nekhpur/NoSuchPage', '/nekhpur/Vision'],
    ['/NEKPUR/x/y', '/nekhpur/Vision'],
  ])(
    'R-059: %s is answered in the frame of its campus, and marks no entry of the menu as current',
    async (path, inMenu) => {
      const { text: body } = await request(site.url).get(path).expect(404);
      const menu = /<nav id="menu"[^]*?<\/nav>/.exec(body)?.[0] ?? '';
      const [, campus] = /<html[^>]* data-campus="([A-Z]+)"/.exec(body) ?? [];
      expect(campus).toBe(inMenu === '/Vision' ? 'FARRUKHABAD' : 'NEKPUR');
      expect(menu).toContain(`href="${inMenu}"`);
      expect(menu).not.toMatch(/aria-current="page"|\binside\b/);
      const footer = /<footer[^]*<\/footer>/.exec(body)?.[0] ?? '';
      expect(footer).toContain(`href="${inMenu.replace('Vision', 'Tc')}"`);
    },
  );

  test('a finished page has no inline script, no inline style and no nonce, and may be cached', async () => {
    const { text: body } = await request(site.url)
      .get('/HomeFr')
      .expect(
        'cache-control',
        'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400',
      );
    const scripts = [...body.matchAll(/<script([^>]*)>/g)].map(
      ([, attributes]) => attributes ?? '',
    );
    for (const attributes of scripts)
      expect(attributes).toMatch(/src="\/assets\/|type="application\/(ld\+)?json"/);
    expect(body).not.toMatch(/\sstyle="|<style|nonce=/);
    expect(body.startsWith('<!DOCTYPE html><html')).toBe(true);
  });

  test('C13: a page that the browser has is answered with 304, in each encoding', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const first = await request(site.url)
        .get('/HomeFr')
        .set('accept-encoding', encoding)
        .expect('etag', /^"[\w-]+"$/);
      const etag = first.headers['etag'] ?? '';
      const { status, text } = await request(site.url)
        .get('/HomeFr')
        .set({ 'accept-encoding': encoding, 'if-none-match': etag });
      expect([status, text]).toEqual([304, '']);
    }
  });

  test('C12: unknown parameters, cookies and forwarded headers change no byte and make no entry', async () => {
    const plain = await html(site, '/HomeFr');
    const before = await site.app.health();
    for (let index = 0; index < 200; index += 1) {
      const variant = await html(site, `/homefr/?utm_source=${index}&__proto__=1`, {
        cookie: `a=${index}`,
        'x-forwarded-host': 'evil.example',
        'x-original-url': '/admin',
      });
      expect(variant).toBe(plain);
    }
    const after = await site.app.health();
    expect(after.pages).toBe(before.pages);
  });

  test('R-263, S1: every answer carries the security headers', async () => {
    for (const path of [
      '/HomeFr',
      '/NoSuchPage',
      '/api/news/GISNUP',
      '/api/nothing',
      '/healthz',
      '/robots.txt',
      '/%zz',
    ]) {
      const { headers } = await request(site.url)
        .get(path)
        .expect('content-security-policy', /script-src 'self';/)
        .expect('x-content-type-options', 'nosniff')
        .expect('referrer-policy', 'strict-origin-when-cross-origin');
      expect(headers['content-security-policy'], path).not.toContain('unsafe-inline');
      expect(headers, path).not.toHaveProperty('x-powered-by');
    }
  });

  test('R-261: each request yields one log line with id, method, path, status and duration', async () => {
    const paths = ['/nekhpur/Vision', '/api/birthdays/GISNUP'];
    const before = site.lines.length;
    await html(site, `${paths[0]}?phone=9876543210`);
    await html(site, `${paths[1]}?name=secret`);
    const lines = () =>
      site.lines
        .slice(before)
        .filter(({ event, path }) => event === 'request' && paths.includes(String(path)));
    await expect.poll(() => lines().length).toBe(2);
    for (const line of lines()) {
      expect(line).toMatchObject({
        level: 'info',
        method: 'GET',
        status: 200,
        requestId: expect.any(String),
        durationMs: expect.any(Number),
        time: expect.stringMatching(/^\d{4}-/),
      });
    }
    expect(JSON.stringify(site.lines)).not.toMatch(/9876543210|secret/);
  });

  test('R-062: every document of the Mandatory Disclosure menu is a PDF', async () => {
    const { disclosureDocuments } = JSON.parse(readFileSync('content/site.json', 'utf8')) as {
      disclosureDocuments: { file: string }[];
    };
    for (const { file } of disclosureDocuments) {
      const { body } = await request(site.url)
        .get(`/files/${file}`)
        .expect(200)
        .expect('content-type', 'application/pdf');
      expect(String(body).slice(0, 5), file).toBe('%PDF-');
    }
  });
});

test('R-223: without a token the calls go out without one, and the pages stand', async () => {
  const site = await startSite();
  await warm(site, '/HomeFr');
  expect(site.provider.requests.length).toBeGreaterThan(5);
  expect(
    site.provider.requests.filter(({ headers }) => headers.authorization !== undefined),
  ).toEqual([]);
  await site.close();
});

test('C1, C2, R-258: with the provider gone after a first visit all pages and lists still answer, also after a restart', async () => {
  const site = await startSite({ prepare: (provider) => plant({ provider }) });
  for (const path of HOMES) await warm(site, path);
  await request(site.url).get('/api/news/GISNUP');
  await site.provider.stop();
  for (const path of HOMES)
    expect(await html(site, path)).toMatch(/Woodpecker news|Kingfisher news/);
  await site.stop();

  const again = await startSite({ provider: site.provider, dataDir: site.dataDir });
  for (const path of HOMES) {
    const body = await html(again, path);
    for (const kind of ['event', 'news', 'album', 'notice', 'highlight', 'registration'])
      expect(body, path).toMatch(new RegExp(`(Woodpecker|Kingfisher) ${kind}`));
  }
  for (const list of ['news', 'events', 'gallery', 'highlight', 'notification']) {
    const { body } = await request(again.url).get(`/api/${list}/GISNUP`).expect(200);
    expect(body, list).toHaveLength(2);
  }
  await again.close();
});

test.each(['reset', 'hang', 'html', 'cutJson', 'nullBody', { status: 500 }] as const)(
  'C3: with a provider that was never there (%j) the pages answer 200 before the provider is given up, and are not cached',
  async (fault) => {
    const site = await startSite({ prepare: (provider) => provider.fail('all', fault) });
    // The promise is about the first byte; supertest answers with the last.
    const answer = await fetch(`${site.url}/HomeFr`);
    expect(site.lines.filter(({ cause }) => String(cause).startsWith('timeout'))).toEqual([]);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await answer.text()).toContain('Stay Tunned For More Updates');
    await site.close();
  },
);

test('a slow list is streamed into its place, with a nonce on every inline script', async () => {
  const site = await startSite({
    prepare: (provider) => provider.fail('/api/news/GISNUP', { delayMs: 2_000 }),
  });
  const { headers, text: body } = await request(site.url)
    .get('/HomeFr')
    .expect('cache-control', 'no-store');
  const nonce =
    /script-src 'self' 'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? '';
  expect(nonce).toHaveLength(24);
  const inline = [...body.matchAll(/<script(?![^>]*(?:src=|application\/))([^>]*)>/g)].map(
    ([, attributes]) => attributes,
  );
  expect(inline.length).toBeGreaterThan(0);
  for (const attributes of inline) expect(attributes).toContain(`nonce="${nonce}"`);
  expect(body.trimEnd().endsWith('</html>')).toBe(true);
  await site.close();
});

test('C4: a hundred visitors who open a page at once wait for one rendering of it', async () => {
  const site = await startSite();
  // With its lists at hand the page comes in one piece, as that of the other campus does.
  await expect
    .poll(async () => (await request(site.url).get('/News')).headers['cache-control'])
    .not.toBe('no-store');
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => request(site.url).get('/nekhpur/News').expect(200)),
  );
  const timings = new Set(answers.map(({ headers }) => headers['server-timing']));
  expect([...timings].filter((timing) => timing?.includes('render;dur='))).toHaveLength(1);
  await site.close();
});

test('markup in records is taken off or shown as text, and nothing becomes a link or a script', async () => {
  const evil = '<script>alert(1)</script><img src=x onerror=alert(1)>Words <alert(1)>';
  const site = await startSite({
    prepare: (provider) => {
      for (const name of [
        'news',
        'events',
        'gallery',
        'notification',
        'highlight',
        'onlineRegistration',
      ] as const) {
        provider.setList(name, [
          {
            school: 'FARRUKHABAD',
            category: name === 'gallery' ? 'PhotoGallery' : 'News',
            title: evil,
            description: evil,
            url: 'javascript:alert(1)',
            date: today,
            fromDate: today,
            attachments: ['"><script>x'],
            images: ['javascript:alert(1)'],
          },
        ]);
      }
    },
  });
  const body = await warm(site, '/HomeFr');
  expect(body).toContain('Words &lt;alert(1)&gt;');
  expect(body).not.toContain('<script>alert');
  expect(body).not.toContain('<img src=x');
  expect(body).not.toMatch(/(href|src)="\s*javascript:/i);
  await site.close();
});

test('the manifest has what browsers ask of an installable site, and the school’s logo on its colour', async () => {
  const site = await startSite();
  const { body } = await request(site.url)
    .get('/manifest.webmanifest')
    .expect(200)
    .expect('cache-control', 'public, max-age=3600');
  expect(body).toMatchObject({
    name: 'Gangotri International School',
    short_name: 'GIS',
    lang: 'en-IN',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
  });
  type Icon = { src: string; sizes: string; purpose: string; type: string };
  const { icons } = body as { icons: Icon[] };
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '192x192 maskable',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, type } of icons) {
    expect(type).toBe('image/png');
    await request(site.url).get(src).expect(200).expect('content-type', type);
  }
  await site.close();
});
