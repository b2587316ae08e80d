import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { CONTENT_FILE } from './publication.ts';
import { unlessMissing } from '../system-errors.ts';

/** Of a publication: SHA-256 of the folder's files, by their paths. */
export const SOURCES_FILE = 'sources.json';

export type Sources = Readonly<Record<string, string>>;

/** What a comparison reads of a publication, which may be of another release. */
export type Published = { folder: string; content: unknown; sources: Sources };

const sourcesSchema = z.record(z.string(), z.string());

/** Null for one that cannot be read. */
export async function readPublished(folder: string): Promise<Published | null> {
  const [content, sources] = await Promise.all(
    [CONTENT_FILE, SOURCES_FILE].map((name) => unlessMissing(readFile(join(folder, name), 'utf8'))),
  );
  if (typeof content !== 'string' || typeof sources !== 'string') return null;
  const parsed = sourcesSchema.safeParse(JSON.parse(sources));
  const json: unknown = JSON.parse(content);
  return { folder, content: json, sources: parsed.success ? parsed.data : {} };
}

/** Files that are new or other than in a publication. */
export function changedFiles(before: Published | null, sources: Sources): string[] {
  return Object.keys(sources).filter((path) => before?.sources[path] !== sources[path]);
}
