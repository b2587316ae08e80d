import request from 'supertest';
import { expect, test } from 'vitest';
import { attribute, readPage, select, textOf } from '../../support/read-page.ts';
import { sharedSite } from '../../support/site.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
const ZIP = Buffer.from('PK\u0003\u0004 stands for a zip');
const FILES: Readonly<Record<string, Buffer>> = {
  'notices/circular.docx': ZIP,
  'notices/मेनू.xlsx': ZIP,
  'notices/old.doc': Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
  'notices/seats.csv': Buffer.from('Roll,Name'),
  'notices/clip.mp4': Buffer.from('\0\0\0\x18ftypmp42'),
  'notices/all.zip': ZIP,
  'bom.pdf': Buffer.concat([Buffer.from('\ufeff\n'), PDF]),
  'exam.pdf': PDF,
  '665f1c': PDF,
};
const ROW = { school: 'FARRUKHABAD', title: 'Files', category: 'News' };
const ATTACHMENTS = Object.keys(FILES).slice(0, 7);

let time = Date.now();

const site = sharedSite({
  now: () => new Date(time),
  lists: {
    highlight: [],
    newsAll: [{ ...ROW, _id: 'n1', attachments: ATTACHMENTS }],
    notification: [{ _id: 't1', title: 'Exam notice', image: ['exam.pdf'] }],
    events: [{ ...ROW, _id: 'e1', date: '2026-12-05', images: ['665f1c'], attachments: [] }],
    eventsAll: [{ ...ROW, _id: 'e1', date: '2026-12-05', images: ['665f1c'], attachments: [] }],
    subGallery: [
      { ...ROW, _id: 'a1', category: 'PhotoGallery', attachments: ['exam.pdf', 'hall.jpg'] },
    ],
  },
  prepare: (provider) => {
    provider.files = (path) => FILES[path];
  },
});

const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const open = (path: string, headers = {}) =>
  request(site.url).get(encodeURI(path)).set(HTML).set(headers);

test.each([
  ['notices/circular.docx', 'wordprocessingml.document', 'circular.docx'],
  ['notices/मेनू.xlsx', 'spreadsheetml.sheet', `${encodeURIComponent('मेनू')}.xlsx`],
  ['notices/old.doc', 'application/msword', 'old.doc'],
  ['notices/seats.csv', 'text/csv', 'seats.csv'],
])('W4, S8: %s downloads with its name, in a sandbox', async (file, type, name) => {
  const { headers } = await open(`/api/image/${file}`).expect(200);
  expect(headers['content-type']).toContain(type);
  expect(headers['content-disposition']).toMatch(/^attachment; /);
  expect(headers['content-disposition']).toContain(`filename*=UTF-8''${name}`);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toContain('sandbox');
});

test('W4: a PDF with bytes before its header is a PDF', async () => {
  const { headers, body } = await open('/api/image/bom.pdf').expect(200);
  expect([headers['content-type'], Buffer.from(body).includes(PDF)]).toEqual([
    'application/pdf',
    true,
  ]);
});

test.each([
  ['notices/clip.mp4', 415],
  ['notices/all.zip', 415],
  ['hall.jpg', 404],
  ['invented.pdf', 404],
])('W4: %s is a page of the site for people, JSON for programs', async (file, status) => {
  const page = await open(`/api/image/${file}`).expect(status);
  expect(page.headers['content-type']).toContain('text/html');
  expect([page.headers['cache-control'], page.headers['vary']]).toEqual(['no-store', 'Accept']);
  expect(page.text).toMatch(/<h1>This file is not available<\/h1>.*<footer/s);
  const { headers } = await request(site.url).get(`/api/image/${file}`).expect(status);
  expect([headers['content-type'], headers['vary']]).toEqual([
    'application/json; charset=utf-8',
    'Accept',
  ]);
});

test('W4: that page is in the language and campus of the page that has the link', async () => {
  const path = '/api/image/notices/clip.mp4';
  const { text } = await open(path, { Referer: `${site.url}/hi/nekhpur/News` }).expect(415);
  expect(text).toContain('<html lang="hi" data-campus="NEKPUR"');
  expect(text).toContain('यह फ़ाइल उपलब्ध नहीं है');
});

/** Addresses of pictures and, with their labels, of links that lead to files. */
async function filesOf(path: string) {
  const { text } = await request(site.url).get(path).expect(200);
  const page = readPage(text);
  const withFile = (name: string) => (element: Parameters<typeof attribute>[0]) =>
    attribute(element, name)?.startsWith('/api/image/') === true;
  return {
    pictures: select(page, 'img')
      .filter(withFile('src'))
      .map((image) => attribute(image, 'src')),
    links: select(page, 'a')
      .filter(withFile('href'))
      .map((link) => [attribute(link, 'href'), textOf(link), attribute(link, 'target')]),
    shared: /property="og:image" content="([^"]*)"/.exec(text)?.[1],
    isInJson: /"image":\[[^\]]*(exam\.pdf|665f1c)/.test(text),
  };
}

test('a PDF in a picture field is a document: pop-up, record, preview and structured data', async () => {
  const link = ['/api/image/exam.pdf', 'View Attachment : Exam notice , PDF', '_blank'];
  const record = await filesOf('/Notices/t1/exam-notice');
  expect(record).toMatchObject({ pictures: [], links: [link], isInJson: false });
  expect(record.shared).toMatch(/\/share-\w+\.jpg$/);
  const home = await filesOf('/HomeFr');
  expect(home.pictures.filter((src) => src?.includes('exam.pdf'))).toEqual([]);
  expect(home.links.filter(([href]) => href === link[0])).toEqual([
    [link[0], 'Attachment : Exam notice , PDF', '_blank'],
  ]);
});

test('a PDF among the photos of an album has a tile that opens it, not the lightbox', async () => {
  const album = await filesOf('/Gallery/a1/files');
  expect(album.links).toEqual([
    ['/api/image/exam.pdf', expect.any(String), '_blank'],
    ['/api/image/hall.jpg', expect.any(String), null],
  ]);
  expect(album.pictures).toHaveLength(2);
  expect([album.shared?.includes('hall.jpg'), album.isInJson]).toEqual([true, false]);
  const { headers } = await request(site.url).get('/api/image/exam.pdf?w=320').expect(200);
  expect([headers['content-type'], headers['etag']]).toEqual([
    'image/svg+xml; charset=utf-8',
    '"document"',
  ]);
});

test('a PDF without extension is a document once its first bytes were seen', async () => {
  const path = '/Events/e1/files';
  expect((await filesOf(path)).pictures).toHaveLength(1);
  await request(site.url).get('/api/image/665f1c?w=320').expect(200);
  time += 10 * 60_000;
  await request(site.url).get(path);
  await site.settled();
  const link = ['/api/image/665f1c', 'View Attachment : Files', '_blank'];
  expect(await filesOf(path)).toMatchObject({ pictures: [], links: [link], isInJson: false });
  const { text } = await request(site.url).get('/Events').expect(200);
  expect(text).toContain(`href="${link[0]}"`);
  expect(text).not.toContain('/api/image/665f1c?w=');
});
