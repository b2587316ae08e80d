import { expect, test } from 'vitest';
import { readMarkdown } from '../../../../server/content/markdown.ts';
import { formatFinding } from '../../../../server/content/problem.ts';

const LOST = 'letters are lost ("????"): write the text again';
const WRONG = 'was read in a wrong encoding: write the text again';
const TABLE = 'has tabs, as a table from Word: write | Class | Age |';

test.each([
  ['## ???', LOST],
  ['Fees ????', LOST],
  ['Fees \ufffd', 'a character is lost'],
  ['- ??? ??', LOST],
  ['7 ?? 8', LOST],
  ['**???**', LOST],
  ['à¤µà¤¿à¤¦à¥à¤¯à¤¾à¤²à¤¯', WRONG],
  ['Parentsâ€™ meeting', WRONG],
  ['Class \t Age', TABLE],
  ['Class\tAge\nNursery\t3', TABLE],
  ['Class\n\tAge', TABLE, 4],
  ['**Class**\t**Age**', TABLE],
  ['=======', '"=======" marks two versions'],
  ['A\n\n=======\nB\n>>>>>>> x', '"=======" marks two versions', 5],
  ['<<<<<<< HEAD\nA', '"<<<<<<< HEAD" marks two versions of the page: keep one of them'],
  ['Text <o:p></o:p>', 'HTML is not possible here: <o:p>'],
  ['<![if !supportLists]>A', 'HTML is not possible here: <![if !supportLists]>A'],
  [
    'Text <?xml:namespace prefix = o />',
    'HTML is not possible here: <?xml:namespace prefix = o />',
  ],
  ['![A <b>gate</b>](gate.svg)', 'HTML is not possible here: <b>gate'],
  ['![Gate](gate.svg "At <i>eight</i>")', 'HTML is not possible here: <i>eight'],
  ['![A&nbsp;gate](gate.svg)', 'write the character itself instead of &nbsp;'],
])('of a page with %j the line and what is wrong are named', (markdown, error, line = 3) => {
  const { errors } = readMarkdown(`# Title\n\n${markdown}\n`);
  expect(errors.map(formatFinding)).toContainEqual(
    expect.stringContaining(`line ${line}: ${error}`),
  );
});

test.each([
  '-\tFirst\n-\tSecond',
  '1.\tFirst\n\n\t- Inner\n\n2.\tSecond',
  '- First\n\tgoes on',
  '>\tQuotation',
  '|\tClass\t|\tAge\t|\n|\t---\t|\t---\t|\n|\tI\t|\t6\t|',
  'Text\t',
  'Really??? Is it so??',
  'Age < 6 and <https://school.example>, or \\<b\\>',
  'São João, Ã la carte',
])('the text %j of a page has no error', (markdown) => {
  expect(readMarkdown(`Title\n=======\n\n${markdown}\n`).errors).toEqual([]);
});
