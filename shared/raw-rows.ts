import { decodeXML } from 'entities/decode';
import * as z from 'zod/mini';
import { CAMPUSES } from './campuses.ts';
import { dateText } from './parse-day.ts';
import { cutText, lineOf, textOf, wellFormed } from './provider-text.ts';

/** Longest HTML of a leader's message, in characters; the rest is cut. */
const MAX_HTML = 64_000;

/** Whatever a provider sends in a field; nothing is as good as null. */
const anything = z.optional(z.unknown());

/** Ids and addresses: as they are, without blanks around them. */
const exact = z.pipe(
  anything,
  z.transform((value) =>
    typeof value === 'string' || typeof value === 'number' ? wellFormed(String(value)).trim() : '',
  ),
);
const line = z.pipe(anything, z.transform(lineOf));
const text = z.pipe(anything, z.transform(textOf));
const date = z.pipe(anything, z.transform(dateText));
const html = z.pipe(anything, z.transform(htmlOf));

/** Files as server/provider/read-files.ts has read them. */
const files = z._default(z.array(z.string()), []);

/** One of some names, in any letter case and with any space around it; other names stay, as nobody shows them. */
function oneOf(names: readonly string[]) {
  const known = new Map(names.map((name) => [folded(name), name]));
  return z.pipe(
    line,
    z.transform((name) => known.get(folded(name)) ?? name),
  );
}

function folded(name: string): string {
  return name
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();
}

/** HTML that was encoded as a text is decoded; a text without tags keeps its lines. */
function htmlOf(value: unknown): string {
  const source = typeof value === 'string' ? cutText(wellFormed(value), MAX_HTML) : '';
  if (/<[a-z!/]/i.test(source)) return source;
  if (/&lt;\/?[a-z][a-z0-9]*(?:\s[^<>&]*)?\/?&gt;/i.test(source)) return decodeXML(source);
  return source.trim().replace(/\r?\n/g, '<br>');
}

const common = { _id: exact, school: oneOf(CAMPUSES) };

/** A row without any of these has nothing to show. */
function hasSome<Row extends Record<string, unknown>>(...fields: readonly (keyof Row)[]) {
  return z.refine<Row>(
    (row) =>
      fields.some((field) =>
        Array.isArray(row[field]) ? row[field].length > 0 : row[field] !== '',
      ),
    { path: ['empty'] },
  );
}

/**
 * The provider's entities by their own names, with texts as a reader expects them.
 * A field that is missing or of another type is empty; fields that no entity has are dropped. A row is
 * rejected only when it has nothing to show.
 */
export const RAW = {
  birthday: z.object({
    ...common,
    category: oneOf(['Teacher', 'Student']),
    name: line.check(z.minLength(1)),
    class: line,
    attachments: files,
  }),
  news: z
    .object({
      ...common,
      category: oneOf(['News']),
      title: line,
      description: text,
      fromDate: date,
      attachments: files,
    })
    .check(hasSome('title', 'description', 'attachments')),
  event: z
    .object({
      ...common,
      title: line,
      description: text,
      date,
      time: line,
      venue: line,
      images: files,
      attachments: files,
      url: exact,
    })
    .check(hasSome('title', 'description', 'time', 'venue', 'images', 'attachments', 'url')),
  album: z
    .object({
      ...common,
      category: oneOf(['PhotoGallery']),
      title: line,
      description: text,
      date,
      url: exact,
      attachments: files,
    })
    .check(hasSome('title', 'description', 'attachments', 'url')),
  notification: z
    .object({
      ...common,
      title: line,
      description: text,
      image: files,
      attachments: files,
      url: exact,
    })
    .check(hasSome('title', 'description', 'image', 'attachments', 'url')),
  titled: z
    .object({ ...common, title: line, attachments: files })
    .check(hasSome('title', 'attachments')),
  leader: z.object({
    ...common,
    category: oneOf(['Principal', 'Chairman', 'Vice Principal', 'Manager']),
    name: line,
    designation: line,
    message: html,
    attachments: files,
  }),
};
