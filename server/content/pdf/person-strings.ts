import { valueOf, type PdfObject, type PdfParts } from './pdf-objects.ts';
import { entry, innerOf, textOf, type PdfString, type PdfValue } from './pdf-values.ts';

/** What a document says of itself; other entries name people, companies and disks. */
const KEPT_ENTRIES: ReadonlySet<string> = new Set(
  'Title Subject Keywords Creator Producer CreationDate ModDate Trapped'.split(' '),
);
/** The title of a comment is its author, that of a field of a form its name (ISO 32000-1, 12.5.6.2). */
const COMMENTS: ReadonlySet<string | null> = new Set(
  'Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink FileAttachment Sound Redact Popup'.split(
    ' ',
  ),
);

/** A string, in the text of `object`. */
type FoundString = { object: PdfObject; string: PdfString };

/** Names of people in the properties of all revisions (ISO 32000-1, 14.3.3), and those beside comments. */
export function personStrings({ objects, trailers }: PdfParts): FoundString[] {
  const properties = new Set(
    trailers.map((trailer) => entry(trailer, 'Info')).map((info) => referenced(info)),
  );
  return objects.flatMap((object) => {
    const value = valueOf(object);
    if (value?.kind !== 'dictionary') return [];
    const isComment = COMMENTS.has(textOf(entry(value, 'Subtype')));
    const isProperties = properties.has(object.number);
    return value.entries
      .filter(([key]) => (isProperties ? !KEPT_ENTRIES.has(key) : isComment && key === 'T'))
      .flatMap(([, each]) => stringsIn(object, each));
  });

  function stringsIn(object: PdfObject, value: PdfValue): FoundString[] {
    if (value.kind === 'string') return [{ object, string: value }];
    const number = referenced(value);
    if (number === null) return innerOf(value).flatMap((inner) => stringsIn(object, inner));
    return objects
      .filter((target) => target.number === number)
      .flatMap((target) => {
        const string = valueOf(target);
        return string?.kind === 'string' ? [{ object: target, string }] : [];
      });
  }
}

function referenced(value: PdfValue | null): number | null {
  return value?.kind === 'reference' ? value.number : null;
}
