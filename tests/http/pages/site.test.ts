import { readFileSync } from 'node:fs';
import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  sharedSite,
  siteOfTest,
  startSite,
  untilCached,
  type TestSite,
} from '../../support/site.ts';
import { PAGE_ADDRESSES } from '../../../client/addresses.ts';
import type { Campus } from '../../../shared/campuses.ts';
import { dayInIndia } from '../../../shared/dates.ts';
import type { ListName } from '../../../shared/records/provider-lists.ts';

const HOMES = ['/', '/HomeFr', '/Home', '/Nekhpur/Home'];
/** The time of the sites with planted records: their lists grow no older, and no day ends, however long the tests take. */
const NOW = new Date();
const today = dayInIndia(NOW);

/** One record of each list and campus, whose words stand nowhere else. */
function planted(campus: Campus): Partial<Record<ListName, object>> {
  const word = campus === 'NEKPUR' ? 'Kingfisher' : 'Woodpecker';
  const record = (what: string) => ({
    _id: `${what}-${campus}`,
    school: campus,
    title: `${word} ${what}`,
    description: `${word} text`,
    date: today,
    attachments: ['a/b.pdf'],
  });
  const events = { ...record('event'), venue: 'Hall', time: '9 am', images: ['x.jpg'] };
  const news = { ...record('news'), category: 'News', fromDate: today };
  const gallery = { ...record('album'), category: 'PhotoGallery' };
  const leader = { category: 'Chairman', name: `${word} chair`, message: `<p>${word} message</p>` };
  return {
    events,
    eventsAll: events,
    news,
    newsAll: news,
    gallery,
    galleryAll: gallery,
    birthdays: { school: campus, category: 'Student', name: `${word} child`, class: 'IV' },
    notification: { ...record('notice'), image: ['n.jpg'] },
    onlineRegistration: record('registration'),
    highlight: record('highlight'),
    principalMessage: { school: campus, ...leader },
  };
}

function plant(provider: Pick<TestSite['provider'], 'setList'>): void {
  const [one, other] = [planted('FARRUKHABAD'), planted('NEKPUR')];
  for (const [name, row] of Object.entries(one))
    provider.setList(name as ListName, [row, other[name as ListName]]);
}

async function html(
  site: TestSite,
  path: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const { text } = await request(site.url).get(path).set(headers).expect(200);
  return text;
}

describe('planted records', () => {
  const site = sharedSite({ now: () => NOW, prepare: plant });

  beforeAll(async () => {
    for (const path of HOMES) await untilCached(site, path);
  });

  test('R-001, R-220: every page is readable without login or cookie', async () => {
    for (const { path, page } of PAGE_ADDRESSES) {
      const { status, headers } = await request(site.url)
        .get(path)
        .expect('content-type', 'text/html; charset=utf-8');
      expect([path, status]).toEqual([path, page.subject === null ? 200 : 404]);
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  test.each([
    ['R-019', '', 'Woodpecker', 'Kingfisher', ['/', '/HomeFr']],
    ['R-018', '/nekhpur', 'Kingfisher', 'Woodpecker', ['/Home', '/Nekhpur/Home']],
  ])(
    'R-002, %s, R-156: pages below "%s" hold no record of the other campus, not even embedded',
    async (_row, prefix, own, other, homes) => {
      const names = ['Events', 'News', 'Gallery', 'ChairmanMessage'];
      for (const path of [...homes, ...names.map((name) => `${prefix}/${name}`)]) {
        const body = await html(site, path);
        expect(body, path).toContain(own);
        expect(body, path).not.toContain(other);
      }
    },
  );

  test('R-017, R-257: the first response of / has the frame and the records, before any script runs', async () => {
    const body = await html(site, '/');
    const kinds = 'event news album child notice registration highlight message'.split(' ');
    const records = kinds.map((kind) => `Woodpecker ${kind}`);
    for (const text of ['LOGIN', 'href="/HomeFr"', 'href="/Home"', ...records])
      expect(body).toContain(text);
    // Beside the data of its island, in HTML.
    expect(await html(site, '/News')).toMatch(/<h2[^>]*>(<[^>]*>)*Woodpecker news/);
  });

  test('a finished page has no nonce, and may be cached', async () => {
    const { text: body } = await request(site.url)
      .get('/HomeFr')
      .expect(
        'cache-control',
        'public, max-age=0, s-maxage=5, stale-while-revalidate=2, stale-if-error=86400',
      );
    expect(body).not.toContain('nonce=');
    expect(body.startsWith('<!DOCTYPE html><html')).toBe(true);
  });

  test('C12: unknown parameters, cookies and forwarded headers change no byte and make no entry', async () => {
    const plain = await html(site, '/HomeFr');
    const before = await site.app.health();
    for (let index = 0; index < 50; index += 1) {
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
});

test('C1, C2, R-258: with the provider down after a first visit all pages and lists stay available, also after a restart', async () => {
  const site = await startSite({ prepare: plant });
  for (const path of HOMES) await untilCached(site, path);
  await request(site.url).get('/api/news/GISNUP');
  await site.provider.stop();
  for (const path of HOMES)
    expect(await html(site, path)).toMatch(/Woodpecker news|Kingfisher news/);
  await site.stop();

  const again = await siteOfTest({ provider: site.provider, dataDir: site.dataDir });
  for (const path of HOMES) {
    const body = await html(again, path);
    for (const kind of ['event', 'news', 'album', 'notice', 'highlight', 'registration'])
      expect(body, path).toMatch(new RegExp(`(Woodpecker|Kingfisher) ${kind}`));
  }
  const { body } = await request(again.url).get('/api/news/GISNUP').expect(200);
  expect(body).toHaveLength(2);
});

test.each(['hang', 'html'] as const)(
  'C3: with a provider that was never available (%j) the pages are 200 before its deadline, and are not cached',
  async (error) => {
    const site = await siteOfTest({ prepare: (provider) => provider.fail('all', error) });
    // The promise is about the first byte; supertest resolves with the last.
    const response = await fetch(`${site.url}/HomeFr`);
    expect(site.lines.filter(({ cause }) => String(cause).startsWith('timeout'))).toEqual([]);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.text()).toContain('Stay Tunned For More Updates');
  },
);

test('a slow list is streamed into its place, with a nonce on every inline script', async () => {
  const site = await siteOfTest({
    prepare: (provider) => provider.fail('/api/news/GISNUP', { delayMs: 2_000 }),
  });
  const { headers, text: body } = await request(site.url)
    .get('/HomeFr')
    .expect('cache-control', 'no-store');
  const policy = headers['content-security-policy'] ?? '';
  const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1];
  expect(nonce).toHaveLength(24);
  const inline = [...body.matchAll(/<script(?![^>]*(?:src=|application\/))([^>]*)>/g)];
  expect(inline.length).toBeGreaterThan(0);
  // What stood in its place is not for screen readers.
  const skeletons = body.match(/class="skeleton [^>]*/g)?.join();
  expect(skeletons).toMatch(/^(class="[\w -]+" aria-hidden="true",?)+$/);
  for (const [, attributes] of inline) expect(attributes).toContain(`nonce="${nonce}"`);
  expect(body.trimEnd().endsWith('</html>')).toBe(true);
});

test('the manifest has what browsers require of an installable site, and the school’s logo on its colour', async () => {
  const site = await siteOfTest();
  const { name, shortName, description } = site.content.site;
  const { body } = await request(site.url)
    .get('/manifest.webmanifest')
    .expect(200)
    .expect('content-type', 'application/manifest+json; charset=utf-8')
    .expect('cache-control', 'public, max-age=3600');
  expect(body).toMatchObject({
    name,
    short_name: shortName,
    description,
    lang: 'en-IN',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#fbf8f1',
    theme_color: '#1b1a4b',
  });
  type Icon = { src: string; sizes: string; purpose: string; type: string };
  const { icons } = body as { icons: Icon[] };
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).join()).toBe(
    '192x192 any,192x192 maskable,512x512 any,512x512 maskable',
  );
  for (const { src, type } of icons) {
    expect(type).toBe('image/png');
    await request(site.url).get(src).expect(200).expect('content-type', type);
  }
});

test('no script calls what the oldest browsers that get it lack', () => {
  // After three dots the name is that of a function of ours, as the build has shortened it.
  const newer = /(?<!\.\.)\.(at|hasOwn|findLast|to(Sorted|Reversed|Spliced|WellFormed)|groupBy)\(/;
  const names = readFileSync('dist/manifest.json', 'utf8').match(/assets\/[\w-]+\.js/g) ?? [];
  expect(names.length).toBeGreaterThan(20);
  for (const name of new Set([...names, 'worker.js']))
    expect([name, newer.exec(readFileSync(`dist/${name}`, 'utf8'))?.[0]]).toEqual([
      name,
      undefined,
    ]);
});
