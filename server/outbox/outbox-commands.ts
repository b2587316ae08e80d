import { parseEntryId } from './entry-id.ts';
import { CorruptEntryError } from './entry-store.ts';
import type { AttemptNote, Reason, StoredEntry } from './entry.ts';
import { OutboxFolder } from './outbox-folder.ts';

/** A line of `list`: nothing personal. */
export type OutboxRow = {
  reference: string;
  state: 'waiting' | 'dead' | 'corrupt';
  form: string;
  campus: string;
  acceptedAt: string;
  attempts: number;
  /** What the last attempt came to, or when the next one is. */
  note: string;
};

/** An entry with all that the visitor sent. */
export type OutboxDetails = { row: OutboxRow } & StoredEntry;

/** What the IT team can do with the outbox, also while the site runs. */
export type OutboxCommands = {
  list(): Promise<OutboxRow[]>;
  /** @throws CorruptEntryError */
  show(reference: string): Promise<OutboxDetails | null>;
  /** Puts dead letters back and asks the site to attempt everything that waits now. Null means all. Answers how many. */
  retry(reference: string | null): Promise<number>;
  /** `waiting` entries have not reached the provider: they are deleted only by force. */
  delete(
    reference: string,
    options: { force: boolean },
  ): Promise<'deleted' | 'not-found' | 'waiting'>;
};

type Found = { id: string; folder: 'new' | 'dead' };

export function createOutboxCommands(root: string): OutboxCommands {
  const folder = new OutboxFolder(root);

  async function entries(reference: string | null = null): Promise<Found[]> {
    const found: Found[] = [];
    for (const place of ['new', 'dead'] as const) {
      for (const id of await folder.names(place)) {
        const known = parseEntryId(id);
        if (known !== null && (reference?.toUpperCase() ?? known.reference) === known.reference)
          found.push({ id, folder: place });
      }
    }
    return found;
  }

  return {
    async list() {
      const rows = [];
      for (const found of await entries()) rows.push(await rowOf(folder, found));
      for (const name of await folder.names('corrupt')) rows.push(corruptRow(name));
      return rows;
    },
    async show(reference) {
      const [found] = await entries(reference);
      const stored = found && (await folder.readFrom(found.folder, found.id));
      if (!stored) return null;
      return { row: await rowOf(folder, found), ...stored };
    },
    async retry(reference) {
      const chosen = await entries(reference);
      for (const { id, folder: place } of chosen) if (place === 'dead') await folder.requeue(id);
      if (chosen.length > 0) await folder.requestRetry();
      return chosen.length;
    },
    async delete(reference, { force }) {
      const [found] = await entries(reference);
      if (found === undefined) return 'not-found';
      if (found.folder === 'new' && !force) return 'waiting';
      await folder.discard(found.id, found.folder);
      return 'deleted';
    },
  };
}

async function rowOf(folder: OutboxFolder, { id, folder: place }: Found): Promise<OutboxRow> {
  const reason = place === 'dead' ? await folder.reason(id) : null;
  const attempt = place === 'new' ? await folder.attemptNote(id) : null;
  const row = {
    ...corruptRow(id),
    attempts: reason?.attempts ?? attempt?.attempt ?? 0,
    note: noteOf(reason, attempt),
  };
  try {
    const stored = await folder.readFrom(place, id);
    if (stored === null) return row;
    const { form, campus } = stored.entry;
    return { ...row, form, campus, state: place === 'dead' ? 'dead' : 'waiting' };
  } catch (error) {
    if (!(error instanceof CorruptEntryError)) throw error;
    return row;
  }
}

export function noteOf(reason: Reason | null, attempt: AttemptNote | null): string {
  if (reason !== null) return `${reason.reason}: ${reason.cause}`;
  if (attempt === null) return 'not attempted yet';
  return attempt.state === 'trying'
    ? 'being sent'
    : `${attempt.cause ?? ''}, next ${attempt.nextAt ?? ''}`;
}

function corruptRow(name: string): OutboxRow {
  const known = parseEntryId(name) ?? parseEntryId(name.slice(0, name.lastIndexOf('.')));
  return {
    reference: known?.reference ?? name,
    state: 'corrupt',
    form: '',
    campus: '',
    acceptedAt: known === null ? '' : new Date(known.acceptedAtMs).toISOString(),
    attempts: 0,
    note: 'see the folder corrupt/',
  };
}
