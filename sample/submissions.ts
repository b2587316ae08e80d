import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Most idempotency keys that are remembered. */
const MAX_KEYS = 1_000;

type SampleSubmission = {
  formType: string;
  fields: Readonly<Record<string, unknown>>;
  file: { name: string; bytes: Buffer } | null;
  idempotencyKey: string | undefined;
};

export type SampleSubmissions = ReturnType<typeof createSampleSubmissions>;

/**
 * Submissions as files in `folder`, readable only by the owner: `<time>-<form>-<id>.json`, with the CV
 * beside it. Without a folder they are only acknowledged.
 */
export function createSampleSubmissions(folder: string | null) {
  const known = new Map<string, string>();

  /** Stores the submission and returns its id; one with a known idempotency key is not stored again. */
  async function save(
    { formType, fields, file, idempotencyKey }: SampleSubmission,
    now: Date,
  ): Promise<string> {
    const earlier = idempotencyKey === undefined ? undefined : known.get(idempotencyKey);
    if (earlier !== undefined) return earlier;
    const id = randomUUID();
    if (idempotencyKey !== undefined) remember(idempotencyKey, id);
    if (folder === null) return id;
    const name = `${now.toISOString().replaceAll(':', '-')}-${formType.toLowerCase().replaceAll(/[^a-z]+/g, '-')}-${id}`;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const content = { formType, fields, fileName: file?.name ?? null, idempotencyKey };
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
    if (file !== null)
      await writeFile(join(folder, `${name}.pdf`), file.bytes, { mode: 0o600, flag: 'wx' });
    return id;
  }

  function remember(key: string, id: string): void {
    known.set(key, id);
    const [oldest] = known.keys();
    if (known.size > MAX_KEYS && oldest !== undefined) known.delete(oldest);
  }

  return { save };
}
