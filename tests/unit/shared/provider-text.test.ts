import { expect, test } from 'vitest';
import { parseLine, parseText } from '../../../shared/provider-text.ts';
import { cpuMs } from '../../support/cpu.ts';

/** Texts of the provider, and as readers see them. */
const TEXTS: Readonly<Record<string, readonly (readonly [written: unknown, read: string])[]>> = {
  'character references are read once or twice, and other ampersands stay': [
    ['Fees &amp; dues', 'Fees & dues'],
    ['A &amp;amp; B', 'A & B'],
    ['&#8377; 500 &#x20b9; 600&nbsp;only', '₹ 500 ₹ 600 only'],
    ['&ldquo;Come&rdquo; &ndash; all', '“Come” – all'],
    ['Tom &amp Jerry &nbsp', 'Tom & Jerry'],
    [
      'AT&T, R&D, News&notes, &copy 2026, &unknown;',
      'AT&T, R&D, News&notes, &copy 2026, &unknown;',
    ],
  ],
  'blocks are lines and paragraphs': [
    ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['<p>One</p>\r\n\r\n<p>Two</p>', 'One\n\nTwo'],
    ['One<br>Two<br/>Three<BR />Four', 'One\nTwo\nThree\nFour'],
    ['One<br>\nTwo<br><br>Three', 'One\nTwo\n\nThree'],
    ['<ul><li>One</li><li>Two</li></ul>End', 'One\nTwo\n\nEnd'],
    ['<div>One</div><div>Two</div>', 'One\nTwo'],
    ['<table><tr><td>One</td><td>Two</td></tr></table>', 'One Two'],
  ],
  'elements inside a line, comments, scripts and what Word adds are left out': [
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
    ['Camp at <st1:place w:st="on">Nekpur</st1:place>', 'Camp at Nekpur'],
    ['A<script>"<!--"</script>B<!-- <style> -->C<style>d', 'ABCd'],
    ['Done<xml><w:View>Normal</w:View><w:Zoom>0</w:Zoom></xml>', 'Done'],
    ['Sports\vVenue: Main ground', 'Sports\nVenue: Main ground'],
  ],
  'links are written as Markdown, with their words alone where the address is not safe': [
    [
      '<a href="https://forms.gle/abc123">Click here</a> to register',
      '[Click here](https://forms.gle/abc123) to register',
    ],
    [
      '<p>Write to <A class=x HREF=mailto:office@gis.example>the\n<b>office</b></A>.</p>',
      'Write to [the office](mailto:office@gis.example).',
    ],
    ["<a href='/Admission?a=1&amp;b=2'>Form</a>", '[Form](/Admission?a=1&b=2)'],
    ['<a href="https://x.example/a_(b)"> A </a>', '[A](https://x.example/a_%28b%29)'],
    // An address that is written needs no second one.
    ['<a href="https://x.example/a">https://x.example/a</a>', 'https://x.example/a'],
    ['<a href="tel:+919876543210">+91 98765 43210</a>', '+91 98765 43210'],
    ['<a href="office@gis.example">Write</a>', '[Write](mailto:office@gis.example)'],
    ['&lt;a href="https://x.example/"&gt;Encoded&lt;/a&gt;', '[Encoded](https://x.example/)'],
    ...[
      'javascript:alert(1)',
      'java&#x73;cript:alert(1)',
      '//x.example',
      'data:text/html,x',
      '#top',
    ].map((address) => [`<a href="${address}">Words</a>`, 'Words'] as const),
    ['<a name="_GoBack"></a>A</a> <a href="https://x.example/">unclosed', 'A unclosed'],
  ],
  'encoded tags are tags, and other signs of less and more stay': [
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
  ],
  'spaces, controls and marks of direction are tidied, and Hindi stays': [
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
  ],
  'numbers are text, and other values nothing': [
    [1024, '1024'],
    [0, '0'],
    ...[null, undefined, true, {}, [], Number.NaN, { a: 'x' }].map((value) => [value, ''] as const),
  ],
};

/** What a title has of a text: no links, one line. */
const lineOf = (text: string) => text.replace(/\[([^[\]]+)\]\(\S+\)/g, '$1').replace(/\n+/g, ' ');

test.each(Object.entries(TEXTS))('R-157 to R-168: %s', (_what, texts) => {
  for (const [written, read] of texts) {
    const both = { written, text: read, line: lineOf(read) };
    expect({ written, text: parseText(written), line: parseLine(written) }).toEqual(both);
    expect({ written, text: parseText(read), line: parseLine(both.line) }, 'again').toEqual(both);
  }
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
    'a abbr acronym b base bdi bdo big body button cite code col colgroup del details dfn em embed ' +
      'fieldset font form head html i iframe img input ins kbd label legend link main mark marquee math ' +
      'meta nav nobr noscript object q ruby s samp script select small source span strike strong style ' +
      'sub summary sup svg tbody template textarea tfoot thead time title tt u var video audio wbr ' +
      'o:p st1:place w:sdt my-element x-y2',
  ],
])('R-157 to R-168: with such a tag between them, two letters are %j', (read, names) => {
  for (const name of names.split(' '))
    expect([name, parseText(`a<${name}>b`), parseText(`a</${name}>b`)]).toEqual([name, read, read]);
});

test('a text of any length is cut at 20,000 characters, and inside none of them', () => {
  expect(parseText('x'.repeat(100_000))).toHaveLength(20_000);
  expect(parseText(`x${'\u{1f393}'.repeat(15_000)}`)).toBe(`x${'\u{1f393}'.repeat(9_999)}`);
  expect(parseText(`<p>${'<b></b>'.repeat(5_000)}end</p>`)).toBe('end');
  expect(parseText(`<p>${'<b></b>'.repeat(10_000)}end</p>`)).toBe('');
});

/** The least CPU time of three rounds, in milliseconds. */
const cpuOf = (text: string) =>
  Math.min(...Array.from({ length: 3 }, () => cpuMs(() => void parseText(text))));

test.each([
  '<',
  '<b ',
  '<b "',
  "<b '",
  '<b x="',
  '<a b=\'"',
  ...(
    '<<b>|</b|<!--|<![|<?x|<script>|<style|</script |<p>|&|&amp|&amp;|&lt;|&#|&#1|&a| |\n |' +
    '\u200b|\u00a0|a<b c=d |&lt;b |<br>\n|<a href=x>|<a href="https://x.example">a|</a>|<a href=|<xml>'
  ).split('|'),
])('a text of 64,000 characters of %j is read in linear time', (part) => {
  const text = part.repeat(Math.floor(64_000 / part.length));
  // A quadratic reading of eight times the text takes 64 times as long, which is seconds.
  expect(cpuOf(text)).toBeLessThan(20 * cpuOf(text.slice(0, 8_000)) + 250);
});

test('a text that was encoded more than four times is decoded four times', () => {
  expect(parseText(`&${'amp;'.repeat(4)}`)).toBe('&');
  expect(parseText(`&${'amp;'.repeat(6)}`)).toBe('&amp;amp;');
});
