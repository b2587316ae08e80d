import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { unlessMissing } from '../system-errors.ts';
import { IS_BUILT, VERSION } from '../version.ts';
import type { Problem } from '../content/problem.ts';
import type { Content } from '../../shared/content.ts';

/** Of a build: a folder for each publication, and the file that names the one that runs. */
export const PUBLICATIONS = 'publications';
const POINTER = 'current.json';
const REJECTED = 'rejected.json';
const NOTIFIED = 'notified';

export const pointerIn = (dist: string): string => join(dist, PUBLICATIONS, POINTER);
export const rejectedIn = (dist: string): string => join(dist, PUBLICATIONS, REJECTED);
/** The id of the publication with which the instances were notified to restart. */
export const notifiedIn = (dist: string): string => join(dist, PUBLICATIONS, NOTIFIED);

/** `publication.json` of a publication, which is written last. */
const publicationSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]+$/)),
  /** When the folder was read. */
  at: z.iso.datetime(),
  /** Others write and read other texts. */
  release: z.string(),
  /** SHA-256 of the folder's files. */
  source: z.string(),
  /** Sample values that are left, a line for each. */
  samples: z.array(z.string()),
  /** Bytes of all files, by their paths. */
  files: z.record(z.string(), z.int()),
});

export type PublicationFacts = z.infer<typeof publicationSchema>;

export type Publication = PublicationFacts & { folder: string; content: Content };

/** The build has none that this release can run. */
export class PublicationError extends Error {
  override readonly name = 'PublicationError';
}

/** Null before the first. */
export async function readPointer(dist: string): Promise<PublicationFacts | null> {
  const pointer = await unlessMissing(readFile(pointerIn(dist), 'utf8'));
  return pointer === null ? null : publicationSchema.parse(JSON.parse(pointer));
}

export function folderOf(dist: string, { id }: { id: string }): string {
  return join(dist, PUBLICATIONS, id);
}

/** What the site shows. A start reads nothing else of what the school writes. @throws PublicationError */
export function loadPublication(dist: string): Publication {
  const facts = readFacts(dist);
  if (!canRun(facts))
    throw new PublicationError(
      `dist/ has the texts of release ${facts.release}, and this is ${VERSION}: npm run build`,
    );
  const folder = folderOf(dist, facts);
  const missing = missingFile(dist, facts);
  if (missing !== undefined)
    throw new PublicationError(`dist/ is incomplete: ${missing}: npm run build`);
  // This release has written it from what it had checked.
  const content = JSON.parse(readFileSync(join(folder, CONTENT_FILE), 'utf8')) as Content;
  return { ...facts, folder, content };
}

/** The first file that a publication lacks, or that has another size. */
export function missingFile(dist: string, facts: PublicationFacts): string | undefined {
  const folder = folderOf(dist, facts);
  return Object.keys(facts.files).find(
    (path) => statSync(join(folder, path), { throwIfNoEntry: false })?.size !== facts.files[path],
  );
}

export const CONTENT_FILE = 'content.json';

/** Whether this release runs a publication. A check builds the server of another commit, and publishes nothing. */
export function canRun({ release }: PublicationFacts): boolean {
  return !IS_BUILT || withoutCommit(release) === withoutCommit(VERSION);
}

function withoutCommit(release: string): string {
  return release.replace(/\+.*/, '');
}

function readFacts(dist: string): PublicationFacts {
  try {
    return publicationSchema.parse(JSON.parse(readFileSync(pointerIn(dist), 'utf8')));
  } catch {
    throw new PublicationError('dist/ has no texts of the school: npm run build');
  }
}

const rejectedSchema = z.object({
  at: z.iso.datetime(),
  source: z.string(),
  errors: z.array(z.string()),
});

/** A folder that has errors, while an earlier publication is shown. */
export type Rejected = z.infer<typeof rejectedSchema>;

/** Null while the folder has no errors. */
export async function readRejected(dist: string): Promise<Rejected | null> {
  const text = await unlessMissing(readFile(rejectedIn(dist), 'utf8'));
  const parsed = rejectedSchema.safeParse(text === null ? null : JSON.parse(text));
  return parsed.success ? parsed.data : null;
}

/** What the site shows, and the errors of a folder that waits; null without. */
export type ShownPublication = Pick<Publication, 'id' | 'at' | 'folder'> & {
  readRejected: () => Promise<Pick<Rejected, 'at' | 'errors'> | null>;
};

/** What the child tells the publisher. */
export type Report = { problems: Problem[]; facts: PublicationFacts | null };
