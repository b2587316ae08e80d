import type { Clock } from './clock.ts';
import { toDeliveryFailure } from './delivery-failure.ts';
import type { TryResult } from './delivery-queue.ts';
import { CorruptEntryError, type OutboxFolder } from './outbox-folder.ts';
import type { OutboxLimits } from './outbox-limits.ts';
import type { MisconfiguredForms } from './misconfigured-forms.ts';
import type { Delivery, Outcome } from './outbox.ts';
import type { Log } from '../web/log.ts';

export type EntryTriesOptions = {
  folder: OutboxFolder;
  deliver: (delivery: Delivery) => Promise<void>;
  log: Log;
  clock: Clock;
  limits: OutboxLimits;
  misconfigured: MisconfiguredForms;
  /** Says what became of an entry, to whoever waits for it. */
  tell: (id: string, outcome: Outcome) => void;
  onStorageTrouble: (error: unknown) => void;
};

export type EntryTries = {
  /** One try of an entry, with its marks on the disk and its lines in the log. Never rejects. */
  run(id: string, attempt: number, nextMs: (waitMs: number) => number): Promise<TryResult>;
  /** Lets the log of an entry's tries name the request that brought it. */
  follow(id: string, requestId: string): void;
  /** Moves what is no entry to corrupt/. */
  putAside(name: string): Promise<void>;
};

export function createEntryTries({
  folder,
  deliver,
  log,
  clock,
  limits,
  misconfigured,
  tell,
  onStorageTrouble,
}: EntryTriesOptions): EntryTries {
  const requestIds = new Map<string, string>();
  /** Delivered entries whose files the disk would not let go: never sent again by this process. */
  const delivered = new Set<string>();

  async function tryOnce(
    id: string,
    attempt: number,
    nextMs: (waitMs: number) => number,
  ): Promise<TryResult> {
    try {
      return await tryEntry(id, attempt, nextMs);
    } catch (error) {
      onStorageTrouble(error);
      tell(id, 'stored');
      return { kind: 'later', waitMs: 0 };
    }
  }

  async function tryEntry(
    id: string,
    attempt: number,
    nextMs: (waitMs: number) => number,
  ): Promise<TryResult> {
    if (delivered.has(id) || (await folder.receipt(id)) !== null) {
      await folder.discard(id);
      delivered.delete(id);
      return { kind: 'done', wasDelivered: false };
    }
    const found = await readEntry(id);
    if (found === null) return { kind: 'done', wasDelivered: false };
    const { entry } = found;
    const isTooOld = clock.now() - Date.parse(entry.acceptedAt) >= limits.giveUpMs;
    const heldMs = isTooOld ? 0 : misconfigured.acquire(entry.form);
    if (heldMs > 0) {
      tell(id, 'stored');
      return { kind: 'held', forMs: heldMs };
    }
    const about = {
      form: entry.form,
      campus: entry.campus,
      reference: entry.reference,
      requestId: requestIds.get(id),
    };
    const earlier = await folder.tries(id);
    const attempts = Math.max(attempt, (earlier?.attempt ?? 0) + 1);
    if (earlier?.state === 'trying')
      log.warn({ event: 'submission-repeat-possible', ...about, attempt: attempts });
    await folder.noteTry(id, {
      state: 'trying',
      attempt: attempts,
      at: isoNow(),
      cause: null,
      nextAt: null,
    });
    try {
      await deliver({ ...found, requestId: about.requestId });
    } catch (error) {
      const failure = toDeliveryFailure(error);
      const line = {
        ...about,
        attempt: attempts,
        cause: failure.cause,
        status: failure.status ?? undefined,
      };
      if (failure.kind === 'misconfigured') misconfigured.failed(entry.form, failure);
      else misconfigured.release(entry.form);
      if (failure.kind !== 'refused' && !isTooOld) {
        const retryInMs = nextMs(failure.waitMs);
        await folder.noteTry(id, {
          state: 'waiting',
          attempt: attempts,
          at: isoNow(),
          cause: failure.cause,
          nextAt: isoNow(retryInMs),
        });
        const retry = { event: 'submission-retry', ...line, retryInMs };
        // A cause is told once; that it lasts is no news.
        if (earlier?.cause === failure.cause) log.warn(retry);
        else log.error(retry);
        tell(id, 'stored');
        return { kind: 'later', waitMs: failure.waitMs };
      }
      const reason = failure.kind === 'refused' ? 'refused' : 'expired';
      log.error({ event: `submission-${reason}`, ...line });
      tell(id, failure.kind === 'refused' ? 'refused' : 'stored');
      await folder.bury(id, { reason, cause: failure.cause, at: isoNow(), attempts });
      requestIds.delete(id);
      return { kind: 'done', wasDelivered: false };
    }
    misconfigured.release(entry.form);
    delivered.add(id);
    requestIds.delete(id);
    log.info({ event: 'submission-delivered', ...about, attempt: attempts });
    tell(id, 'delivered');
    const { reference, form, campus, acceptedAt } = entry;
    await folder.finish({
      id,
      reference,
      form,
      campus,
      acceptedAt,
      deliveredAt: isoNow(),
      attempts,
    });
    delivered.delete(id);
    return { kind: 'done', wasDelivered: true };
  }

  async function readEntry(id: string) {
    try {
      return await folder.read(id);
    } catch (error) {
      if (!(error instanceof CorruptEntryError)) throw error;
      if (await folder.has('new', id)) await putAside(id);
      return null;
    }
  }

  async function putAside(name: string): Promise<void> {
    log.error({ event: 'outbox-corrupt', folder: 'corrupt' });
    await folder.setAside(name);
  }

  function isoNow(plusMs = 0): string {
    return new Date(clock.now() + plusMs).toISOString();
  }

  return { run: tryOnce, follow: (id, requestId) => void requestIds.set(id, requestId), putAside };
}
