import { WRONGLY_DECODED } from './decode-text.ts';
import type { Finding } from './problem.ts';

/** Characters of a text that a finding quotes. */
const QUOTED = 40;

/** `????` for the letters that an encoding does not have; "Really???" is not. */
const LOST_LETTERS = /\?{4,}|(?<![A-Za-z?])\?{3}|(?<![^\s*_|])\?{2}(?![^\s*_|])/;

/** Letters that another encoding has lost. */
export const LOST_BY_ENCODING = [LOST_LETTERS, /\ufffd/, WRONGLY_DECODED];

export function hasLostLetters(text: string): boolean {
  return LOST_BY_ENCODING.some((sign) => sign.test(text));
}

/** What no reader can read, in any text of the school. */
const LOST: readonly { sign: RegExp; text: Finding['text'] }[] = [
  {
    sign: LOST_LETTERS,
    text: 'letters are lost ("????"): write the text again, and save it as UTF-8: {words}',
  },
  { sign: /\ufffd/, text: 'a character is lost ("\ufffd"): write it again: {words}' },
  {
    sign: WRONGLY_DECODED,
    text: 'was read in a wrong encoding: write the text again, and save it as UTF-8: {words}',
  },
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

/** A tag, also of Word (`<o:p>`), and declarations (`<![if !supportLists]>`, `<?xml …`). */
const HTML = /<(?:[!?][[a-z-]|\/?[a-z][\w:-]*(?:\s+[\w:-]+\s*=[^<>]*)?\s*\/?>)[^<]*/i;

/** HTML that is read as text, and would be visible. */
export function htmlFinding(text: string): Finding[] {
  const [start] = HTML.exec(text) ?? [];
  if (start === undefined) return [];
  const values = { what: 'HTML', start: start.trim().slice(0, QUOTED) };
  return [{ text: '{what} is not possible here: {start}', values }];
}

const MERGE_MARK = /^(?:<{7}|>{7}|\|{7})(?: |$)/;
const MERGE_MIDDLE = /^={7}$/;

/** Marks of a program that keeps versions, by the indexes of their lines. `=======` below a text makes a heading of it. */
export function mergeFindings(lines: readonly string[]): Map<number, Finding> {
  const isMerged = lines.some((line) => MERGE_MARK.test(line));
  const isMiddle = (line: string, index: number) =>
    MERGE_MIDDLE.test(line) && (isMerged || isBlank(lines[index - 1]));
  const marks = [...lines.entries()].filter(
    ([index, line]) => MERGE_MARK.test(line) || isMiddle(line, index),
  );
  return new Map(
    marks.map(([index, line]) => [
      index,
      { text: MERGED, values: { mark: line.slice(0, QUOTED) } },
    ]),
  );
}

function isBlank(line = ''): boolean {
  return line.trim() === '';
}

/** Cells that a tab separates. */
export const TABS = /\S[^\S\t]*\t\s*\S/;
/** What may stand before the text of a line: quotations, lists, headings. */
const MARKS = /^\s*(?:(?:>|[-*+]|\d+[.)]|#{1,6})\s+)*/;
const LIST = /^\s*(?:[-*+]|\d+[.)])\s/;

/** Lines with the cells of a table that was pasted, as Word and Excel separate them; cells of Markdown have `|`. */
function tabbedLines(lines: readonly string[]): Set<number> {
  const tabbed = new Set<number>();
  let isList = false;
  for (const [index, line] of lines.entries()) {
    if (/^\S/.test(line)) isList = false;
    isList ||= LIST.test(line);
    const text = line
      .replace(MARKS, '')
      .split('|')
      .map((cell) => cell.trim())
      .join('|');
    // In a list a tab sets a paragraph in; at the beginning of a text it makes code of it.
    const isCell = !isList && /^ *\t\s*[^\s|>]/.test(line) && !isBlank(lines[index - 1]);
    if (isCell || TABS.test(text)) tabbed.add(index);
  }
  return tabbed;
}

/** What is wrong in any text file of pages, with its line; of a table that was pasted from Word its first line. */
export function lineErrors(text: string): Finding[] {
  const lines = text.split(/\r\n|\n|\r/);
  const tabbed = tabbedLines(lines);
  const marks = mergeFindings(lines);
  return lines.flatMap((line, index) => {
    const place = `line ${index + 1}`;
    const mark = marks.get(index);
    const isTable = tabbed.has(index) && !tabbed.has(index - 1);
    const found: Finding[] = [
      ...(mark === undefined ? [] : [mark]),
      ...(isTable
        ? [{ text: TABLE, values: { start: line.trim().slice(0, QUOTED) } } as const]
        : []),
      ...lostLetters(line),
    ];
    return found.map((finding) => ({ place, ...finding }));
  });
}

const MERGED =
  '"{mark}" marks two versions of the page: keep one of them, and delete the lines with <<<<<<<, ======= and >>>>>>>';
const TABLE =
  'has tabs, as a table from Word: write | Class | Age |, below it | --- | --- |, then a line for each row, or keep the page as a Word document: {start}';
