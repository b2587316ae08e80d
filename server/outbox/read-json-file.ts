import { readFile } from 'node:fs/promises';
import type * as z from 'zod/mini';
import { errorCode } from './durable-files.ts';

/** Null for a file that is missing, torn or of another shape. */
export async function readJsonFile<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): Promise<z.infer<Schema> | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errorCode(error) ?? '')) return null;
    throw error;
  }
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
