import { describe, expect, test } from 'vitest';
import { documentAt, documentFacts, documentPath, fileType } from '../../../shared/documents.ts';
import {
  calendarPath,
  eventFilePath,
  FEED_TYPES,
  feedPath,
} from '../../../shared/records/feed-paths.ts';
import {
  englishPath,
  LANGUAGE_TAGS,
  languageOf,
  localPath,
  otherLanguage,
} from '../../../shared/languages.ts';
import { percentDecoded } from '../../../shared/percent-decoded.ts';
import {
  isPictureWidth,
  PICTURE_WIDTHS,
  pictureSources,
  sharePictureUrl,
} from '../../../shared/pictures.ts';
import { isAddressId, recordPath, slugOf } from '../../../shared/records/record-paths.ts';
import { scriptRuns } from '../../../shared/script-runs.ts';

describe('the address of a record', () => {
  const path = (id: string, title: string) => recordPath('FARRUKHABAD', 'News', { id, title });

  test('has its id and its title, each encoded', () => {
    expect(path('n-1', 'Annual Day, 2026!')).toBe('/News/n-1/annual-day-2026');
    expect(path('a b&c', '')).toBe('/News/a%20b%26c');
    expect(path('1', '***')).toBe('/News/1');
    expect(path('1', 'खेल')).toBe('/News/1/%E0%A4%96%E0%A5%87%E0%A4%B2');
    expect(recordPath('NEKPUR', 'Gallery', { id: '1', title: 'Fair' })).toBe(
      '/nekhpur/Gallery/1/fair',
    );
  });

  test('is none for an id that no address may carry', () => {
    const ids = ['', '.', '..', 'a\u0007', 'x'.repeat(201)];
    expect(ids.map((id) => path(id, 'Fair'))).toEqual(ids.map(() => null));
    expect([...ids, '...', '.a', 'x'.repeat(200)].filter(isAddressId)).toEqual([
      '...',
      '.a',
      'x'.repeat(200),
    ]);
  });

  test('has the words of the title in its own script, cut at a word', () => {
    expect(slugOf('  Sports  &  Games: "Finals"  ')).toBe('sports-games-finals');
    expect(slugOf('वार्षिक उत्सव (२०२६)')).toBe('वार्षिक-उत्सव-२०२६');
    expect(slugOf('Cafe\u0301')).toBe('caf\u00e9');
    expect(slugOf('a'.repeat(60))).toBe('a'.repeat(60));
    expect(slugOf(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59));
    expect(slugOf(`${'a'.repeat(60)} b`)).toBe('a'.repeat(60));
    expect(slugOf(`${'a'.repeat(30)} ${'b'.repeat(30)}`)).toBe('a'.repeat(30));
    expect(slugOf('a'.repeat(61))).toBe('a'.repeat(60));
    expect(slugOf(`${'a'.repeat(30)} ${'b'.repeat(29)}`)).toHaveLength(60);
    expect(slugOf(`${'a'.repeat(30)} ${'b'.repeat(40)} c`)).toBe('a'.repeat(30));
    // Two code units each, so that the limit is within the last.
    expect(slugOf(`a${'\u{10400}'.repeat(40)}`)).toBe(`a${'\u{10428}'.repeat(29)}`);
  });
});

test('a feed and a calendar stand beside their list, and a file of an event in its calendar', () => {
  expect(feedPath('FARRUKHABAD', 'News', 'atom')).toBe('/News.atom');
  expect(feedPath('NEKPUR', 'Notices', 'rss')).toBe('/nekhpur/Notices.rss');
  expect(FEED_TYPES).toEqual({ atom: 'application/atom+xml', rss: 'application/rss+xml' });
  expect([calendarPath('FARRUKHABAD'), calendarPath('NEKPUR')]).toEqual([
    '/Events.ics',
    '/nekhpur/Events.ics',
  ]);
  expect(eventFilePath('NEKPUR', 'a b')).toBe('/nekhpur/Events.ics?id=a%20b');
  expect(eventFilePath('NEKPUR', '..')).toBeNull();
});

test('a part of an address is decoded, and one that is malformed is none', () => {
  expect(['a%20b', '%E0%A4%96', '', '%', '%E0%A4'].map(percentDecoded)).toEqual([
    'a b',
    'ख',
    '',
    null,
    null,
  ]);
});

describe('languages', () => {
  test('a path below /hi is Hindi, in any letter case', () => {
    const paths = ['/hi', '/HI/News', '/hi/', '/history', '/', '/News/hi'];
    expect(paths.map(languageOf)).toEqual(['hi', 'hi', 'hi', 'en', 'en', 'en']);
    expect(paths.map(englishPath)).toEqual(['/', '/News', '/', '/history', '/', '/News/hi']);
  });

  test('a page has an address in each language, a file and a feed one for both', () => {
    expect(['/', '/News', '/News?q=a', '/apiary'].map((path) => localPath('hi', path))).toEqual([
      '/hi',
      '/hi/News',
      '/hi/News?q=a',
      '/hi/apiary',
    ]);
    const common = [
      '/api/image/1',
      '/assets/a.css',
      '/files/a.pdf',
      '/News.atom',
      '/News.rss',
      '/Events.ics?id=1',
      '/sitemap.xml',
      '/a.pdf#page=2',
      'https://a.example/',
      'tel:1',
    ];
    expect(common.map((path) => localPath('hi', path))).toEqual(common);
    expect(localPath('hi', '/News/1/plan.pdf-file')).toBe('/hi/News/1/plan.pdf-file');
    expect(localPath('hi', '/News/api/1')).toBe('/hi/News/api/1');
    expect(localPath('en', '/News')).toBe('/News');
  });

  test('each has its tags, and another one', () => {
    expect(LANGUAGE_TAGS).toEqual({
      en: { html: 'en-IN', region: 'en-IN', locale: 'en_IN' },
      hi: { html: 'hi', region: 'hi-IN', locale: 'hi_IN' },
    });
    expect([otherLanguage('en'), otherLanguage('hi')]).toEqual(['hi', 'en']);
  });

  test.each([
    ['en', 'Annual Day 2026', ['Annual Day 2026']],
    ['en', '2026', ['2026']],
    ['hi', '2026', ['2026']],
    ['hi', 'खेल 2026', ['खेल 2026']],
    ['en', 'खेल 2026', ['hi:खेल 2026']],
    ['hi', 'Sports (2026)', ['en:Sports (2026)']],
    ['en', 'Sports खेल दिवस 2026', ['Sports ', 'hi:खेल दिवस', ' 2026']],
    ['en', 'खेल, दिवस Sports क', ['hi:खेल, दिवस', ' Sports ', 'hi:क']],
    ['hi', 'खेल Sports 2026 Day दिवस', ['खेल ', 'en:Sports 2026 Day', ' दिवस']],
    ['hi', 'A खेल', ['en:A', ' खेल']],
  ] as const)('in a page of %s, %s is %j', (language, text, runs) => {
    expect(
      scriptRuns(text, language).map((run) => (run.lang ? `${run.lang}:${run.text}` : run.text)),
    ).toEqual(runs);
  });
});

describe('documents', () => {
  const document = { file: 'fee-structure.pdf', title: 'Fees', language: 'English' };
  const facts = (bytes: number | null) => documentFacts({ ...document, bytes });

  test('have their size in steps that mean something to people', () => {
    expect([0, 1_499, 1_500, 999_499, 999_500, 1_440_000, null].map(facts)).toEqual([
      'PDF, 1 KB, English',
      'PDF, 1 KB, English',
      'PDF, 2 KB, English',
      'PDF, 999 KB, English',
      'PDF, 1.0 MB, English',
      'PDF, 1.4 MB, English',
      'PDF, English',
    ]);
  });

  test('have a page each, and are known by their link', () => {
    expect(documentPath('NEKPUR', 'fee-structure.pdf')).toBe('/nekhpur/Documents/fee-structure');
    expect(documentPath('FARRUKHABAD', 'a.pdf.pdf')).toBe('/Documents/a.pdf');
    expect(documentPath('FARRUKHABAD', 'a.pdf-b')).toBe('/Documents/a.pdf-b');
    const known = [
      { ...document, bytes: 1 },
      { ...document, file: 'b.pdf', bytes: 2 },
    ];
    expect(documentAt('/files/b.pdf', known)).toBe(known[1]);
    expect([documentAt('/files/c.pdf', known), documentAt('b.pdf', known)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('a file of the provider is what the end of its id says', () => {
    const ids = ['a.pdf', 'b/C.PDF', 'a.jpg', 'a.jpeg', 'a.png', 'a.webp'];
    expect(ids.map(fileType)).toEqual(['PDF', 'PDF', ...Array<string>(4).fill('picture')]);
    expect(['a.doc', 'pdf', 'a.pdf/b', '66f0', ''].map(fileType)).toEqual(Array(5).fill(null));
  });
});

describe('pictures', () => {
  const widthsIn = (srcSet: string) => srcSet.split(', ').map((source) => source.split(' ')[1]);

  test('come in the widths that are offered, up to the one that holds the original', () => {
    const { src, srcSet } = pictureSources('a b', { widest: 320 });
    expect(srcSet).toBe('/api/image/a%20b?w=160 160w, /api/image/a%20b?w=320 320w');
    expect(src).toBe('/api/image/a%20b?w=320');
    expect(widthsIn(pictureSources('a').srcSet)).toEqual(
      PICTURE_WIDTHS.map((width) => `${width}w`),
    );
    expect(pictureSources('a').src).toBe('/api/image/a?w=640');
    const naturalWidths = [100, 160, 161, 1_000, 5_000];
    expect(
      naturalWidths.map(
        (naturalWidth) => widthsIn(pictureSources('a', { naturalWidth }).srcSet).length,
      ),
    ).toEqual([1, 1, 2, 6, 7]);
    expect(widthsIn(pictureSources('a', { widest: 320, naturalWidth: 5_000 }).srcSet)).toEqual([
      '160w',
      '320w',
    ]);
    expect([160, 640, 1_600, 161, 0].map(isPictureWidth)).toEqual([true, true, true, false, false]);
  });

  test('have the shape that messengers show', () => {
    expect(sharePictureUrl('a')).toBe('/api/image/a?size=1200x630');
  });
});
