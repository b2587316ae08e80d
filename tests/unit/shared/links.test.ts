import { expect, test } from 'vitest';
import {
  callLink,
  documentUrl,
  fileUrl,
  isExternal,
  linkRel,
  recordLink,
  safeLink,
} from '../../../shared/links.ts';

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

test('a telephone number is called by its digits and one country code, without a zero after it', () => {
  for (const phone of [
    '+91 (0) 98765-43210',
    '+91-(0)98765 43210',
    '091-98765-43210',
    '0091 9876543210',
    '+91+919876543210',
    '+91 +91-98765-43210',
    '(+91) 98765 43210,',
    '+91 09876543210',
  ])
    expect([phone, callLink(phone)]).toEqual([phone, 'tel:+919876543210']);
  expect(callLink('(05692) 234567')).toBe('tel:05692234567');
  expect(callLink('+91 (05692) 234567')).toBe('tel:+915692234567');
  expect(callLink('91919 19191')).toBe('tel:9191919191');
  expect(callLink('+1 202+5550123')).toBe('tel:+12025550123');
});

test.each([
  ['mailto:a@b.example?cc=c@d.example&bcc=e@f.example&to=g@h.example', 'mailto:a@b.example'],
  ['mailto:a@b.example%0D%0Abcc:c@d.example', 'mailto:a@b.example'],
  ['mailto:a@b..example', 'mailto:a@b.example'],
  [
    'MAILTO:a@b.example,c@d.example?Subject=Fees&body=One%0D%0Atwo',
    'mailto:a@b.example,c@d.example?Subject=Fees&body=One%20two',
  ],
  ['mailto:', null],
  ['mailto:a@b.example;bcc=c@d.example', 'mailto:a@b.example'],
  ['tel:9876543210,9876543211', 'tel:9876543210'],
  ['tel:%2B919876543210', 'tel:+919876543210'],
  ['tel:+91%2098765-43210,', 'tel:+919876543210'],
  ['tel:+91+919876543210;ext=2', 'tel:+919876543210'],
  ['tel:', null],
])('%s leads to %s', (written, href) => {
  expect(safeLink(written)).toBe(href);
});

test('a record may have an e-mail address alone, or a scheme that is written otherwise', () => {
  for (const address of ['', 'mailto://', 'mailto: ', 'MAILTO:mailto:%20'])
    expect(recordLink(`${address}a@b.example`)).toBe('mailto:a@b.example');
  expect(recordLink()).toBe(null);
});

test('only http and https links are external', () => {
  const links = ['https://a.example', 'HTTP://a.example', '/Events?q=https://a.example', 'tel:1'];
  expect(links.filter(isExternal)).toEqual(links.slice(0, 2));
});
