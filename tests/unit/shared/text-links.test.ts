import { expect, test } from 'vitest';
import {
  endOfLink,
  textRuns,
  withAddresses,
  withoutTargets,
  writeLink,
} from '../../../shared/text-links.ts';
import { cpuMs } from '../../support/cpu.ts';

/** The links of a text, `words > address`. */
function linksIn(text: string): string[] {
  return textRuns(text).flatMap(({ text: words, href }) =>
    href === null ? [] : `${words} > ${href}`,
  );
}

test.each([
  ['https://x.example/a', 'https://x.example/a'],
  ['HTTP://x.example', 'http://x.example/'],
  ['www.gis.example/a?b=c', 'https://www.gis.example/a?b=c'],
  ['forms.gle/aBc123', 'https://forms.gle/aBc123'],
  ['https://en.wikipedia.org/wiki/A_(b)', 'https://en.wikipedia.org/wiki/A_(b)'],
  ['office@gis.edu.in', 'mailto:office@gis.edu.in'],
  ['+91-98765-43210', 'tel:+919876543210'],
  ['+91 (98765) 43210', 'tel:+919876543210'],
  ['9876543210', 'tel:9876543210'],
  ['098765 43210', 'tel:09876543210'],
  ['05692-234567', 'tel:05692234567'],
  ['1800-180-5522', 'tel:18001805522'],
  ['९८७६५ ४३२१०', 'tel:9876543210'],
  ['091-98765-43210', 'tel:+919876543210'],
  ['+91+919876543210', 'tel:+919876543210'],
  ['(+91) 98765 43210', 'tel:+919876543210'],
  ['(05692) 234567', 'tel:05692234567'],
  ['05692 - 234567', 'tel:05692234567'],
  ['91-9876543210', 'tel:+919876543210'],
  ['[+91] 98765-43210', 'tel:+919876543210'],
  ['(091) 9876543210', 'tel:+919876543210'],
  ['office@gis..edu.in', 'mailto:office@gis.edu.in'],
])('%s is a link, in any sentence, and nothing around it', (written, href) => {
  for (const [before, after] of [
    '|',
    '(|)',
    'See |.',
    'देखें: |।',
    '“|”, or',
    'a\n|\nb',
    'Ph.|/x@y',
  ].map((text) => text.split('|'))) {
    // A slash belongs to an address.
    if (after === '/x@y' && !/^\d|^\+/.test(written)) continue;
    expect(linksIn(`${before}${written}${after}`)[0]).toBe(`${written} > ${href}`);
  }
});

test.each([
  'B.Com/M.Com, I.Sc., Sr.Sec/Jr.Sec, a.m./p.m.',
  'Class X/XII, 2026-27, 05-12-2026 10.30, Rs.500/month',
  'Affiliation 2130999, UDISE 09290100101, account 12345678901234, 1.9876543210',
  'javascript:alert(1) data:text/html //x.example user@host https://',
  '[1](see below) [a](javascript:alert(1)) [a](https://u:p@x.example/)',
])('%s has no link', (text) => {
  expect(linksIn(text)).toEqual([]);
});

test('an address after mailto: is a link without it', () => {
  expect(textRuns('Write to mailto:a@x.example.')).toEqual([
    { text: 'Write to ', href: null },
    { text: 'a@x.example', href: 'mailto:a@x.example' },
    { text: '.', href: null },
  ]);
});

test('two numbers and two addresses are two links each', () => {
  expect(linksIn('9876543210/9876543211, a@x.example / b@x.example')).toHaveLength(4);
});

test('a link has the words of its author, and is written out where nothing can be clicked', () => {
  const text = `${writeLink('Click [here]', 'https://x.example/(a)')}, ${writeLink('form', '/Admission')}`;
  const address = 'https://x.example/%28a%29';
  expect(linksIn(text)).toEqual([`Click (here) > ${address}`, 'form > /Admission']);
  expect(withoutTargets(text)).toBe('Click (here), form');
  expect(
    withAddresses(`${text}, ${writeLink('us', 'mailto:a@x.example')}`, 'https://s.example'),
  ).toBe(`Click (here) (${address}), form (https://s.example/Admission), us (a@x.example)`);
  // A picture, and a bookmark of Word.
  expect([writeLink('', address), writeLink('', '#a')]).toEqual([` ${address} `, '']);
  expect(endOfLink('See 98765 43210 now', 9)).toBe(15);
  expect([0, 3, 16].map((at) => endOfLink('See 98765 43210 now', at))).toEqual([0, 3, 16]);
});

test.each('a|.|@|a.|a@|a@b.|9|+9|9 |0-|[|[a](|[a](b|www.|https://|a.in/|०|क'.split('|'))(
  'a text of 20,000 characters of %j is read in linear time',
  (part) => {
    const text = part.repeat(20_000 / part.length);
    expect(cpuMs(() => void textRuns(text))).toBeLessThan(1_000);
  },
);
