import { documentUrl, isExternal, type FileId } from '../../../shared/links.ts';
import type { PagedRecord } from '../../../shared/records/record-kind.ts';

/** Types of what a record's picture or document mostly is, by the end of its name. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  pdf: 'application/pdf',
};

/** A record's document and picture, with their addresses. A name without an end tells nothing: then the usual type. */
export function enclosuresOf(
  { image = null, attachment = null }: PagedRecord,
  siteUrl: string,
): { url: string; type: string }[] {
  return [
    { file: attachment, usual: 'application/pdf' },
    { file: image, usual: 'image/jpeg' },
  ].flatMap(({ file, usual }) => {
    if (file === null) return [];
    const end = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
    return { url: fileAddress(file, siteUrl), type: TYPES[end] ?? usual };
  });
}

/** Absolute address of a record's document or picture. */
export function fileAddress(file: FileId, siteUrl: string): string {
  const url = documentUrl(file);
  return isExternal(url) ? url : siteUrl + url;
}
