import * as z from 'zod/mini';
import { ALL_CAMPUSES, CAMPUSES, type Campus } from '../../shared/campuses.ts';
import { pageHeadSchema, type AddedPage } from '../../shared/content.ts';
import { parseInWords } from './content-words.ts';
import type { Block } from '../../shared/prose.ts';
import { atPlace, type Finding } from './problem.ts';

/** The lines between two `---` at the start of the file, below blank ones. */
const HEAD = /^(\s*)---[ \t]*\r?\n((?:[^\n]*\n)*?)---[ \t]*(?:\r?\n|$)/;
const campusHeadSchema = z.omit(pageHeadSchema, { campus: true });

type HeadingBlock = {
  fields: Readonly<Record<string, string>>;
  /** The text of the page, with its title and its line numbers. */
  body: string;
  errors: Finding[];
};

/** The heading block (title, campus, menu) of a page that the school adds, and what follows it; or that it is missing. */
export function readHeadingBlock(markdown: string): HeadingBlock | Finding {
  const [block, blank, lines] = HEAD.exec(markdown) ?? [];
  if (block === undefined || lines === undefined)
    return {
      text: 'no page of the site has this name; a page of your own begins with a heading block: a line ---, a line title: and its title, a line ---',
    };
  const first = (blank?.split('\n').length ?? 1) + 1;
  const { fields, errors } = readFields(lines, first);
  // Empty lines replace the block, so that the line numbers of errors stay.
  const body = `# ${fields['title'] ?? 'Title'}${'\n'.repeat(block.split('\n').length - 1)}`;
  return { fields, body: body + markdown.slice(block.length), errors };
}

/** `only`: the campus of its suffix, which its heading block cannot name again. */
export type AddedFile = { file: string; name: string; only: Campus | null };

type AddedPageOptions = { fields: Readonly<Record<string, string>>; blocks: Block[] };

/** One page for each of its campuses. */
export function addedPages(
  { file, name, only }: AddedFile,
  { fields, blocks }: AddedPageOptions,
): { pages: AddedPage[]; errors: Finding[] } {
  const schema = only === null ? pageHeadSchema : campusHeadSchema;
  const head = parseInWords<z.infer<typeof pageHeadSchema>>(schema, withoutCase(fields));
  const errors = head.errors.map((error) => atPlace('heading block', error));
  if (head.value === null) return { pages: [], errors };
  const { title, menu, campus = ALL_CAMPUSES } = head.value;
  const place = only?.toLowerCase() ?? campus;
  const pages = CAMPUSES.filter(
    (each) => place === ALL_CAMPUSES || place === each.toLowerCase(),
  ).map((each) => ({ file, name, campus: each, title, menu, blocks }));
  return { pages, errors };
}

/** Word begins each line with a capital. */
function withoutCase(fields: AddedPageOptions['fields']): AddedPageOptions['fields'] {
  const { campus } = fields;
  return campus === undefined ? fields : { ...fields, campus: campus.toLowerCase() };
}

/** @param first the number of the first line */
function readFields(
  lines: string,
  first: number,
): { fields: Record<string, string>; errors: Finding[] } {
  const fields: Record<string, string> = {};
  const errors: Finding[] = [];
  lines.split('\n').forEach((line, index) => {
    const [, key, value] = /^\s*(\w+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined && fields[key] === undefined) fields[key] = value;
    else if (line.trim() !== '')
      errors.push({
        place: `line ${index + first}`,
        text: 'must be a field that is not there yet, a colon and its value',
        found: `"${line.trim().slice(0, 60)}"`,
      });
  });
  return { fields, errors };
}
