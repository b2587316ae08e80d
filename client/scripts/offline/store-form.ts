import { OFFLINE_LIMITS } from './offline-limits.ts';
import { deleteDraft } from '../form-draft.ts';
import { after } from '../../after.ts';
import { clearMark, inStore, removeForm, WAITING_FORMS, type WaitingForm } from './form-store.ts';

/** Background Sync is missing in TypeScript's library. */
type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/** `crypto.randomUUID` is missing without TLS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** What a form sent or stored last, until a response settles it. */
export const unsettled = new WeakMap<HTMLFormElement, { content: string; key: string }>();

/** The same for the same content of a form; a file counts by its name, size and date. */
export function getIdempotencyKey(form: HTMLFormElement, data: FormData): string {
  const parts = [...data].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : [value.name, value.size, value.lastModified],
  ]);
  const content = JSON.stringify(parts);
  const before = unsettled.get(form);
  const key = before?.content === content ? before.key : newIdempotencyKey();
  unsettled.set(form, { content, key });
  return key;
}

/** Why a form is not stored: too many wait, or storage is blocked or full. */
type NotStored = 'too-many' | 'blocked';

type NewForm = Pick<WaitingForm, 'key' | 'form' | 'action' | 'nextSteps'>;

/** Keeps a form on this device until there is a network. */
export async function storeForm(form: NewForm, data: FormData): Promise<'stored' | NotStored> {
  const fields = [...data];
  const waiting = { ...form, fields, state: 'waiting', reference: null, messages: [] } as const;
  try {
    const before = await inStore('readwrite', (forms, store) => {
      if (fits(waiting, forms)) store.put({ ...waiting, writtenAt: Date.now() });
    });
    if (!fits(waiting, before)) return 'too-many';
  } catch {
    return 'blocked';
  }
  deleteDraft(form.form);
  // A device that runs short of room deletes the data of other sites first.
  if ('storage' in navigator) void navigator.storage.persist().catch(() => undefined);
  void sendInBackground().catch(() => undefined);
  return 'stored';
}

type Sized = Pick<WaitingForm, 'key' | 'state' | 'fields'>;

/** A form takes the place of the one with its key. */
function fits(form: Sized, stored: readonly Sized[]): boolean {
  const all = [form, ...stored.filter(({ key }) => key !== form.key)];
  const bytes = all
    .flatMap(({ fields }) => fields)
    .reduce(
      (sum, [, value]) => sum + (typeof value === 'string' ? value.length * 2 : value.size),
      0,
    );
  const waiting = all.filter(({ state }) => state === 'waiting');
  return waiting.length <= OFFLINE_LIMITS.forms && bytes <= OFFLINE_LIMITS.formBytes;
}

/**
 * Stores a form while it is sent, so that a page that is left loses nothing: another page, or the worker, sends it
 * under the same key. They wait for this page, which has the lock if no other one has it. What is stored is deleted at
 * a response.
 *
 * @returns also whether it is stored, where there is no response.
 */
export function sendStored<Result extends { kind: string }>(
  form: NewForm,
  data: FormData,
  send: () => Promise<Result>,
): Promise<{ result: Result; stored: 'stored' | NotStored | null }> {
  return new Promise((resolve) => {
    const attempt = async (lock?: Lock | null): Promise<void> => {
      const storing = storeForm(form, data);
      await Promise.race([storing, after(OFFLINE_LIMITS.storeMs)]);
      const result = await send();
      const isReached = result.kind !== 'unreached';
      if (isReached) resolve({ result, stored: null });
      const stored = await storing;
      if (!isReached) resolve({ result, stored });
      else if (stored === 'stored') {
        await removeForm(form.key);
        if (lock !== null) await clearMark().catch(() => undefined);
      }
    };
    const locked = async () =>
      navigator.locks.request(WAITING_FORMS, { ifAvailable: true }, attempt);
    // Older browsers have no locks, and those that block storage deny them. An attempt never rejects.
    void locked().catch(() => attempt());
  });
}

/** The worker sends it even when no page is open, where supported. */
async function sendInBackground(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration: Syncing | undefined = await navigator.serviceWorker.getRegistration();
  await registration?.sync?.register(WAITING_FORMS);
}
