import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageAt } from '../../../../client/addresses.ts';
import { HttpProvider } from '../../../../server/provider/http-provider.ts';
import { ListCache } from '../../../../server/provider/list-cache.ts';
import { createPublishedFiles } from '../../../../server/images/published-files.ts';
import { SOON } from '../../../support/effort.ts';
import { providerOfTest, type TestProvider } from '../../../support/providers/test-provider.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { silentLog } from '../../../support/test-log.ts';

const SITE = 'https://gis.example';

let upstream: TestProvider;
let provider: HttpProvider;
let time: number;
let lists: ListCache;
let findPublication: ReturnType<typeof createPublishedFiles>;

beforeEach(async () => {
  time = Date.parse('2026-11-20T06:00:00Z');
  upstream = await providerOfTest({ has: 'nothing' });
  upstream.setList('newsAll', [newsOf('one.pdf')]);
  // A busy machine may be late.
  const limits = { listMs: SOON.timeout, connectMs: SOON.timeout };
  provider = new HttpProvider({ url: upstream.url, token: null, log: silentLog, limits });
  const [folder, now] = [temporaryFolder(), () => new Date(time)];
  lists = new ListCache({ provider, schoolCode: 'GISNUP', log: silentLog, folder, now });
  findPublication = createPublishedFiles(lists, { pageAt });
});

afterEach(async () => {
  await lists.settled();
  await provider.close();
});

function newsOf(file: string) {
  return { _id: 'n1', school: 'NEKPUR', category: 'News', title: file, attachments: [file] };
}

/** The result of a look-up, and the lists that it requested. */
async function find(file: string, referer?: string): Promise<[string, string[]]> {
  const before = upstream.requests.length;
  const found = await findPublication(file, referer, 'request-7');
  const requests = upstream.requests.slice(before);
  expect(requests.filter(({ headers }) => headers['x-request-id'] !== 'request-7')).toEqual([]);
  return [found, requests.map(({ url }) => url).toSorted()];
}

test('R-238: after a start each list is requested once, albums are not, and nothing later', async () => {
  const [found, urls] = await find('one.pdf');
  expect(found).toBe('published');
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls).toContain('/api/news/all/GISNUP');
  expect(urls.filter((url) => url.includes('sub'))).toEqual([]);
  expect(await find('one.pdf')).toEqual(['published', []]);
  expect(await find('two.pdf')).toEqual(['unpublished', []]);
});

test('the lists of the referring page are renewed when they are not recent', async () => {
  await find('one.pdf');
  upstream.setList('newsAll', [newsOf('two.pdf')]);
  const page = `${SITE}/News?page=2`;
  expect(await find('two.pdf', page)).toEqual(['unpublished', []]);
  time += 2_000;
  const urls = ['/api/highlight/GISNUP', '/api/news/all/GISNUP'];
  expect(await find('two.pdf', page)).toEqual(['published', urls]);
  expect(lists.peek('newsAll')?.rows[0]?.title).toBe('two.pdf');
  expect(await find('one.pdf', page)).toEqual(['unpublished', []]);
});

test('the referring page names its album; without one none is requested', async () => {
  await find('one.pdf');
  upstream.setList('subGallery', [{ _id: 'a1', title: 'A', attachments: ['a.jpg'] }]);
  const albums = (urls: string[]) => urls.filter((url) => /sub|a1/i.test(url));
  for (const query of ['', '?id=', '?other=a1']) {
    const [found, urls] = await find('a.jpg', `${SITE}/SubGallery${query}`);
    expect([query, found, albums(urls)]).toEqual([query, 'unpublished', []]);
  }
  const [found, urls] = await find('a.jpg', `${SITE}/SubGallery?id=a1`);
  expect([found, albums(urls).length]).toEqual(['published', 1]);
});

test.each(['', 'News', 'http://', `${SITE}/no-page`, `${SITE}/News/n1/x/y/z`, 'about:blank'])(
  'a referer that is no page of ours requests nothing: %s',
  async (referer) => {
    await find('one.pdf');
    time += 60_000;
    expect(await find('two.pdf', referer)).toEqual(['unpublished', []]);
  },
);

test.each([
  ['all', 'unknown', 'unknown'],
  ['/api/highlight/GISNUP', 'published', 'unpublished'],
] as const)(
  'C10: while %s fails a file of the news is %s, and another %s',
  async (failing, ...found) => {
    await upstream.fail(failing, { status: 500 });
    expect([(await find('one.pdf'))[0], (await find('two.pdf'))[0]]).toEqual(found);
  },
);
