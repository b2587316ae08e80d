import { afterEach, beforeEach, expect, test } from 'vitest';
import { HttpProvider } from '../../../../server/provider/http-provider.ts';
import { ListCache } from '../../../../server/provider/list-cache.ts';
import { createPublishedFiles } from '../../../../server/images/published-files.ts';
import { SOON } from '../../../support/effort.ts';
import { providerOfTest, type TestProvider } from '../../../support/providers/test-provider.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { silentLog } from '../../../support/test-log.ts';

let upstream: TestProvider;
let provider: HttpProvider;
let time: number;
let folder: string;
let lists: ListCache;
let findPublication: ReturnType<typeof createPublishedFiles>;

beforeEach(async () => {
  time = Date.parse('2026-11-20T06:00:00Z');
  upstream = await providerOfTest({ has: 'nothing' });
  upstream.setList('newsAll', [newsOf('one.pdf')]);
  // A busy machine may be late.
  const limits = { listMs: SOON.timeout, connectMs: SOON.timeout };
  provider = new HttpProvider({ url: upstream.url, token: null, log: silentLog, limits });
  const now = () => new Date(time);
  folder = temporaryFolder();
  lists = new ListCache({ provider, schoolCode: 'GISNUP', log: silentLog, folder, now });
  findPublication = createPublishedFiles(lists);
});

afterEach(async () => {
  await lists.settled();
  await provider.close();
});

function newsOf(file: string) {
  return { _id: 'n1', school: 'NEKPUR', category: 'News', title: file, attachments: [file] };
}

/** The result of a look-up, and the lists that it requested. */
async function find(file: string): Promise<[string, string[]]> {
  const before = upstream.requests.length;
  const found = await findPublication(file, 'request-7');
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

test('a file that no list names renews each list at most once in 5 seconds, and no album', async () => {
  await find('one.pdf');
  upstream.setList('newsAll', [newsOf('two.pdf')]);
  time += 4_900;
  expect(await find('two.pdf')).toEqual(['unpublished', []]);
  time += 200;
  const [found, urls] = await find('two.pdf');
  expect([found, new Set(urls).size, urls.filter((url) => /sub/.test(url))]).toEqual([
    'published',
    urls.length,
    [],
  ]);
  expect(urls).toEqual(expect.arrayContaining(['/api/highlight/GISNUP', '/api/news/all/GISNUP']));
  expect(await find('one.pdf')).toEqual(['unpublished', []]);
});

test('the photos of an album that another instance has opened are published here too', async () => {
  await find('one.pdf');
  const now = () => new Date(time);
  const other = new ListCache({ provider, schoolCode: 'GISNUP', log: silentLog, folder, now });
  const photos = Array.from({ length: 5 }, (_, at) => `photo-${at}.jpg`);
  upstream.albums.set('spring', { _id: 'spring', school: 'NEKPUR', attachments: photos });
  await other.get('subGallery', 'spring');
  await other.settled();
  const found = await Promise.all(photos.map((photo) => findPublication(photo, 'request-7')));
  expect(found).toEqual(photos.map(() => 'published'));
});

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
