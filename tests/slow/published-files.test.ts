import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { holds } from '../support/holds.ts';
import { openConnection, statusOf } from '../support/raw-connection.ts';
import { siteOfTest } from '../support/site.ts';
import { PNG } from '../support/png.ts';
import { providerOfTest, type Row, type TestProvider } from '../support/providers/test-provider.ts';
import { fieldNames, LIST_NAMES, type ListName } from '../../shared/records/provider-lists.ts';

/** Between names in an address. */
const MARKS =
  '/|//|.|..|/../|%2e%2e%2f|%2f|%5c|\\|%00|%|%25|;|?w=320|?|#| |%20|+|@|https://platform.example.org/|api/tc/';

let provider: TestProvider;

beforeEach(async () => {
  provider = await providerOfTest({ has: 'nothing', files: () => PNG });
});

const start = () => siteOfTest({ provider, now: () => new Date('2026-11-20T06:00:00Z') });

/** Of an address to the letter, which `fetch` would put right before it is sent. */
async function statusAt(url: string): Promise<number> {
  const { port, host, origin } = new URL(url);
  const head = `GET ${url.slice(origin.length)} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  return statusOf(await openConnection(Number(port), head).response);
}

function album(id: string, photos: readonly string[]): Row {
  const common = { school: 'NEKPUR', category: 'PhotoGallery', title: id, date: '2026-11-19' };
  return { _id: id, ...common, attachments: photos };
}

describe('S11', () => {
  test('R-238: of any path only a file that is named reaches the provider, and under its own name', async () => {
    const names = ['one.jpg', 'albums/2026/two words.jpg', 'राम/तीन.jpg', '100%.jpg', 'a+b.jpg'];
    provider.setList('gallery', [album('a1', names)]);
    const site = await start();
    expect(await statusAt(`${site.url}/api/image/one.jpg`)).toBe(200);
    const before = provider.requests.length;
    const statuses = new Set<number>();
    const encoded = names.map((name) => name.split('/').map(encodeURIComponent).join('/'));
    const own = new Set(encoded.map((name) => `/api/image/${name}`));
    const written = names.flatMap((name) => [name, encodeURI(name), encodeURIComponent(name)]);
    const part = fc.oneof(
      fc.constantFrom(...written, ...names.flatMap((name) => name.split('/'))),
      fc.constantFrom(...MARKS.split('|')),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    const paths = fc
      .array(part, { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(''))
      // What no client can write on its request line.
      .map((path) =>
        path.replace(/[^\u0021-\u007e]/gu, (letter) => encodeURI(letter.toWellFormed())),
      );
    await holds(
      fc.asyncProperty(paths, async (path) => {
        statuses.add(await statusAt(`${site.url}/api/image/${path}`));
        const calls = provider.requests.slice(before).map((call) => call.url);
        expect(calls.filter((call) => !own.has(call))).toEqual([]);
      }),
      { runs: 400 },
    );
    expect([...statuses]).toEqual(expect.arrayContaining([200, 404]));
  });

  test('R-238: a file is served, by id and by path, whatever field, list or campus of a held list names it', async () => {
    const expected: [file: string, status: number][] = [];
    function name(list: ListName, field: string): string {
      const file = `${list}/${field} ${expected.length}.jpg`;
      // What the schema of a list does not know is dropped, and so is not named.
      const isRead = fieldNames(list, 'pictures', 'documents', 'link', 'html').includes(field);
      expected.push([file, isRead && list !== 'highlight' ? 200 : 404]);
      return file;
    }
    for (const list of LIST_NAMES) {
      const rows = ['NEKPUR', 'ELSEWHERE', ''].map((school) => ({
        _id: `${list} ${school}`,
        school,
        category: list === 'birthdays' ? 'Student' : 'Other',
        title: 'Title',
        name: 'Name',
        attachments: [name(list, 'attachments'), { path: `/${name(list, 'attachments')}` }],
        images: [name(list, 'images')],
        image: name(list, 'image'),
        url: `/api/image/${encodeURI(name(list, 'url'))}`,
        message: `<p><a href="/api/image/${encodeURI(name(list, 'message'))}">Letter</a></p>`,
      }));
      if (list === 'subGallery') for (const row of rows) provider.albums.set(row._id, row);
      else provider.setList(list, rows);
    }
    // In place of its other rows.
    const attachments = ['65fa01c2', { _id: '65fa01c3' }];
    provider.setList('highlight', [{ school: 'NEKPUR', title: 'By id', attachments }]);
    const site = await start();
    for (const id of provider.albums.keys())
      await fetch(`${site.url}/api/subGallery?id=${encodeURIComponent(id)}`);
    for (const [file, status] of [...expected, ['65fa01c2', 200], ['65fa01c3', 200]] as const)
      expect([file, await statusAt(`${site.url}/api/image/${encodeURI(file)}`)]).toEqual([
        file,
        status,
      ]);
  });
});
