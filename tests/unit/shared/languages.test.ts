import { expect, test } from 'vitest';
import { englishPath, parseLanguage, localPath } from '../../../shared/languages.ts';

test('a path below /hi is Hindi, in any letter case', () => {
  const paths = ['/hi', '/HI/News', '/hi/', '/history', '/', '/News/hi'];
  expect(paths.map(parseLanguage)).toEqual(['hi', 'hi', 'hi', 'en', 'en', 'en']);
  expect(paths.map(englishPath)).toEqual(['/', '/News', '/', '/history', '/', '/News/hi']);
});

test('a page has an address in each language, a file and a feed one for both', () => {
  for (const path of ['/News', '/News?q=a', '/apiary'])
    expect(localPath('hi', path)).toBe(`/hi${path}`);
  expect(localPath('hi', '/')).toBe('/hi');
  const common =
    '/api/image/1 /assets/a.css /files/a /News.rss /Events.ics?id=1 /sitemap.xml /a.pdf#page=2 https://a.example/ tel:1'.split(
      ' ',
    );
  expect(common.map((path) => localPath('hi', path))).toEqual(common);
  expect(localPath('hi', '/News/1/plan.pdf-file')).toBe('/hi/News/1/plan.pdf-file');
  expect(localPath('hi', '/News/api/1')).toBe('/hi/News/api/1');
  expect(localPath('en', '/News')).toBe('/News');
});
