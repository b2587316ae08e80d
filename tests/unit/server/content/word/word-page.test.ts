import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Prose } from '../../../../../client/parts/RichText.tsx';
import { readWordPage } from '../../../../../server/content/word/word-page.ts';
import { formatFinding } from '../../../../../server/content/problem.ts';
import { writeZip } from '../../../../../server/content/zip.ts';
import { PNG } from '../../../../support/png.ts';
import { element, tableOf } from '../../../../support/rich-element.ts';
import {
  paragraph,
  run,
  table,
  wordDocument,
  wordPicture,
} from '../../../../support/word-document.ts';

const TITLE = paragraph('School transport', { style: 'Title' });
const TEXT = paragraph('Buses leave at 7:10.');

async function read(body: string, options?: Parameters<typeof wordDocument>[1]) {
  const { errors, warnings, ...page } = await readWordPage(
    wordDocument(body, options),
    (number) => `transport-${number}`,
  );
  return { ...page, errors: errors.map(formatFinding), warnings: warnings.map(formatFinding) };
}

test('headings by style, lists in lists, tables, links, pictures and emphasis are read', async () => {
  const { title, blocks, errors, warnings, pictures } = await read(
    [
      TITLE,
      paragraph('Routes', { style: 'heading2' }),
      paragraph(
        `${run('Two ')}${run('buses', '<w:b/><w:vanish w:val="0"/>')}${run(', ', '<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>')}${run('daily', '<w:i/>')}`,
      ),
      paragraph('North', { list: 'bullet' }),
      paragraph('Kaimganj', { list: 'decimal', level: 1 }),
      paragraph('Stops', { style: 'heading3' }),
      table([
        ['Stop', 'Time'],
        ['Kaimganj', '7:10'],
        ['', ''],
      ]),
      paragraph('Drop by drop.', { style: 'Quote' }),
      paragraph(`<w:hyperlink r:id="news">${run('News')}</w:hyperlink>`),
      paragraph(wordPicture('bus', 'A yellow bus')),
      paragraph('At the gate', { style: 'caption' }),
    ].join(''),
    {
      links: { news: 'https://school.example/News', bus: 'media/bus.png' },
      parts: { 'word/media/bus.png': PNG },
    },
  );
  expect([errors, warnings, title]).toEqual([[], [], 'School transport']);
  expect(blocks).toEqual([
    element('h2', 'Routes'),
    element('p', 'Two ', element('strong', 'buses'), ', ', element('em', 'daily')),
    element('ul', element('li', 'North', element('ol', element('li', 'Kaimganj')))),
    element('h3', 'Stops'),
    tableOf(
      [
        { ...element('th', 'Stop'), scope: 'col', spans: {} },
        { ...element('th', 'Time'), scope: 'col', spans: {} },
      ],
      [
        { ...element('th', 'Kaimganj'), scope: 'row', spans: {} },
        { ...element('td', '7:10'), label: 'Time', spans: {} },
      ],
    ),
    element('blockquote', element('p', 'Drop by drop.')),
    element('p', { ...element('a', 'News'), href: 'https://school.example/News' }),
    { picture: 'transport-1', alt: 'A yellow bus', caption: 'At the gate' },
  ]);
  expect([...pictures]).toEqual([['transport-1', PNG]]);
});

test('joined cells keep their columns, and no row repeats a heading', async () => {
  const cell = (text: string, properties = '') =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
  const rows = [
    cell('Class') + cell('Fee'),
    cell('I', '<w:vMerge w:val="restart"/>') + cell('10'),
    cell('', '<w:vMerge/>') + cell('20'),
    cell('All', '<w:gridSpan w:val="2"/>'),
  ];
  const { blocks } = await read(
    `${TITLE}<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`,
  );
  const html = renderToStaticMarkup(createElement(Prose, { blocks }));
  expect(html).toBe(
    '<div class="prose"><table><tbody><tr><th scope="col">Class</th><th scope="col">Fee</th></tr><tr><td rowSpan="2">I</td><td>10</td></tr><tr><td>20</td></tr><tr><td colSpan="2">All</td></tr></tbody></table></div>',
  );
});

test('the title is the first heading where none has the style of a title; fields follow it', async () => {
  const body = [
    paragraph('Transport', { style: 'heading1' }),
    paragraph('Campus: Nekpur'),
    paragraph('Menu: Facilities'),
    TEXT,
    paragraph('Routes', { style: 'heading1' }),
  ];
  const { title, fields, blocks } = await read(body.join(''));
  expect([title, fields]).toEqual(['Transport', { campus: 'Nekpur', menu: 'Facilities' }]);
  expect(blocks).toEqual([element('p', 'Buses leave at 7:10.'), element('h2', 'Routes')]);
});

const INLINE = (xml: string) => TITLE + TEXT + paragraph(xml);
const TEXT_BOX = `<w:txbxContent>${paragraph('Fees are due')}</w:txbxContent>`;

test.each([
  ...['<w:vanish/>', '<w:vanish w:val="1"/>', '<w:vanish w:val="on" ></w:vanish>'].map(
    (hidden): [string, string, string] => [
      `hidden text (${hidden})`,
      INLINE(run('secret', hidden)),
      'hidden text would be shown; delete it: secret',
    ],
  ),
  [
    'struck-out text',
    INLINE(run('Rs 5,000', '<w:strike/>')),
    'struck-out text would be shown as valid; delete it: Rs 5,000',
  ],
  [
    'a link to a disk',
    INLINE(`<w:hyperlink r:id="disk">${run('form')}</w:hyperlink>`),
    'the link of "form" does not work on a website: file:///C:/Office/form.doc',
  ],
  [
    'Hindi in Kruti Dev',
    INLINE(run('fo|ky; ds', '<w:rFonts w:ascii="Kruti Dev 010" w:hAnsi="Kruti Dev 010"/>')),
    '"fo|ky; ds" is Hindi in the font Kruti Dev 010, which browsers show as Latin letters: convert the text to Unicode (Mangal, Nirmala UI)',
  ],
  [
    'Hindi in a style in DevLys',
    INLINE('') + paragraph("vodk'k", { style: 'Old' }),
    '"vodk\'k" is Hindi in the font DevLys 010, which browsers show as Latin letters: convert the text to Unicode (Mangal, Nirmala UI)',
  ],
  [
    'lost letters',
    INLINE(run('Fees of ????? 2027')),
    'letters are lost ("????"): write the text again, and save it as UTF-8: e at 7:10. Fees of ????? 2027',
  ],
  ['HTML', INLINE(run('The &lt;b&gt;bus&lt;/b&gt;')), 'HTML is not possible here: <b>bus'],
  [
    'HTML in a description',
    INLINE(wordPicture('bus', 'A &lt;b&gt;bus')),
    'HTML is not possible here: <b>bus',
  ],
  [
    'lost letters in a description',
    INLINE(wordPicture('bus', '??? ??')),
    'letters are lost ("????"): write the text again',
  ],
  [
    'a mark of a merge',
    INLINE(run('&gt;&gt;&gt;&gt;&gt;&gt;&gt; office')),
    '">>>>>>> office" marks two versions of the page',
  ],
  [
    'a sign of Wingdings',
    INLINE(run('\uf0fc done')),
    'a sign of a special font (such as Wingdings) is not shown: write it in words',
  ],
  [
    'a picture without a description',
    INLINE(wordPicture('bus', '')),
    'picture 1 needs a description: select it in Word, and choose "Alt Text"',
  ],
  [
    'a linked picture',
    INLINE(wordPicture('web', 'Bus')),
    'picture 1 is not in the document: insert it with Insert, Pictures, This Device',
  ],
  [
    'a cropped picture',
    INLINE(wordPicture('bus', 'Bus', '<a:srcRect l="2500"/>')),
    'the picture "Bus" is cropped, but all of it would be published',
  ],
  [
    'a broken picture',
    INLINE(wordPicture('cut', 'Bus')),
    'picture 1: is not complete: copy it again',
  ],
  ['no title', TEXT, 'has no title: give its first line the style "Title" (Home, Styles)'],
  [
    'a title without a style above its fields',
    [
      paragraph('School transport'),
      paragraph('Campus: both'),
      paragraph('Routes', { style: 'heading1' }),
      TEXT,
    ].join(''),
    'has no title: give its first line the style "Title" (Home, Styles)',
  ],
  ['only a title', TITLE, 'has no text below its title'],
])('of a document with %s the page is rejected', async (_name, body, error) => {
  const { errors } = await read(body, {
    styles:
      '<w:style w:type="paragraph" w:styleId="Base"><w:name w:val="Base"/><w:rPr><w:rFonts w:ascii="DevLys 010"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Old"><w:name w:val="Normal (Web)"/><w:basedOn w:val="Base"/></w:style>',
    links: {
      disk: 'file:///C:/Office/form.doc',
      bus: 'media/bus.png',
      cut: 'media/cut.png',
      web: 'https://example.com/bus.png',
    },
    parts: { 'word/media/bus.png': PNG, 'word/media/cut.png': PNG.subarray(0, 80) },
  });
  expect(errors).toEqual([expect.stringContaining(error)]);
});

const NOTES = (name: string, text: string) =>
  `<w:${name} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:${name}>`;

test.each<[name: string, xml: string, parts: Record<string, string>, warning: string]>([
  [
    'a comment',
    TEXT,
    { 'word/comments.xml': NOTES('comments', 'ask the office') },
    'a comment is left out: ask the office',
  ],
  [
    'a footnote',
    TEXT,
    { 'word/footnotes.xml': NOTES('footnotes', 'except Sundays') },
    'a footnote is left out; write it in the text: except Sundays',
  ],
  [
    'a header',
    TEXT,
    { 'word/header1.xml': NOTES('hdr', 'Letterhead') },
    'the header or footer is left out: Letterhead',
  ],
  [
    'a diagram',
    TEXT,
    { 'word/diagrams/data1.xml': '<a:t>Principal</a:t>' },
    'a chart or diagram is left out; insert it as a picture: Principal',
  ],
  [
    'a formula',
    paragraph('<m:oMath><m:r><m:t>a=b</m:t></m:r></m:oMath>'),
    {},
    'a formula is left out; insert it as a picture: a=b',
  ],
  [
    'tracked changes',
    paragraph(
      `<w:ins w:id="1">${run('new fee')}</w:ins><w:del w:id="2"><w:r><w:delText>old fee</w:delText></w:r></w:del>`,
    ),
    {},
    'tracked changes are shown as if accepted; deleted: old fee',
  ],
  [
    'WordArt',
    paragraph('<w:r><w:pict><v:shape><v:textpath string="Welcome"/></v:shape></w:pict></w:r>'),
    {},
    'WordArt is left out; write it as text: Welcome',
  ],
  [
    'a text box that is not known',
    paragraph(
      `<w:r><mc:AlternateContent><mc:Choice>${TEXT_BOX}</mc:Choice></mc:AlternateContent></w:r>`,
    ),
    {},
    'a text box is left out; write it as text: Fees are due',
  ],
  [
    'a text box',
    paragraph(`<w:r><w:pict><v:shape><v:textbox>${TEXT_BOX}</v:textbox></v:shape></w:pict></w:r>`),
    {},
    'a text box is shown below its paragraph: Fees are due',
  ],
  [
    'an embedded sheet',
    paragraph('<w:r><w:object><o:OLEObject ProgID="Excel.Sheet.12"/></w:object></w:r>'),
    {},
    'an embedded file of another program is left out; insert it as a table or a picture',
  ],
  [
    'a table of tabs',
    paragraph(`${run('Class')}<w:r><w:tab/></w:r>${run('Age')}`),
    {},
    'columns of tabs are shown as text; use a table (Insert, Table): Class Age',
  ],
  [
    'a row that begins in a later column',
    table([
      ['A', 'B'],
      ['1', '2'],
    ]).replace('<w:tr><w:tc>', '<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr><w:tc>'),
    {},
    'a row of a table begins in a later column, and is shown from the first: give it all its cells',
  ],
  [
    'a style of its own',
    paragraph('Notice', { style: 'NoticeBoard' }),
    {},
    'paragraphs of these styles are shown as plain text; use Heading 1, Heading 2 and Quote: "Notice Board"',
  ],
])('%s is named with its words', async (_name, xml, parts, warning) => {
  const { errors, warnings } = await read(TITLE + TEXT + xml, { parts });
  expect(errors).toEqual([]);
  expect(warnings).toContain(warning);
});

const ENTITY = '<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
const CFB = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const WHOLE = wordDocument(TITLE + TEXT);

test.each<[name: string, file: Buffer, error: RegExp]>([
  ['a .doc', CFB, /^is Word 97-2003 \(\.doc\): open it in Word/],
  [
    'an encrypted one',
    Buffer.concat([CFB, Buffer.from('EncryptedPackage', 'utf16le')]),
    /^is protected with a password/,
  ],
  ['Rich Text', Buffer.from('{\\rtf1 Text}'), /^is Rich Text \(\.rtf\)/],
  ['a PDF', Buffer.from('%PDF-1.4'), /^is PDF: /],
  ['a web page', Buffer.from('<html></html>'), /^is HTML: /],
  [
    'an OpenDocument',
    writeZip(new Map([['mimetype', Buffer.from('application/vnd.oasis.opendocument.text')]])),
    /^is OpenDocument/,
  ],
  ['a spreadsheet', writeZip(new Map([['xl/workbook.xml', Buffer.from('<w/>')]])), /^is Excel/],
  [
    'macros',
    wordDocument(TEXT, { parts: { 'word/vbaProject.bin': CFB } }),
    /^is a document with macros/,
  ],
  ['an empty file', Buffer.alloc(0), /^is not a complete Word document/],
  ['a cut file', WHOLE.subarray(0, -100), /^is not a complete Word document/],
  ['a changed byte', Buffer.from(WHOLE).fill(0, 2_000, 2_001), /^is not a complete Word document/],
  [
    'an entity',
    wordDocument(TEXT, { parts: { 'word/styles.xml': ENTITY } }),
    /^is not a complete Word document/,
  ],
  ['XML that is not well-formed', wordDocument('<w:p>'), /^cannot be read/],
  [
    '100,000 nested elements',
    wordDocument('<w:ins>'.repeat(100_000) + '</w:ins>'.repeat(100_000)),
    /^cannot be read/,
  ],
  [
    'a text of 200,000 letters',
    wordDocument(TITLE + paragraph('a'.repeat(200_000))),
    /^is too long for a page/,
  ],
])('a file that is %s is rejected with what to do', async (_name, file, error) => {
  const { errors } = await readWordPage(file, String);
  expect(errors.map(formatFinding)).toEqual([expect.stringMatching(error)]);
});
