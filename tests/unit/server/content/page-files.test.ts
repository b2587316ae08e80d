import { expect, test } from 'vitest';
import { readPages } from '../../../../server/content/page-files.ts';
import { formatProblem } from '../../../../server/content/problem.ts';
import { ALL_CAMPUSES, CAMPUSES } from '../../../../shared/campuses.ts';
import { PNG } from '../../../support/png.ts';
import { paragraph, wordDocument, wordPicture } from '../../../support/word-document.ts';

const NAME =
  'the name of a page is small letters, digits and hyphens, then .docx or .md: save it as';

test('a page with a wrong name is read under the right one: all its errors are named at once', async () => {
  const document = wordDocument(
    paragraph('Sports day', { style: 'Title' }) + paragraph(wordPicture('cup', '')),
    { links: { cup: 'media/cup.png' }, parts: { 'word/media/cup.png': PNG } },
  );
  const { pages, addedPages, pictures, problems } = await readPages(
    new Map([
      ['Sports Day (1).docx', document],
      ['Sports.Nekpur.DOCX', document],
      ['Our Bus.MD', Buffer.from('# Bus\n\n`code`\n')],
      ['बस.md', Buffer.from('# बस\n\nपाठ\n')],
      ['notes.txt', Buffer.from('<html>')],
    ]),
    'pages',
  );
  expect([pages.size, addedPages, pictures.size]).toEqual([0, [], 0]);
  const alt = 'picture 1 needs a description: select it in Word, and choose "Alt Text"';
  expect(problems.map(formatProblem).toSorted()).toEqual([
    'pages/Our Bus.MD: line 3: code (back-ticks) is not possible here: `code`',
    expect.stringContaining('pages/Our Bus.MD: no page of the site has this name; a page of your'),
    `pages/Our Bus.MD: ${NAME} our-bus.md`,
    `pages/Sports Day (1).docx: no page of the site has this name; a page of your own has a line "Campus: ${ALL_CAMPUSES}" below its title`,
    `pages/Sports Day (1).docx: ${alt}`,
    `pages/Sports Day (1).docx: ${NAME} sports-day-1.docx`,
    `pages/Sports.Nekpur.DOCX: ${alt}`,
    `pages/Sports.Nekpur.DOCX: ${NAME} sports.nekpur.docx`,
    `pages/notes.txt: ${NAME} notes.docx`,
    expect.stringContaining('pages/बस.md: no page of the site has this name'),
    `pages/बस.md: ${NAME} my-page.md`,
  ]);
});

test.each([
  ['sports.nekpurr.md', 'sports.nekpur.md'],
  ['Sports.Nekhpur.docx', 'sports.nekpur.docx'],
  ['sports.farrukhabad.md', 'sports.md'],
  ['sports.v2.md', 'sports-v2.md'],
])('of the page %s the name is %s', async (file, name) => {
  const { problems } = await readPages(new Map([[file, Buffer.from('# A\n\nB\n')]]), 'pages');
  expect(problems.map(formatProblem)).toContain(`pages/${file}: ${NAME} ${name}`);
});

test('a heading block may follow blank lines only; lines of dashes in a text are none', async () => {
  const block = `---\ntitle: Our bus\ncampus: ${ALL_CAMPUSES}\nfuel\n---\n\nText.\n\n\`code\`\n`;
  const { addedPages, problems } = await readPages(
    new Map([
      ['bus.md', Buffer.from(`  \n\n${block}`)],
      ['van.md', Buffer.from(`# Our van\n\n${block}`)],
    ]),
    'pages',
  );
  expect(addedPages.map(({ title, campus }) => `${title} ${campus}`)).toEqual(
    CAMPUSES.map((campus) => `Our bus ${campus}`),
  );
  expect(problems.map(formatProblem)).toEqual([
    expect.stringContaining('pages/bus.md: line 6: must be a field'),
    'pages/bus.md: line 11: code (back-ticks) is not possible here: `code`',
    expect.stringContaining('pages/van.md: no page of the site has this name'),
    expect.stringContaining('pages/van.md: line'),
    expect.stringContaining('pages/van.md: line'),
  ]);
});
