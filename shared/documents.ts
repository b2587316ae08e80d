import { campusPath, type Campus } from './campuses.ts';
import type { Day } from './dates.ts';
import type { FileId } from './links.ts';

export type SiteDocument = {
  file: string;
  title: string;
  /** Null when the file cannot be read. */
  bytes: number | null;
  /** "English": what visitors read. */
  language: string;
  /** Null where the table of documents does not have it. */
  published: Day | null;
  ofCampuses: readonly Campus[];
};

/** A row of the table of documents. */
export type DocumentEntry = {
  file: string;
  published: Day;
  /** A rule asks for a new one each year. */
  yearly: boolean;
  /** "Hindi", "Hindi and English"; others are in English. */
  language?: string | undefined;
  /** All, unless the table names some. */
  ofCampuses: readonly Campus[];
};

export function documentsOf<Document extends Pick<SiteDocument, 'ofCampuses'>>(
  campus: Campus,
  documents: readonly Document[],
): Document[] {
  return documents.filter(({ ofCampuses }) => ofCampuses.includes(campus));
}

/** What one gets by a document's link: "PDF, 240 KB, English". */
export function documentFacts({ bytes, language }: SiteDocument): string {
  return ['PDF', bytes === null ? null : sizeText(bytes), language]
    .filter((fact) => fact !== null)
    .join(', ');
}

export function documentAt(
  href: string,
  documents: readonly SiteDocument[],
): SiteDocument | undefined {
  return documents.find(({ file }) => href === `/files/${file}`);
}

/** What the path of a document's page has after its campus: `Documents/fee-structure`. */
export function documentSegment(file: string): string {
  return `Documents/${file.replace(/\.pdf$/, '')}`;
}

export function documentPath(campus: Campus, file: string): string {
  return campusPath(campus, documentSegment(file));
}

/** Names that visitors read, and the ends of file ids. */
const FILE_TYPES: Readonly<Record<string, readonly string[]>> = {
  PDF: ['pdf'],
  picture: ['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif'],
  Word: ['doc', 'docx'],
  Excel: ['xls', 'xlsx'],
  PowerPoint: ['ppt', 'pptx'],
};

/** Small letters; empty without an extension. */
export function fileExtension(id: FileId): string {
  return /\.([a-z0-9]{1,5})$/i.exec(id)?.[1]?.toLowerCase() ?? '';
}

/** The type of a provider's file, by the end of its id; its size is unknown before it is fetched. */
export function fileType(id: FileId): string | null {
  const extension = fileExtension(id);
  const [type = null] =
    Object.entries(FILE_TYPES).find(([, ends]) => ends.includes(extension)) ?? [];
  return type;
}

/** Whether its id says that a file is no picture. */
export function isDocument(id: FileId): boolean {
  return !['picture', null].includes(fileType(id));
}

/** Rounds to steps that mean something to people: "6 KB", "1.4 MB". */
function sizeText(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
