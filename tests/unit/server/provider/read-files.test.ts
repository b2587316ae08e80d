import { expect, test } from 'vitest';
import { fileEntries, readFile, readLink } from '../../../../server/provider/read-files.ts';

const BASE = 'https://platform.example/school';

/** Where platforms say which file it is, the surest first. */
const KEYS =
  'path url src href secure_url location key file image data _id id $oid filename fileName';

/** What names no file and no address. */
const NOTHING = ['', ' ', null, undefined, 0, -1, true, {}, [], [['a']], { url: null }];

type Read = readonly (readonly [written: unknown, read: string | null])[];

const FILES: Readonly<Record<string, Read>> = {
  'a path is decoded and has no address before it': [
    ['66f0', '66f0'],
    [' 2026/a.jpg\n', '2026/a.jpg'],
    ['./2026/a.jpg', '2026/a.jpg'],
    ['uploads\\2026\\a.jpg', 'uploads/2026/a.jpg'],
    ['sports day/photo 1.jpg', 'sports day/photo 1.jpg'],
    ['sports%20day/photo.jpg', 'sports day/photo.jpg'],
    ['वार्षिक/चित्र.jpg', 'वार्षिक/चित्र.jpg'],
    ['a&b/50% (1)+#1.jpg', 'a&b/50% (1)+#1.jpg'],
    ['Notice: holiday.pdf', 'Notice: holiday.pdf'],
    ['folder.v2/a.jpg', 'folder.v2/a.jpg'],
    ['/api/image/2026/a.jpg', '2026/a.jpg'],
    ['api/image/a.jpg?v=2', 'a.jpg'],
    ['api/image/a.pdf#page=2', 'a.pdf'],
    ['a\u200b\n.jpg', 'a.jpg'],
    ['\\api\\image\\2026\\a.jpg', '2026/a.jpg'],
    ['/school/api/image/a.jpg', 'a.jpg'],
    ['https://platform.example/school/api/image/2026/a%20b.jpg?v=2#x', '2026/a b.jpg'],
    ['HTTPS://PLATFORM.EXAMPLE/uploads/a.jpg', 'uploads/a.jpg'],
    ['https:\\\\platform.example\\school\\api\\image\\a.jpg', 'a.jpg'],
  ],
  'an address of another server stays an address': [
    ['https://platform.example:8443/a.jpg', 'https://platform.example:8443/a.jpg'],
    ['https://other.example/my file.pdf', 'https://other.example/my%20file.pdf'],
    ['https://platform.example.evil.org/a.jpg', 'https://platform.example.evil.org/a.jpg'],
  ],
  'a doubled slash leads nowhere else': [
    ['//uploads//a.pdf', 'uploads/a.pdf'],
    ['uploads/api/image/a.jpg', 'uploads/api/image/a.jpg'],
  ],
  'a record names its file by one of many keys, the surest first': [
    [5_000_001, '5000001'],
    [{ file: { image: { path: 'a.jpg' } } }, 'a.jpg'],
    ...KEYS.split(' ').map((key, index, keys) => {
      const next = keys[index + 1] ?? 'name';
      return [{ [next]: 'b.jpg', [key]: 'a.jpg' }, 'a.jpg'] as const;
    }),
    [{ _id: { $oid: '66f2' } }, '66f2'],
    // Files of the provider can be shown; addresses elsewhere can only be linked.
    [{ url: 'https://cdn.example/a.jpg', _id: '66f3' }, '66f3'],
    [{ url: 'https://cdn.example/a.jpg' }, 'https://cdn.example/a.jpg'],
  ],
  'what is no file is null': [
    ...String.raw`. / .. ../../etc/passwd a/../../b /api/image/ %2e%2e/a a%2fb%00 javascript:alert(1)
      data:image/png;base64,iVBORw0KGgo blob:https://x.example/1 file:///etc/passwd ftp://x.example/a
      C:\Users\office\a.pdf mailto:a@b.example https:// https://user@other.example/a.pdf
      https://:secret@other.example/a.pdf sports%2520day.jpg vbscript:x filesystem:x tel:1 about:blank
      content://x`.split(/\s+/),
    `https://other.example/${'च'.repeat(1_000)}.pdf`,
    `${'x'.repeat(3_000)}.jpg`,
    ...NOTHING,
    { name: 'Asha' },
    { file: { file: { file: { path: 'a' } } } },
  ].map((value) => [value, null] as const),
};

test.each(Object.entries(FILES))('R-238: %s', (_what, files) => {
  expect(files.map(([written]) => [written, readFile(written, BASE)])).toEqual(files);
  expect(
    files.map(([written, file]) => [written, readFile(file, BASE)]),
    'read again',
  ).toEqual(files);
});

test('R-238: a field may hold one file, many or none', () => {
  const readFiles = (value: unknown) =>
    fileEntries(value).flatMap((entry) => readFile(entry, BASE) ?? []);
  const field = [null, 'a.jpg', {}, 0, { url: null }, { path: 'b.jpg' }];
  expect(readFiles(field)).toEqual(['a.jpg', 'b.jpg']);
  expect(readFiles('a.jpg')).toEqual(['a.jpg']);
  expect(readFiles({ path: 'a.jpg' })).toEqual(['a.jpg']);
  expect(readFiles('[not a list].pdf')).toEqual(['[not a list].pdf']);
  expect(readFiles(Array(10_001).fill('a.jpg'))).toHaveLength(10_000);
  expect(readFiles(undefined)).toEqual([]);
});

test('R-238: the address of the provider may have any path, or none', () => {
  for (const base of [`${BASE}/`, `${BASE}//`]) {
    expect(readFile('/school/a.jpg', base)).toBe('a.jpg');
    expect(readFile('/school/api/image/a.jpg', base)).toBe('a.jpg');
  }
  expect(readFile('/school/a.jpg', 'https://platform.example')).toBe('school/a.jpg');
});

const LINKS: Readonly<Record<string, Read>> = {
  'an address is complete, whatever was left out': [
    [' HTTPS://EXAMPLE.ORG/A \n', 'https://example.org/A'],
    ['forms.gle/x', 'https://forms.gle/x'],
    ['www.example.org', 'https://www.example.org/'],
    ['example.org:8443/x', 'https://example.org:8443/x'],
    ['उदाहरण.भारत/x', 'https://xn--p1b6ci4b4b3a.xn--h2brj9c/x'],
    ['example.org/a b?x=1', 'https://example.org/a%20b?x=1'],
    ['https:\\\\example.org\\x', 'https://example.org/x'],
    ['http://https://example.org/x', 'https://example.org/x'],
    ['https://example.org/?a=1&amp;b=2', 'https://example.org/?a=1&b=2'],
    ['\u200bhttps://example.org/\u200b', 'https://example.org/'],
    ['office@school.example', 'mailto:office@school.example'],
    ['tel:+91 98765 43210', 'tel:+919876543210'],
    ['9876543210,', 'tel:9876543210'],
    ['office@school.example.', 'mailto:office@school.example'],
    ['mailto: office@school.example', 'mailto:office@school.example'],
    ['example.org', 'https://example.org/'],
    ['example.org?x=1', 'https://example.org/?x=1'],
    ['example.org#x', 'https://example.org/#x'],
    ['notice.pdf.example.org', 'https://notice.pdf.example.org/'],
    ['https://http://example.org/x', 'http://example.org/x'],
    ['https://example.org/a<b', 'https://example.org/a%3Cb'],
    ['https://example.org/a>b', 'https://example.org/a%3Eb'],
    ['https://a.example/http://https://b.example', 'https://a.example/http://https://b.example'],
    ['/Events?next=https://a.example', '/Events?next=https://a.example'],
    ['/Events?next=https//a.example', '/Events?next=https//a.example'],
    ['/Events?call=tel: 1', '/Events?call=tel:%201'],
  ],
  'a file of the provider is at our address': [
    ['uploads//circular.pdf', '/api/image/uploads/circular.pdf'],
    ['/files/a.pdf', '/files/a.pdf'],
    ['/assets/a.pdf', '/assets/a.pdf'],
    ...'jpg jpeg png gif webp doc docx xls xlsx ppt pptx zip'
      .split(' ')
      .map((type) => [`uploads/a.${type}`, `/api/image/uploads/a.${type}`] as const),
    ['/api/image/zips/a b.zip', '/api/image/zips/a%20b.zip'],
    [`${BASE}/api/image/zips/a.zip`, '/api/image/zips/a.zip'],
    ['/uploads/2026/circular.pdf', '/api/image/uploads/2026/circular.pdf'],
    ['uploads\\circular.pdf', '/api/image/uploads/circular.pdf'],
    ['example.org/circular.pdf', 'https://example.org/circular.pdf'],
    ['https://other.example/api/image/a.zip', 'https://other.example/api/image/a.zip'],
    [`${BASE}/login`, `${BASE}/login`],
  ],
  'what is no link is null': [
    ...String.raw`javascript:alert(1) data:text/html,x vbscript:x file:///x # - N/A https:// example.org!
      notice.pdf photo.jpg photo.jpeg photo.png letter.doc letter.docx marks.xls marks.xlsx talk.ppt talk.pptx
      page.htm page.html page.php photo.gif photo.webp notes.txt photos.zip https://user:secret@evil.example/
      C:\a.pdf ftp://x.example/a`.split(/\s+/),
    ' java\nscript:alert(1)',
    '<a href="https://example.org">x</a>',
    'click here',
    '//cdn.example.org/x.pdf',
    ...NOTHING,
  ].map((value) => [value, null] as const),
};

test.each(Object.entries(LINKS))('S4: %s', (_what, links) => {
  expect(links.map(([written]) => [written, readLink(written, BASE)])).toEqual(links);
  expect(
    links.map(([written, link]) => [written, readLink(link, BASE)]),
    'read again',
  ).toEqual(links);
});
