import { expect, test } from 'vitest';
import { lineOf, textOf } from '../../../shared/provider-text.ts';
import { cpuMs } from '../../support/cpu.ts';

/** Texts of the provider, and as readers see them. */
const TEXTS: readonly (readonly [written: unknown, read: string])[] = [
  ['Fees &amp; dues', 'Fees & dues'],
  ['A &amp;amp; B', 'A & B'],
  ['&#8377; 500 &#x20b9; 600&nbsp;only', '₹ 500 ₹ 600 only'],
  ['&ldquo;Come&rdquo; &ndash; all', '“Come” – all'],
  ['Tom &amp Jerry &nbsp', 'Tom & Jerry'],
  ['AT&T, R&D, News&notes, &copy 2026, &unknown;', 'AT&T, R&D, News&notes, &copy 2026, &unknown;'],
  ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['<p>One</p>\r\n\r\n<p>Two</p>', 'One\n\nTwo'],
  ['One<br>Two<br/>Three<BR />Four', 'One\nTwo\nThree\nFour'],
  ['One<br>\nTwo<br><br>Three', 'One\nTwo\n\nThree'],
  ['<ul><li>One</li><li>Two</li></ul>End', 'One\nTwo\n\nEnd'],
  ['<div>One</div><div>Two</div>', 'One\nTwo'],
  ['<table><tr><td>One</td><td>Two</td></tr></table>', 'One Two'],
  [
    '<b style="color:red">Bold</b> <SPAN class=\'x>y\'>span</SPAN> <a href=x>here</a>',
    'Bold span here',
  ],
  ['<o:p></o:p><!-- a > b -->Word<![if !supportLists]>s<![endif]><?xml version="1.0"?>', 'Words'],
  ['<!doctype html><style>p { color: red }</style>Styled', 'Styled'],
  ['<script>alert(1)</script>Safe<script src=x>', 'Safe'],
  ['<script type="a">alert(1)</script >Safe', 'Safe'],
  ['<style media=print>p { color: red }</style\n>Styled', 'Styled'],
  ['<img src=x onerror="alert(1)">Safe', 'Safe'],
  ['&lt;p&gt;Encoded&lt;br&gt;twice&lt;/p&gt;', 'Encoded\ntwice'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;Safe', 'Safe'],
  ['a < b > c', 'a < b > c'],
  ['Class <5 years', 'Class <5 years'],
  ['I <3 GIS, I &lt;3 GIS', 'I <3 GIS, I <3 GIS'],
  ['5 < 6 and 7 > 3 & so on', '5 < 6 and 7 > 3 & so on'],
  ['x<b and c>d', 'x<b and c>d'],
  ['Dear <name>, <parents>', 'Dear <name>, <parents>'],
  ['</', '</'],
  ['<p', '<p'],
  ['वार्षिक उत्सव – कक्षा १०', 'वार्षिक उत्सव – कक्षा १०'],
  // Joiners decide how Hindi letters and families of emoji look.
  ['क्\u200dष क्\u200cष 👨‍👩‍👧', 'क्\u200dष क्\u200cष 👨‍👩‍👧'],
  ['  one \t two\n\n\n\nthree\u00a0four\r\nfive ', 'one two\n\nthree four\nfive'],
  ['Con\u0000trol\u0007 \u001b[1m', 'Control [1m'],
  ['&#0;&#1;&#7;a&#x9f;&#10;b', '\ufffdaŸ\nb'],
  ['\ufdd0mark\ufdd2', 'mark'],
  ['\u202eTurned\u202c and \u2067isolated\u2069', 'Turned and isolated'],
  ['half \ud83d', 'half \ufffd'],
  ['\u200b\u200d\u2060 \ufeff', ''],
  ['<p>&nbsp;</p><br>', ''],
  ['', ''],
  [1024, '1024'],
  [0, '0'],
  ...[null, undefined, true, {}, [], ['x']].map((value) => [value, ''] as const),
];

test.each(TEXTS)('R-157 to R-168: the text %j of a record is read as %j', (written, read) => {
  const line = read.replace(/\n+/g, ' ');
  expect([textOf(written), lineOf(written)]).toEqual([read, line]);
  expect([textOf(read), lineOf(line)], 'read again').toEqual([read, line]);
});

test.each([
  [
    'a\nb',
    'br div li tr dt dd section article header footer figure figcaption address center caption',
  ],
  ['a\n\nb', 'p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre hr'],
  ['a b', 'td th option'],
  [
    'ab',
    'a abbr b base big body button cite code col colgroup del details dfn em embed font form head ' +
      'html i iframe img input ins kbd label link main mark marquee math meta nav noscript object q s ' +
      'samp script select small source span strike strong style sub summary sup svg tbody template ' +
      'textarea tfoot thead time title tt u var video audio wbr o:p',
  ],
])('R-157 to R-168: two letters are read as %j with a tag between them of: %s', (read, names) => {
  for (const name of names.split(' '))
    expect([name, textOf(`a<${name}>b`), textOf(`a</${name}>b`)]).toEqual([name, read, read]);
});

test('a text of any length is cut at 20,000 characters, and inside none of them', () => {
  expect(textOf('x'.repeat(100_000))).toHaveLength(20_000);
  expect(textOf(`x${'\u{1f393}'.repeat(15_000)}`)).toBe(`x${'\u{1f393}'.repeat(9_999)}`);
  expect(textOf(`<p>${'<b></b>'.repeat(5_000)}end</p>`)).toBe('end');
  expect(textOf(`<p>${'<b></b>'.repeat(10_000)}end</p>`)).toBe('');
});

/** The least CPU time of three rounds, in milliseconds. */
const cpuOf = (text: string) =>
  Math.min(...Array.from({ length: 3 }, () => cpuMs(() => void textOf(text))));

test.each([
  '<',
  '<b ',
  '<b "',
  "<b '",
  '<b x="',
  '<a b=\'"',
  ...(
    '<<b>|</b|<!--|<![|<?x|<script>|<style|</script |<p>|&|&amp|&amp;|&lt;|&#|&#1|&a| |\n |' +
    '\u200b|\u00a0|a<b c=d |&lt;b |<br>\n'
  ).split('|'),
])('a text of 64,000 characters of %j is read in linear time', (part) => {
  const text = part.repeat(Math.floor(64_000 / part.length));
  // A quadratic reading of eight times the text takes 64 times as long, which is seconds.
  expect(cpuOf(text)).toBeLessThan(20 * cpuOf(text.slice(0, 8_000)) + 250);
});

test('a text that was encoded more than four times is decoded four times', () => {
  expect(textOf(`&${'amp;'.repeat(4)}`)).toBe('&');
  expect(textOf(`&${'amp;'.repeat(6)}`)).toBe('&amp;amp;');
});
