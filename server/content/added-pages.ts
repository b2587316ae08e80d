import * as z from 'zod/mini';
import { CAMPUSES } from '../../shared/campuses.ts';
import { pageHeadSchema, type AddedPage } from '../../shared/content.ts';
import { parseInWords } from './content-words.ts';
import { readMarkdown } from './markdown.ts';
import { atPlace, type Finding } from './problem.ts';

/** The lines between two `---` at the start of the file. */
const HEAD = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;
/** `transport.md`, or `transport.nekpur.md` for Nekpur's own version. */
const FILE_NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*)(\.nekpur)?\.md$/;

const nekpurHeadSchema = z.omit(pageHeadSchema, { campus: true });

/** Reads a page that the school adds: a heading block (title, campus, menu), then Markdown. One page for each campus. */
export function readAddedPage(
  file: string,
  markdown: string,
): { pages: AddedPage[]; errors: Finding[] } {
  const [, name, onlyNekpur] = FILE_NAME.exec(file) ?? [];
  if (name === undefined)
    return {
      pages: [],
      errors: [
        {
          text: 'the name of a page is small letters, digits and hyphens, then .md (or .nekpur.md)',
        },
      ],
    };
  const [block, lines] = HEAD.exec(markdown) ?? [];
  if (block === undefined || lines === undefined)
    return {
      pages: [],
      errors: [
        {
          text: 'no page of the site has this name; a page of your own begins with a heading block: a line ---, a line title: and its title, a line ---',
        },
      ],
    };
  const { fields, errors } = readFields(lines);
  const schema = onlyNekpur === undefined ? pageHeadSchema : nekpurHeadSchema;
  const head = parseInWords<z.infer<typeof pageHeadSchema>>(schema, fields);
  errors.push(...head.errors.map((error) => atPlace('heading block', error)));
  // Empty lines replace the block, so that the line numbers of errors stay.
  const body = `# ${head.value?.title ?? 'Title'}${'\n'.repeat(block.split('\n').length - 1)}`;
  const text = readMarkdown(body + markdown.slice(block.length));
  errors.push(...text.errors);
  if (head.value === null) return { pages: [], errors };
  const { title, menu, campus = 'both' } = head.value;
  const { blocks } = text.prose;
  const place = onlyNekpur === undefined ? campus : 'nekpur';
  const pages = CAMPUSES.filter((each) => place === 'both' || place === each.toLowerCase()).map(
    (each) => ({ file, name, campus: each, title, menu, blocks }),
  );
  return { pages, errors };
}

function readFields(lines: string): { fields: Record<string, string>; errors: Finding[] } {
  const fields: Record<string, string> = {};
  const errors: Finding[] = [];
  lines.split('\n').forEach((line, index) => {
    const [, key, value] = /^\s*(\w+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined && fields[key] === undefined) fields[key] = value;
    else if (line.trim() !== '')
      errors.push({
        place: `line ${index + 2}`,
        text: 'must be a field that is not there yet, a colon and its value',
        found: `"${line.trim().slice(0, 60)}"`,
      });
  });
  return { fields, errors };
}
