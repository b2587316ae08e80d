import { fileEntries, holdsFile, namesIn, readFile, readLink } from './read-files.ts';
import { findGarbled } from './garbled-texts.ts';
import { isDocument } from '../../shared/documents.ts';
import { fieldsOf } from '../../shared/fields-of.ts';
import { isExternal, type FileId } from '../../shared/links.ts';
import { percentDecoded } from '../../shared/percent-decoded.ts';
import { withoutData } from '../../shared/pasted-data.ts';
import { isUnreadText } from '../../shared/provider-values.ts';
import {
  fieldNames,
  PROVIDER_LISTS,
  type ListName,
  type RawOf,
} from '../../shared/records/provider-lists.ts';

/** Pictures in a text are not shown; those that are data are counted by themselves. */
const PICTURES = /<img\s(?:[^<>]{0,2000}\s)?src\s{0,9}=\s{0,9}["']?[^\s"'<>]/gi;

/** What the school should correct in a row, by events of the log. */
export const PROBLEM_EVENTS = [
  'rows-dropped',
  'rows-hidden',
  'unread-dates',
  'unread-times',
  'unread-texts',
  'garbled-texts',
  'foreign-pictures',
  'pasted-files',
] as const;

export type ProblemEvent = (typeof PROBLEM_EVENTS)[number];

/** How the files of a row are read. */
export type FileReading = { base: string; isDocument?: ((file: FileId) => boolean) | undefined };

/**
 * Reads a row of a list; undefined if the schema rejects it. Idempotent, so that rows may be stored.
 * @param reading.base origin and path prefix of the provider.
 * @param reading.isDocument whether a file is known not to be a picture.
 */
export function readRow<Name extends ListName>(
  name: Name,
  candidate: unknown,
  reading: FileReading,
) {
  const { fields } = PROVIDER_LISTS[name];
  const { row, foreignPictures } = withAddresses(name, candidate, reading);
  const { data, error } = PROVIDER_LISTS[name].row.safeParse(row);
  const read = fieldsOf(data);
  const textFields = fieldNames(name, 'line', 'text', 'html', 'time');
  const written = [...fieldsOf(candidate)].filter(([field]) => textFields.includes(field));
  const texts = written.flatMap(([, value]) =>
    typeof value === 'string' ? withoutData(value) : [],
  );
  const problems: Partial<Record<ProblemEvent, readonly string[]>> = {
    'rows-dropped': (error?.issues ?? []).map(({ path }) => String(path[0] ?? 'row')),
    // No texts, and more than nothing.
    'unread-texts': written
      .filter(([field, value]) => read.get(field) === '' && isUnreadText(value))
      .map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)).trim()),
    'garbled-texts': texts.flatMap((text) => findGarbled(text) ?? []),
    'foreign-pictures': [...foreignPictures, ...(texts.join('\n').match(PICTURES) ?? [])],
    'pasted-files': [...fieldsOf(candidate)]
      .filter(([field, value]) => field in fields && holdsFile(value))
      .map(([field]) => field),
  };
  // Checked by the list's schema.
  return { row: data as RawOf<Name> | undefined, problems };
}

function withAddresses(
  name: ListName,
  candidate: unknown,
  { base, isDocument: isKnownDocument = isDocument }: FileReading,
): { row: unknown; foreignPictures: readonly FileId[] } {
  if (typeof candidate !== 'object' || candidate === null || Array.isArray(candidate))
    return { row: candidate, foreignPictures: [] };
  const fields = new Map(fieldsOf(candidate));
  const files = new Map<string, FileId[]>();
  const [documents] = fieldNames(name, 'documents');
  /** A document among the pictures of a record is one of its documents. */
  const moved: FileId[] = [];
  const foreignPictures: FileId[] = [];
  for (const [field, type] of Object.entries(PROVIDER_LISTS[name].fields)) {
    if (type === 'link') fields.set(field, readLink(fields.get(field), base) ?? '');
    if (type !== 'pictures' && type !== 'documents') continue;
    const usable: FileId[] = [];
    for (const entry of fileEntries(fields.get(field))) {
      const file = readFile(entry, base);
      if (file === null) continue;
      const mayMove = type === 'pictures' && documents !== undefined;
      // Pages load no picture from another origin (`img-src 'self'`); a document there gets a link.
      if (type === 'pictures' && isExternal(file)) foreignPictures.push(file);
      else if (mayMove && isKnownDocument(file)) moved.push(file);
      else usable.push(file);
    }
    files.set(field, usable);
  }
  if (documents !== undefined) files.set(documents, [...(files.get(documents) ?? []), ...moved]);
  const ids = ['_id', 'id'].flatMap((key) => namesIn(fields.get(key), 1));
  fields.set('_id', ids.find(Boolean));
  return { row: Object.fromEntries([...fields, ...files]), foreignPictures };
}

/** A link to a file of ours in a text or a message. */
const FILE_LINK = /(?:^|[\s"'=(])\/api\/image\/([^\s"'<>?#)]+)/g;

/** The provider's files that a row names in its lists of files, and by links in its texts. */
export function findFiles(row: object): string[] {
  return Object.values(row)
    .flatMap((value: unknown) => (typeof value === 'string' ? linkedFiles(value) : value))
    .filter((id) => typeof id === 'string')
    .filter((id) => !isExternal(id))
    .map(plainFile);
}

function linkedFiles(text: string): string[] {
  return [...text.matchAll(FILE_LINK)].flatMap(([, path = '']) => percentDecoded(path) ?? []);
}

/** The id of a provider's file, or its path without empty segments, not encoded. */
export function plainFile(id: string): string {
  return id.split('/').filter(Boolean).join('/');
}
