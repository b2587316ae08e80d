import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { contentErrors } from '../../../support/content-errors.ts';
import { ALL_CAMPUSES, CAMPUSES } from '../../../../shared/campuses.ts';
import { contentSchemas } from '../../../../server/build/for-build.ts';
import { readPictures } from '../../../../server/publication/read-pictures.ts';
import { ContentError, loadContent, readContent } from '../../../../server/content/content.ts';
import { readDocuments } from '../../../../server/content/documents.ts';
import { formatFinding, formatProblem } from '../../../../server/content/problem.ts';
import { readMarkdown } from '../../../../server/content/markdown.ts';
import { checkPicture } from '../../../../server/content/picture-errors.ts';
import { ENTITIES } from '../../../support/entities.ts';
import { PNG } from '../../../support/png.ts';
import { smallFolder } from '../../../support/release.ts';
import { element, tableOf } from '../../../support/rich-element.ts';
import { paragraph, wordDocument, wordPicture } from '../../../support/word-document.ts';

const CONTENT = join(import.meta.dirname, '../../../../content');

const SITE = (await loadContent(smallFolder())).site;

/** site.json with other fields, which may be wrong. */
const siteWith = (fields: object) => ({ 'site.json': JSON.stringify({ ...SITE, ...fields }) });

test('R-062: the content of the school has no error: pictures, PDFs and links are all there', async () => {
  expect(await contentErrors(CONTENT)).toEqual([]);
});

const [ONE = { label: '', file: '' }] = SITE.disclosureDocuments;
const TILE = { icon: 'alumni', label: 'Tile', note: 'Note' } as const;
const [POPUP, ...POPUPS] = SITE.vendor.popups;
const slideWith = (focus: string) => {
  const { FARRUKHABAD, ...others } = SITE.campuses;
  const slides = FARRUKHABAD.slides.map((slide) => ({ ...slide, focus }));
  return { campuses: { ...others, FARRUKHABAD: { ...FARRUKHABAD, slides } } };
};

/** Fields of content/site.json, and the error. */
const BREAKS: [fields: object, error: string][] = [
  [
    { menu: [{ label: 'A', links: [{ label: 'B', to: 'javascript:alert(1)' }] }] },
    'menu, entry 1 (A), links, entry 1 (B), to: must be the name of a page that leads to the visitor’s campus, such as Vision, or https://…, or an address of this site such as /nekhpur/News or /files/noc.pdf, but is "javascript:alert(1)"',
  ],
  [
    { menu: [{ label: 'A', links: [{ label: 'B', to: 'Life' }] }] },
    'menu, entry 1 (A), links, entry 1 (B), to: there is no page at /nekhpur/Life',
  ],
  [
    { tiles: [{ ...TILE, href: '/Enquiry?from=tile' }] },
    'tiles, entry 1 (Tile), href: /Enquiry?from=tile leads to no page of this site',
  ],
  [
    { tiles: [{ ...TILE, href: '/files/details.pdf#page=2' }] },
    'tiles, entry 1 (Tile), href: details.pdf is not in the folder files',
  ],
  [
    { tiles: [{ ...TILE, href: '/files/../site.json' }] },
    'tiles, entry 1 (Tile), href: /files/../site.json leads to no page of this site',
  ],
  [{ tiles: [TILE, TILE] }, 'tiles, entry 2 (Tile), label: "Tile" is there twice'],
  [
    { sampleCertificate: 'sample-2030.pdf' },
    'sampleCertificate: sample-2030.pdf is not in the folder files',
  ],
  [
    { disclosureDocuments: [ONE, ONE] },
    `disclosureDocuments, entry 2 (${ONE.label}), label: "${ONE.label}" is there twice`,
  ],
  [
    { vendor: { ...SITE.vendor, popups: [{ ...POPUP, title: 'Data' }, ...POPUPS] } },
    'vendor.popups, entry 1 (Data), title: must be "Manage Data"',
  ],
  [
    slideWith('60% 0%'),
    `campuses.FARRUKHABAD.slides, entry 1 (${SITE.campuses.FARRUKHABAD.slides[0]?.title}), focus: must be two of 0%, 25%, 50%, 75% and 100%, from the left and from the top, such as 75% 100%: what stays in sight where the picture is cut, but is "60% 0%"`,
  ],
  [
    { searchAliases: [{ words: ['TC'], means: ' ' }] },
    'searchAliases, entry 1 (TC), means: must not be empty; leave out what is optional, but is ""',
  ],
];

test.each(BREAKS)('R-062: of site.json the wrong field %# is named', async (fields, error) => {
  expect(await contentErrors(smallFolder(siteWith(fields)))).toContain(`site.json: ${error}`);
});

const DISCLOSURE_HEAD = 'Campus,Section,Table,Row,Text 1,Document\nNekpur,A,T,S. No.,B,\n';

test.each([
  [
    'disclosure.csv',
    `${DISCLOSURE_HEAD}Nekpur,A,T,1,C,\n`,
    `no row of Nekpur links affiliation-letter-nekpur.pdf (${ONE.label}); add one`,
  ],
  [
    'disclosure.csv',
    `${DISCLOSURE_HEAD}Nekpur,A,T,1,C,PTA\n`,
    'row 3, column F (Document): must be the name of a PDF in the folder files (noc.pdf), or a link: https://…, mailto:…, tel:… or a page of this site such as /Fees, but is PTA',
  ],
  [
    'disclosure.csv',
    `${DISCLOSURE_HEAD}Nekpur,A,T,1,C,none.pdf\n`,
    'row 3, column F (Document): none.pdf is not in the folder files',
  ],
  ['pages/sports.nekpur.md', '# A\n\n![B](no.svg)', 'no.svg is not in the folder pictures'],
  ['pages/about-us.md', '# A\n\n[B](/Buses)', '/Buses leads to no page of this site'],
  ['hi/pages/mission.md', '# A\n\n[B](/Buses)', '/Buses leads to no page of this site'],
])('R-062: of %s with %j the place is named', async (file, wrong, error) => {
  expect(await contentErrors(smallFolder({ [file]: wrong }))).toContain(`${file}: ${error}`);
});

test('R-062: a link may carry a query and a fragment behind the path of a page', async () => {
  const site = siteWith({
    tiles: [{ ...TILE, href: '/Admission?class=ukg#form' }],
    // Helplines have three digits.
    security: { ...SITE.security, contacts: ['mailto:a@school.example?subject=A', 'tel:112'] },
  });
  const folder = smallFolder({ ...site, 'pages/about-us.md': '# A\n\n[B](/Contact#map)\n' });
  expect(await contentErrors(folder)).toEqual([]);
});

test('R-062: a document that is no PDF and a misspelt page are named at once; a page that is missing is that of the release', async () => {
  const folder = smallFolder({
    [`files/${ONE.file}`]: '<html>Not found</html>',
    'pages/visoin.md': '# Vision\n\nText.\n',
  });
  await rm(join(folder, 'pages', 'vision.md'));
  const errors = await contentErrors(folder);
  expect(errors.slice(0, 1)).toEqual([
    'pages/visoin.md: no page of the site has this name; a page of your own begins with a heading block: a line ---, a line title: and its title, a line ---',
  ]);
  const notPdf = `${ONE.file} is not a PDF (it must start with %PDF-)`;
  expect(errors).toContain(
    `site.json: disclosureDocuments, entry 1 (${ONE.label}), file: ${notPdf}`,
  );
  expect(errors.filter((error) => !error.endsWith(notPdf))).toHaveLength(1);
  const { warnings } = await readContent(folder);
  expect(warnings.map(formatProblem)).toEqual([
    'pages/vision.md: is missing: the site shows the text of the release; write your own',
  ]);
});

test('R-062: a PDF of any size is known by its first bytes', async () => {
  const folder = smallFolder();
  // More than Node reads at once.
  await truncate(join(folder, 'files', ONE.file), 3 * 1024 ** 3);
  expect(await contentErrors(folder)).toEqual([]);
});

test('R-260: loading rejects broken content with every error', async () => {
  const folder = smallFolder({
    ...siteWith({ shortName: 7 }),
    'pages/vision.md': '# *Vision*\n\nText.\n',
    'pages/sports.md': '# Sports\n\n\n---\n\n`code`\n',
    'hi/pages/vision.md': '## Title\n\nText.\n',
  });
  await rm(join(folder, 'disclosure.csv'));
  const error: unknown = await loadContent(folder).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ContentError);
  expect(error instanceof ContentError ? error.errors.map(formatProblem) : []).toEqual([
    'disclosure.csv: is missing',
    'hi/pages/vision.md: has no title; its first line must be "# Title"',
    'pages/sports.md: line 4: a rule is not possible here: ---',
    'pages/sports.md: line 6: code (back-ticks) is not possible here: `code`',
    'pages/vision.md: line 1: a heading must be plain text: *Vision*',
    'site.json: shortName: must be text in quotation marks, but is 7',
  ]);
});

test('R-260: a comma too many is named with its line, and a byte order mark of an editor is not an error', async () => {
  const text = JSON.stringify(SITE, null, 2);
  const load = (written: string) => loadContent(smallFolder({ 'site.json': written }));
  await expect(load(`\ufeff${text}`)).resolves.toHaveProperty('site.shortName', SITE.shortName);
  const error = 'site.json: line 2: is not valid JSON: ';
  await expect(load(text.replace(',\n', ',,\n'))).rejects.toThrow(error);
});

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', 'line 3: is not valid JSON'],
  ['{\n  "a": “b”\n}', 'line 2: is not valid JSON: texts and days stand between straight'],
  ['{\n  "a": [1,\n  ]\n}', 'line 3: is not'],
  ['{\n  "a": "b,\n  "c": 2\n}', 'line 2: is not'],
  ['{\n  // new\n  "a": 1\n}', 'line 2: is not'],
  ['{\n  "a": [1, 2]\n', 'its end is missing'],
  ['', 'its end is missing'],
  ['\ufffd\ufffd{\0', 'must be saved as UTF-8'],
])('R-260: of %j the check says what a clerk can correct', async (text, error) => {
  const folder = smallFolder({ 'site.json': text });
  await expect(loadContent(folder)).rejects.toThrow(`site.json: ${error}`);
});

test('of site.json the field with lost letters is named', async () => {
  const folder = smallFolder(siteWith({ tagline: '???? ?????' }));
  const error = 'site.json: tagline: letters are lost ("????"): write the text again';
  await expect(loadContent(folder)).rejects.toThrow(error);
});

test('a letter of one byte in site.json is an error', async () => {
  const folder = smallFolder();
  const [start = '', end = ''] = JSON.stringify({ ...SITE, tagline: '|cole' }).split('|cole');
  const cafe = Buffer.from('Café', 'latin1');
  await writeFile(
    join(folder, 'site.json'),
    Buffer.concat([Buffer.from(start), cafe, Buffer.from(end)]),
  );
  await expect(loadContent(folder)).rejects.toThrow('site.json: must be saved as UTF-8');
});

test('R-142: Markdown becomes blocks: pictures with caption, lists, quotations, links and emphasis', () => {
  const markdown =
    '\ufeff# Safety & care\r\n\r\nOne **bold [link](/News)**\r\nline, 5\\* _soft_.\r\n\r\n![Gate](gate-1.svg "At eight")\r\n![Bus](bus.jpg)\r\n\r\n' +
    '> Drop by drop.\r\n\r\n### Rules\r\n\r\n1. Walk\r\n\r\n2. Wait\r\n\r\n- Run\r\n';
  const { prose, errors } = readMarkdown(markdown);
  expect(errors).toEqual([]);
  const strong = element('strong', 'bold ', { ...element('a', 'link'), href: '/News' });
  expect(prose).toEqual({
    title: 'Safety & care',
    blocks: [
      element('p', 'One ', strong, ' line, 5* ', element('em', 'soft'), '.'),
      { picture: 'gate-1.svg', alt: 'Gate', caption: 'At eight' },
      { picture: 'bus.jpg', alt: 'Bus', caption: null },
      element('blockquote', element('p', 'Drop by drop.')),
      element('h3', 'Rules'),
      element('ol', element('li', 'Walk'), element('li', 'Wait')),
      element('ul', element('li', 'Run')),
    ],
  });
});

test.each([
  [
    '```\ncode\n```',
    'a code block (three back-ticks, or a line that starts with four spaces) is not possible here: ```',
  ],
  ['Some ~~old~~ text', 'struck-out text is not possible here: ~~old~~'],
  [
    'Two  \nlines',
    'a line break inside a paragraph (two spaces at the end of a line) is not possible here',
  ],
  ['Text <br> text', 'HTML is not possible here: <br>'],
  ['<!-- note -->', 'HTML is not possible here: <!-- note -->'],
  ['- [ ] box', 'a check box is not possible here: [ ]'],
  ['- one\n\n  > inner', 'a list item must be one piece of text, and lists below it: one'],
  ['3. three', 'a numbered list must start with 1'],
  ['#### Deep', 'a heading of level 4 is not possible here: Deep'],
  ['# Second', 'a second title; a page has one "# Title", its other headings are "##" or "###"'],
  ['Text ![Gate](gate.svg) text', 'a picture must stand on a line of its own: ![Gate](<gate.svg>)'],
  ['![](gate.svg)', 'the picture gate.svg needs a text between [ and ] that says what it shows'],
  ['![Gate](../gate.svg)', '"../gate.svg" is not the name of a picture in the folder pictures'],
  ['[x](javascript:alert(1))', 'not a safe link: javascript:alert(1)'],
  ['[x](/News "more")', 'a link has no second text here: "more"'],
  ['[](/News)', 'a link without text: [](/News)'],
  ['A&nbsp;B', 'write the character itself instead of &nbsp;'],
  ['[x]: /News', 'a link definition is not possible here: [x]: /News'],
  ['##', 'a heading without text'],
])('R-142: a page rejects %j instead of dropping it', (markdown, error) => {
  expect(readMarkdown(`# Title\n\n${markdown}\n`).errors.map(formatFinding)).toContain(
    `line 3: ${error}`,
  );
});

test('R-142: a page may show pictures of every kind that is published, and has text, below its title', () => {
  for (const kind of ['svg', 'jpg', 'png', 'webp', 'avif'])
    expect([kind, readMarkdown(`# Title\n\n![Gate](gate.${kind})\n`).errors]).toEqual([kind, []]);
  expect(readMarkdown('# Title\n').errors.map(formatFinding)).toEqual([
    'has no text below its title',
  ]);
  const { errors } = readMarkdown('One\n\nTwo\n\n# Title\n\nThree\n');
  expect(errors.map(formatFinding), 'one error, at the title').toEqual([
    'line 5: text before the title',
  ]);
});

test('all errors are named in one run, with field, value and allowed values; an error in one field hides no other', async () => {
  const { tagline, ...others } = SITE;
  const { FARRUKHABAD, NEKPUR } = SITE.campuses;
  const wrong = {
    'tag line': tagline,
    campuses: {
      FARRUKHABAD: { ...FARRUKHABAD, phone: '0569' },
      NEKPUR: { ...NEKPUR, email: 'office at example.org' },
    },
    tiles: [
      { ...TILE, href: 'tel:call us' },
      { ...TILE, icon: 'lorry' },
    ],
    security: { ...SITE.security, contacts: ['mailto:office'] },
    sampleCertificate: 'Sample 2027.PDF',
    partners: [{ name: 'Partner', logo: 'no-such.svg' }],
  };
  const folder = smallFolder({ 'site.json': JSON.stringify({ ...others, ...wrong }) });
  const link =
    'must be a link: https://…, mailto: and an e-mail address, tel: and a telephone number, or a path of this site such as /Admission';
  const errors = await contentErrors(folder);
  for (const error of [
    'tagline: is missing',
    'campuses.NEKPUR.email: must be an e-mail address such as office@school.example, but is "office at example.org"',
    'campuses.FARRUKHABAD.phone: must be a telephone number such as +91-5692-000001: 8 to 15 digits, with spaces, hyphens and brackets between them, but is "0569"',
    'tiles, entry 1 (Tile), href: must be the name of a page that leads to the visitor’s campus, such as Vision, or https://…, or an address of this site such as /nekhpur/News or /files/noc.pdf, but is "tel:call us"',
    `security.contacts, entry 1: ${link}, but is "mailto:office"`,
    'sampleCertificate: must be the name of a PDF in the folder files: small letters, digits and hyphens, then .pdf, but is "Sample 2027.PDF"',
    'must not have "tag line": correct the name of the field, or remove it',
    'partners, entry 1 (Partner), logo: no-such.svg is not in the folder pictures',
  ])
    expect(errors).toContain(`site.json: ${error}`);
  expect(errors.join('\n')).toMatch(
    /tiles, entry 2 \(Tile\), icon: .* one of "disclosure".*, but is "lorry"/,
  );
});

test('R-062: every PDF that the content names is a document once, with its first title, its language and size', async () => {
  const { site, disclosure, documents, office } = await loadContent(CONTENT);
  expect(documents.filter(({ bytes }) => bytes === null || bytes < 500)).toEqual([]);
  const titles = ['menu', 'footer', 'tile'];
  const files = titles.map((title) => ({ file: `${title}.pdf`, language: 'Hindi' }));
  const menu = [...site.menu, { label: 'menu', to: '/files/menu.pdf' }];
  const footerLinks = [
    { label: 'footer', to: '/files/footer.pdf' },
    { label: 'Pupils', to: `/files/${ONE.file}` },
  ];
  const tiles = site.tiles.map((tile) => ({ ...tile, label: 'tile', href: '/files/tile.pdf' }));
  const changed = { ...site, menu, footerLinks, tiles };
  const entries = files.map((file) => ({
    ...file,
    published: '2026-07-10',
    yearly: false,
    ofCampuses: CAMPUSES,
  }));
  const more = { ...office, documents: [...office.documents, ...entries] };
  const named = files.map((file, at) => ({
    ...file,
    title: titles[at],
    bytes: null,
    published: '2026-07-10',
    ofCampuses: CAMPUSES,
  }));
  const all = [...documents.slice(0, -1), ...named, ...documents.slice(-1)];
  expect(await readDocuments(CONTENT, { site: changed, disclosure, office: more })).toEqual(all);
});

const SVG = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"';

test.each([
  ['&e9;', `<!DOCTYPE svg [${ENTITIES}]>`],
  ['&e0;', `<!DOCTYPE svg [<!ENTITY e0 SYSTEM "file://${import.meta.filename}">]>`],
])('a drawing with %s cannot be read, at once', async (part, head) => {
  const drawing = Buffer.from(`${head}<svg ${SVG}><text>${part}</text></svg>`);
  const errors = (await checkPicture('new.svg', drawing)).errors.map(formatFinding);
  expect(errors).toEqual([expect.stringMatching(/^cannot be read as a picture: /)]);
});

test('a photo with a hole is published with a warning; one with bytes after its end without', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const size = { width: 800, height: 600, channels: 3, background: '#888' } as const;
  const photo = await sharp({ create: { ...size, noise } })
    .jpeg()
    .toBuffer();
  const third = Math.floor(photo.length / 3);
  const holed = Buffer.from(photo).fill(0, third, 2 * third);
  const damaged = {
    errors: [],
    warnings: [
      {
        text: 'may be damaged: look at it on the website, and copy it again if a part of it is grey or shifted',
      },
    ],
  };
  expect(await checkPicture('photo.jpg', holed)).toEqual(damaged);
  const small = Buffer.from(photo).fill(0, third, third + 700);
  expect(await checkPicture('photo.jpg', small)).toEqual(damaged);
  const cut = Buffer.concat([photo.subarray(0, third), Buffer.from([0xff, 0xd9])]);
  expect(await checkPicture('photo.jpg', cut)).toEqual(damaged);
  for (const byte of [0, 65]) {
    const longer = Buffer.concat([photo, Buffer.alloc(5_000, byte)]);
    expect(await checkPicture('photo.jpg', longer)).toEqual({ errors: [], warnings: [] });
  }
});

test('pictures of phones are accepted under their names; what is no picture for browsers is named with what to do', async () => {
  const folder = smallFolder({
    'pages/sports.md': '# Sports\n\n![A](IMG_2024 (1).jpg "At eight")\n\n![B](<प्रवेश द्वार.jpeg>)\n',
  });
  const write = (name: string, bytes: Buffer | string) =>
    writeFile(join(folder, 'pictures', name), bytes);
  const create = { width: 64, height: 48, channels: 3, background: '#208060' } as const;
  const jpeg = await sharp({ create }).jpeg().toBuffer();
  for (const name of ['IMG_2024 (1).JPG', 'gate.png', 'प्रवेश द्वार.jpeg']) await write(name, jpeg);
  await write('Thumbs.db', 'x');
  expect(await contentErrors(folder)).toEqual([]);
  await write('gate.PNG', jpeg);
  await write('cut.jpg', jpeg.subarray(0, -40));
  await write('photo.jpg', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'));
  await write('live.heif', Buffer.from('\0\0\0\x18ftypmsf1\0\0\0\0msf1hevc', 'latin1'));
  await write('old.bmp', 'BM');
  await write('new.svg', `<svg ${SVG}><g></svg>`);
  await write('drawing.png', `<svg ${SVG}/>`);
  await write('staff.xlsx', 'PK');
  expect(await contentErrors(folder)).toEqual([
    expect.stringContaining('pictures/cut.jpg: is not complete: copy it again'),
    'pictures/drawing.png: is svg, which its name does not say',
    'pictures/gate.png: is there twice, also as pictures/gate.PNG: keep one of them',
    expect.stringContaining('pictures/live.heif: is a HEIC picture'),
    expect.stringContaining('pictures/new.svg: cannot be read as a picture: '),
    'pictures/old.bmp: is BMP, which browsers do not show: open it in Paint and choose Save as, JPEG or PNG',
    expect.stringContaining(
      'pictures/photo.jpg: is a HEIC picture, which browsers do not show; save it as JPEG: iPhone:',
    ),
    'pictures/staff.xlsx: is no picture; a name ends in .svg, .jpg, .png, .webp or .avif',
  ]);
});

test('a Markdown table keeps its rows, with the headings that phones repeat, and a list may have lists', () => {
  const { prose, errors } = readMarkdown(
    '# Vision\n\n| Class | Age |\n| --- | --- |\n| Nursery | **3** |\n\n- A\n  1. B\n',
  );
  expect(errors).toEqual([]);
  expect(prose.blocks).toEqual([
    tableOf(
      [
        { ...element('th', 'Class'), scope: 'col' },
        { ...element('th', 'Age'), scope: 'col' },
      ],
      [
        { ...element('th', 'Nursery'), scope: 'row' },
        { ...element('td', element('strong', '3')), label: 'Age' },
      ],
    ),
    element('ul', element('li', 'A', element('ol', element('li', 'B')))),
  ]);
});

test('a page is Markdown or Word, in both languages; twins and other encodings are named', async () => {
  const folder = smallFolder();
  const document = wordDocument(paragraph('Vision', { style: 'Title' }) + paragraph('Text.'));
  await rm(join(folder, 'pages/vision.md'));
  await writeFile(join(folder, 'pages/vision.docx'), document);
  await writeFile(join(folder, 'hi/pages/mission.docx'), document);
  await rm(join(folder, 'hi/pages/mission.md'));
  expect(await contentErrors(folder)).toEqual([]);
  const { prose } = await loadContent(folder);
  expect(prose.NEKPUR.vision.blocks).toEqual([{ tag: 'p', children: ['Text.'] }]);
  await writeFile(join(folder, 'pages/vision.md'), '# Vision\n\nText.\n');
  await writeFile(join(folder, 'pages/~$vision.docx'), '');
  await writeFile(join(folder, 'pages/sports.md'), Buffer.from('\ufeff# A\n\nB', 'utf16le'));
  expect(await contentErrors(folder)).toEqual([
    'pages/sports.md: is saved as UTF-16: in Notepad choose Save as, and the encoding UTF-8',
    'pages/vision.md: is there twice, also as pages/vision.docx: keep one of them',
  ]);
});

test('a page that the school adds may be a Word document with its pictures', async () => {
  const folder = smallFolder();
  const body = [
    paragraph('School transport', { style: 'Title' }),
    paragraph(`Campus: ${ALL_CAMPUSES.toUpperCase()}`),
    paragraph('Menu: Facilities'),
    paragraph(wordPicture('bus', 'A bus')),
  ];
  await writeFile(
    join(folder, 'pages/transport.docx'),
    wordDocument(body.join(''), {
      links: { bus: 'media/bus.png' },
      parts: { 'word/media/bus.png': PNG },
    }),
  );
  expect(await contentErrors(folder)).toEqual([]);
  const { addedPages } = await loadContent(folder);
  expect(addedPages.filter(({ name }) => name === 'transport')).toMatchObject(
    CAMPUSES.map((campus) => ({
      campus,
      menu: 'Facilities',
      title: 'School transport',
      blocks: [{ picture: 'pages/transport.docx-1', alt: 'A bus' }],
    })),
  );

  const pictures = await readPictures(folder, await readContent(folder));
  expect(await pictures.get('pages/transport.docx-1')?.()).toEqual(PNG);
});

test.each(Object.entries(contentSchemas()))(
  'content/%s matches `npm run docs`, and an editor finds the same errors with it as the site',
  async (file, schema) => {
    const written: unknown = JSON.parse(await readFile(join(CONTENT, file), 'utf8'));
    expect(written).toEqual(JSON.parse(JSON.stringify(schema)));
    const validate = new Ajv2020({ strict: true }).compile(schema);
    const name = file.replace('.schema', '');
    const json: unknown = JSON.parse(await readFile(join(CONTENT, name), 'utf8'));
    expect(json).toHaveProperty('$schema', `./${file}`);
    expect(validate(json), JSON.stringify(validate.errors)).toBe(true);
    const wrong = JSON.stringify(json).replace(/"(label|picture|session|published)":/, '"Label":');
    expect(validate(JSON.parse(wrong))).toBe(false);
  },
);
