import { decodeXML } from 'entities/decode';
import * as z from 'zod/mini';
import type { FieldType, RowFields } from './entity.ts';
import { CAMPUSES } from '../campuses.ts';
import { foldText } from '../fold-text.ts';
import { dateText } from '../date-text.ts';
import { fieldsOf } from '../fields-of.ts';
import { isNothing, isUnreadText } from '../provider-values.ts';
import { timeText } from '../time-text.ts';
import { cutText, parseLine, parseText, readableSource } from '../provider-text.ts';

/** Longest title, name or place, in characters: a page shows each of them several times. */
const MAX_LINE = 2_000;

/** Any value of the provider; a missing field equals null. */
const anything = z.optional(z.unknown());

/** Ids and addresses: trimmed, otherwise unchanged. */
const exact = z.pipe(
  anything,
  z.transform((value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return '';
    const text = String(value).toWellFormed().trim();
    return isNothing(text) ? '' : text;
  }),
);
const line = z.pipe(
  anything,
  z.transform((value) => cutText(parseLine(value), MAX_LINE).trimEnd()),
);

/** Files as server/provider/read-files.ts has read them. */
const files = z._default(z.array(z.string()), []);

const TYPES = {
  line,
  text: z.pipe(anything, z.transform(parseText)),
  html: z.pipe(anything, z.transform(parseHtml)),
  date: z.pipe(anything, z.transform(dateText)),
  time: z.pipe(
    anything,
    z.transform((value) => timeText(value)),
  ),
  link: exact,
  pictures: files,
  documents: files,
};

/**
 * The schema of a row. A field that is missing or of another type is empty; unknown fields are dropped.
 * A row is rejected only when it has nothing to show.
 */
export function rowSchema(fields: RowFields, required?: string) {
  const shape: Record<string, z.ZodMiniType> = Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [name, fieldSchema(type)]),
  );
  const shown = Object.keys(fields).filter((name) =>
    required === undefined
      ? fields[name] !== 'date' && typeof fields[name] === 'string'
      : name === required,
  );
  return z.object({ ...shape, _id: exact, school: oneOf(CAMPUSES) }).check(
    z.refine<Record<string, unknown>>((value) => shown.some((name) => hasValue(value[name])), {
      path: [required ?? 'empty'],
    }),
  );
}

function fieldSchema(type: FieldType) {
  return typeof type === 'string' ? TYPES[type] : oneOf(type);
}

function hasValue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== '';
}

/** One of some names, in any letter case and spacing. Other names stay: no page shows their rows. */
function oneOf(names: readonly string[]) {
  const known = new Map(names.map((name) => [foldText(name).trim(), name]));
  const nameOf = (value: unknown) => known.get(foldText(parseLine(value)).trim());
  return z.pipe(
    anything,
    z.transform((value) => {
      // A reference that was resolved may have it in any field; one without a name is none of these.
      const name =
        [value, ...fieldsOf(value).values()].map(nameOf).find(Boolean) ?? parseLine(value);
      if (name !== '' || typeof value !== 'object' || !isUnreadText(value)) return name;
      return `unnamed:${JSON.stringify(value).replace(/[^\w:,.-]+/g, ' ')}`
        .slice(0, MAX_LINE)
        .trim();
    }),
  );
}

/** Decodes HTML that was encoded as text. Text without tags keeps its lines. */
function parseHtml(value: unknown): string {
  const source = readableSource(value).toWellFormed();
  if (isNothing(source.replace(/<[^<>]*>/g, '').trim())) return '';
  if (/<[a-z!/]/i.test(source)) return source;
  if (/&lt;\/?[a-z][a-z0-9]*(?:\s[^<>&]*)?\/?&gt;/i.test(source))
    return readableSource(decodeXML(source));
  return source.trim().replace(/\r?\n|\v/g, '<br>');
}
