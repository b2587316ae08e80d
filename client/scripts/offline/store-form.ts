import { OFFLINE_LIMITS } from './offline-limits.ts';
import { put, waitingForms, WAITING_FORMS, type WaitingForm } from './waiting-forms.ts';

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

/**
 * Keeps a form on this device until there is a network. Returns whether it could: storage may be blocked
 * or full.
 */
export async function storeForm(
  form: Pick<WaitingForm, 'key' | 'form' | 'action' | 'nextSteps'>,
  data: FormData,
): Promise<boolean> {
  try {
    // First, so that no form waits unseen; a mark without a form is taken away by the next page.
    localStorage.setItem(WAITING_FORMS, '');
    const others = (await waitingForms()).filter(({ key }) => key !== form.key);
    const fields = [...data];
    const bytes = [...others.flatMap((other) => other.fields), ...fields].reduce(
      (sum, [, value]) => sum + (typeof value === 'string' ? value.length * 2 : value.size),
      0,
    );
    if (others.length >= OFFLINE_LIMITS.forms || bytes > OFFLINE_LIMITS.formBytes) return false;
    const writtenAt = Date.now();
    await put({ ...form, fields, writtenAt, state: 'waiting', reference: null, messages: [] });
  } catch {
    return false;
  }
  // A device that runs short of room deletes the data of other sites first.
  if ('storage' in navigator) void navigator.storage.persist().catch(() => undefined);
  await sendInBackground().catch(() => undefined);
  return true;
}

/** The worker sends it even when no page is open, where supported. */
async function sendInBackground(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration: Syncing | undefined = await navigator.serviceWorker.getRegistration();
  await registration?.sync?.register(WAITING_FORMS);
}
