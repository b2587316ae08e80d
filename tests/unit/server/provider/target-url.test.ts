import { expect, test } from 'vitest';
import { filePath, targetUrl } from '../../../../server/provider/target-url.ts';

test('R-225 R-238: sound paths keep their prefix and every byte', () => {
  const base = 'https://provider.example/school/v1';
  const paths = `/api/events/All/GISNUP /api/news/all/GISNUP /api/subGallery?id=65f%20a
    /api/form/GISNUP/Get%20In%20Touch /api/image/65fa01 /api/image/uploads/a..b.jpg /api/image/100%25.jpg
    /api/image/%E0%A4%B9.jpg /api/image/a'(1)~!*.jpg /api/image/photo. /api/image/a.;b.jpg
    /api/image/50%25a /api/image/50%25b.jpg`.split(/\s+/);
  for (const path of paths) expect(targetUrl(base, path).href).toBe(`${base}${path}`);
  for (const end of ['', '/', '//'])
    expect(targetUrl(`http://h:1${end}`, '/api/x').href).toBe('http://h:1/api/x');
  expect(targetUrl(base, `/${'a'.repeat(2_047)}`).pathname).toHaveLength(10 + 2_048);
  expect(() => targetUrl(base, `/${'a'.repeat(2_048)}`)).toThrow('provider: refused-path');
  expect(filePath('uploads/été 1.jpg')).toBe('/api/image/uploads/%C3%A9t%C3%A9%201.jpg');
});
