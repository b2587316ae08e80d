import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadContent } from '../../../../server/content/content.ts';
import { CAMPUS_TABLE, CAMPUSES, otherCampuses, type Campus } from '../../../../shared/campuses.ts';
import { isElement, joinTexts, type Block } from '../../../../shared/prose.ts';
import { contentErrors } from '../../../support/content-errors.ts';
import { contentWith } from '../../../support/content-with.ts';
import { hindiTexts } from '../../../support/table-files.ts';

const HEAD = '---\ntitle: Travel\n---\n\n';
const FILES = {
  'facts.csv': `${readFileSync('content/facts.csv', 'utf8')}All,deskDays,Monday and Friday\nNekpur,lane,the canal road\n`,
  'buses.csv': [
    'Campus,Bus,Stop,Morning,Way home',
    'Farrukhabad,1,Ghumna,7:05 AM,2:40 PM',
    'Farrukhabad,1,Naka,7:15 AM,',
    ...otherCampuses('FARRUKHABAD').flatMap((campus) => [
      `${CAMPUS_TABLE[campus].name},10,Achhra,7:00 AM,3:00 PM`,
      `${CAMPUS_TABLE[campus].name},11,Sahabganj,7:35,14:50`,
    ]),
  ].join('\n'),
  'hi/texts.csv': hindiTexts({ 'Monday and Friday': 'सोमवार और शुक्रवार', 'Way home': 'घर की ओर' }),
};

const PAGE = `${HEAD}{buses} buses, changed on **{deskDays}**.\n\n{busStops}\n`;

function textsOf(blocks: readonly Block[] = []): string[] {
  return blocks.filter(isElement).map((block) => joinTexts([block]).replace(/\s+/g, ' ').trim());
}

test('a page has the values of its campus, and a table where a name stands alone', async () => {
  const folder = contentWith({ ...FILES, 'pages/travel.md': PAGE, 'hi/pages/travel.md': PAGE });
  const { addedPages, hindi } = await loadContent(folder);
  const blocksOf = (pages = addedPages, campus = 'FARRUKHABAD') =>
    textsOf(pages.find((page) => page.name === 'travel' && page.campus === campus)?.blocks);
  expect(blocksOf()).toEqual([
    '1 buses, changed on Monday and Friday.',
    'Stop Bus Morning Way home Ghumna 1 7:05 AM 2:40 PM Naka 1 7:15 AM –',
  ]);
  expect(blocksOf(addedPages, 'NEKPUR')[0]).toBe('2 buses, changed on Monday and Friday.');
  expect(blocksOf(hindi?.content.addedPages)[1]).toMatch(
    /^स्टॉप बस Morning घर की ओर घुमना 1 सुबह 7:05 बजे दोपहर 2:40 बजे/,
  );
  expect(blocksOf(hindi?.content.addedPages)[0]).toContain('सोमवार और शुक्रवार');
});

test('a page with two texts has the values of each campus, those of site.json too', async () => {
  const folder = contentWith({
    ...FILES,
    'pages/vision.md': '# Vision\n\nThe office: {officeHours}.\n',
  });
  const { prose } = await loadContent(folder);
  expect(textsOf(prose.NEKPUR.vision.blocks)[0]).toMatch(/Saturday.*: 9:00 AM to 1:00 PM;/);
});

test('a name that no table has is an error of its page at each campus, in both languages', async () => {
  const folder = contentWith({
    ...FILES,
    'pages/travel.md': `${HEAD}Over {lane} and {lanes}.\n`,
    'hi/pages/travel.md': `${HEAD}{busStop}\n`,
    'pages/vision.nekpur.md': '# Vision\n\nOver {lane}.\n',
  });
  const missing = (what: string, campuses: readonly Campus[] = CAMPUSES) =>
    campuses.map((campus) => `${what} for ${CAMPUS_TABLE[campus].name}`);
  const errors = [
    ...missing('hi/pages/travel.md: no table and no setting has {busStop}'),
    ...missing('pages/travel.md: no table and no setting has {lane}', otherCampuses('NEKPUR')),
    ...missing('pages/travel.md: no table and no setting has {lanes}'),
  ];
  expect((await contentErrors(folder)).toSorted()).toEqual(errors.toSorted());
});
