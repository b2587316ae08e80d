import { expect, test } from 'vitest';
import { callLink, documentUrl, fileUrl, isExternal, linkRel } from '../../../shared/links.ts';

test('a file is found at its id or path, each part encoded', () => {
  expect(fileUrl('66f0')).toBe('/api/image/66f0');
  expect(fileUrl('/photos/sports day.jpg')).toBe('/api/image/photos/sports%20day.jpg');
  expect(fileUrl('a/?x=1#y')).toBe('/api/image/a/%3Fx%3D1%23y');
  expect(fileUrl('javascript:alert(1)')).toBe('/api/image/javascript%3Aalert(1)');
  expect(fileUrl('//evil.example/x')).toBe('/api/image/evil.example/x');
  expect(fileUrl('a.b-c_1')).toBe('/api/image/a.b-c_1');
});

test('a document of the provider is linked as our file, one elsewhere with nofollow', () => {
  expect(documentUrl('files/a b.pdf')).toBe('/api/image/files/a%20b.pdf');
  expect(documentUrl('https://example.org/a.pdf')).toBe('https://example.org/a.pdf');
  expect(linkRel('/api/image/a.pdf')).toBe('noopener');
  expect(linkRel('https://example.org/a.pdf')).toBe('noopener nofollow');
});

test('a telephone number is called by its digits and its plus, without the (0) after a country code', () => {
  for (const phone of ['+91 (0) 98765-43210', '+91-(0)98765 43210'])
    expect(callLink(phone)).toBe('tel:+919876543210');
  expect(callLink('(05692) 234567')).toBe('tel:05692234567');
});

test('only http and https links are external', () => {
  const links = ['https://a.example', 'HTTP://a.example', '/Events?q=https://a.example', 'tel:1'];
  expect(links.filter(isExternal)).toEqual(links.slice(0, 2));
});
