import type { Finding } from './problem.ts';

/** Characters of a text that a finding quotes. */
const QUOTED = 40;

/** What no reader can read, in any text of the school. */
const LOST: readonly { sign: RegExp; text: Finding['text'] }[] = [
  {
    sign: /\?{4,}/,
    text: 'letters are lost ("????"): write the text again, and save it as UTF-8: {words}',
  },
  { sign: /\ufffd/, text: 'a character is lost ("\ufffd"): write it again: {words}' },
  {
    sign: /[\ue000-\uf8ff]/,
    text: 'a sign of a special font (such as Wingdings) is not shown: write it in words: {words}',
  },
];

export function lostLetters(text: string): Finding[] {
  return LOST.flatMap(({ sign, text: message }) => {
    const found = sign.exec(text);
    if (found === null) return [];
    const start = Math.max(0, found.index - QUOTED / 2);
    const words = text
      .slice(start, start + QUOTED)
      .replace(/\s+/g, ' ')
      .trim();
    return [{ text: message, values: { words } }];
  });
}

const MERGE_MARK = /^(?:<{7}|>{7}|\|{7})(?: |$)/;
const MERGE_MIDDLE = /^={7}$/;
const TABS = /\S\t+\S/;

/** What is wrong in any text file of pages, with its line; of a table that was pasted from Word its first line. */
export function lineErrors(text: string): Finding[] {
  const lines = text.split(/\r\n|\n|\r/);
  const isMerged = lines.some((line) => MERGE_MARK.test(line));
  return lines.flatMap((line, index) => {
    const place = `line ${index + 1}`;
    const isMark = MERGE_MARK.test(line) || (isMerged && MERGE_MIDDLE.test(line));
    const isTable = TABS.test(line) && !TABS.test(lines[index - 1] ?? '');
    return [
      ...findingIf(isMark, { place, text: MERGED, values: { mark: line.slice(0, QUOTED) } }),
      ...findingIf(isTable, { place, text: TABLE, values: { start: line.slice(0, QUOTED) } }),
      ...lostLetters(line).map((finding) => ({ place, ...finding })),
    ];
  });
}

function findingIf(isFound: boolean, finding: Finding): Finding[] {
  return isFound ? [finding] : [];
}

const MERGED =
  '"{mark}" marks two versions of the page: keep one of them, and delete the lines with <<<<<<<, ======= and >>>>>>>';
const TABLE =
  'has tabs, as a table from Word: write | Class | Age |, below it | --- | --- |, then a line for each row, or keep the page as a Word document: {start}';
