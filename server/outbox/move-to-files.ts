import { writeFile } from 'node:fs/promises';
import { FILE_MODE } from './durable-files.ts';
import type { OutboxFolder } from './outbox-folder.ts';
import type { PostgresStore } from './postgres-store.ts';

/** Moves all entries of the database into a folder, each deleted there after it is durable here. Answers how many. */
export async function moveToFiles(store: PostgresStore, folder: OutboxFolder): Promise<number> {
  await folder.prepare();
  const ids = await store.ids();
  for (const id of ids) {
    const { entry, cv, reason } = await store.takeOut(id);
    const isHere = (await folder.has('new', id)) || (await folder.has('dead', id));
    if (!isHere) {
      const upload = cv === null ? null : await folder.uploadPath();
      if (cv !== null && upload !== null)
        await writeFile(upload, cv, { mode: FILE_MODE, flush: true });
      await folder.add(entry, upload, { fingerprint: '', sinceMs: Infinity });
    }
    if (reason !== null && (await folder.has('new', id))) await folder.deadLetter(id, reason);
    await store.discard(id);
  }
  return ids.length;
}
