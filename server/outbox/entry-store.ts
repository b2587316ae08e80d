import type { EntryId } from './entry-id.ts';
import type { AttemptNote, Entry, Outcome, Reason, Receipt, StoredEntry } from './entry.ts';

/** An entry that is torn, foreign or lacks its CV. */
export class CorruptEntryError extends Error {
  override readonly name = 'CorruptEntryError';
}

/** Where entries live, and nothing of when or whereto. All methods reject with the store's own error unless they say otherwise. */
export type EntryStore = {
  /**
   * Makes an entry durable: when this returns, neither a crash nor a power cut loses it. When it rejects,
   * nothing of it stays. Stores nothing, and answers the earlier one, when an entry of this fingerprint
   * that waits or was delivered was accepted after `sinceMs`, or when there is one of this reference,
   * however old and rejected too, as that is of the same idempotency key (docs/promises.md#o9).
   * @param upload where the CV lies; the store takes it, or leaves it to its owner.
   */
  add(
    entry: Entry,
    upload: string | null,
    options: { fingerprint: string; sinceMs: number },
  ): Promise<EntryId | null>;
  /** An entry that waits, with the note of its last attempt; null when it is gone or was delivered. @throws CorruptEntryError */
  read(id: string): Promise<(StoredEntry & { note: AttemptNote | null }) | null>;
  /** What came of its first attempt; null before that has ended. */
  outcomeOf(id: string): Promise<Outcome | null>;
  /** Best effort: a store that fails here must not stop a delivery. Never rejects. */
  noteAttempt(id: string, note: AttemptNote): Promise<void>;
  /** Replaces a delivered entry by its receipt; the payload and the CV are gone when this returns. */
  finish(receipt: Receipt): Promise<void>;
  /** Removes an entry that waits, wherever its readers left it. */
  discard(id: string): Promise<void>;
  /** Makes a waiting entry a dead letter, payload and CV included. */
  deadLetter(id: string, reason: Reason): Promise<void>;
  /** Puts what cannot be read out of the way. */
  quarantine(id: string): Promise<void>;
};
