import { fetchWithin } from './fetch-within.ts';
import { OFFLINE_LIMITS } from './offline-limits.ts';

/** Database, store, lock and sync event. */
export const WAITING_FORMS = 'waiting-forms';

/** Retry later (RFC 9110, RFC 6585). */
const NOT_NOW = new Set([408, 425, 429]);

/** A form on the visitor's device: waiting, or with its outcome. */
export type WaitingForm = {
  /** Its idempotency key: the same on each attempt, in the page and in the service worker. */
  key: string;
  /** Id of the form on its page. */
  form: string;
  /** Path that it is posted to. */
  action: string;
  /** Milliseconds since the epoch. */
  writtenAt: number;
  /** What the visitor wrote; nothing once the server has it. */
  fields: readonly (readonly [name: string, value: FormDataEntryValue])[];
  state: 'waiting' | 'sent' | 'rejected';
  reference: string | null;
  /** Why it was rejected. */
  messages: readonly string[];
};

/** @throws DOMException or Error when the device has no space. */
export async function putForm(
  form: Pick<WaitingForm, 'key' | 'form' | 'action'>,
  data: FormData,
): Promise<void> {
  const others = (await waitingForms()).filter(({ key }) => key !== form.key);
  const fields = [...data];
  const bytes = [...others.flatMap((other) => other.fields), ...fields].reduce(
    (sum, [, value]) => sum + (typeof value === 'string' ? value.length * 2 : value.size),
    0,
  );
  if (others.length >= OFFLINE_LIMITS.forms || bytes > OFFLINE_LIMITS.formBytes)
    throw new Error('too many forms wait on this device');
  const rest = { state: 'waiting', reference: null, messages: [], writtenAt: Date.now() } as const;
  await put({ ...form, ...rest, fields });
}

/** Oldest first. */
export async function waitingForms(): Promise<WaitingForm[]> {
  const all = await inStore<WaitingForm[]>('readonly', (store) => store.getAll());
  return all.sort((a, b) => a.writtenAt - b.writtenAt);
}

export async function removeForm(key: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(key));
}

/**
 * Sends what waits, one form after the other, and one page or worker at a time where browsers have locks;
 * where they have none, the server takes the same key for the same form. @throws when some go on waiting.
 */
export async function sendWaitingForms(): Promise<void> {
  if (!('locks' in navigator)) return sendAll();
  await navigator.locks.request(WAITING_FORMS, sendAll);
}

async function sendAll(): Promise<void> {
  let left = 0;
  for (const { key } of await waitingForms()) {
    // What was deleted while others were sent is not sent.
    const form = (await waitingForms()).find((other) => other.key === key);
    if (form?.state !== 'waiting') continue;
    const settled = isTooOld(form) ? tooOld(form) : await send(form);
    if (settled === null) left += 1;
    else await put(settled);
  }
  if (left > 0) throw new Error(`${left} forms go on waiting`);
}

function isTooOld({ writtenAt }: WaitingForm): boolean {
  return Date.now() - writtenAt > OFFLINE_LIMITS.formMs;
}

function tooOld(form: WaitingForm): WaitingForm {
  return { ...form, state: 'rejected', messages: ['Offline for too long.'] };
}

/**
 * State of a form after the response; null if it must wait. Other forms do not wait for it.
 * @throws without a response.
 */
async function send(form: WaitingForm): Promise<WaitingForm | null> {
  const response = await fetchWithin(OFFLINE_LIMITS.sendMs, form.action, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Idempotency-Key': form.key },
    body: bodyOf(form),
  });
  // A response in another format is from a proxy, not from this server.
  const { ok, error, reference, errors, notice } = recordOf(
    await response.json().catch(() => null),
  );
  if (response.ok && ok === true)
    return { ...form, state: 'sent', fields: [], reference: textOf(reference) };
  const isFinal = response.status < 500 ? !NOT_NOW.has(response.status) : error === 'rejected';
  if (ok !== false || !isFinal) return null;
  const messages = [...Object.values(recordOf(errors)), recordOf(notice)['text']];
  return { ...form, state: 'rejected', messages: messages.flatMap((text) => textOf(text) ?? []) };
}

function bodyOf({ fields }: WaitingForm): FormData | URLSearchParams {
  const texts = new URLSearchParams();
  const data = new FormData();
  let hasFile = false;
  for (const [name, value] of fields) {
    if (typeof value === 'string') {
      texts.append(name, value);
      data.append(name, value);
    } else {
      hasFile = true;
      data.append(name, value, value.name);
    }
  }
  return hasFile ? data : texts;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

async function put(form: WaitingForm): Promise<void> {
  await inStore('readwrite', (store) => store.put(form));
}

/** Resolves when the transaction is on disk. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(WAITING_FORMS, mode, { durability: 'strict' });
    const request = act(transaction.objectStore(WAITING_FORMS));
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('aborted')),
      );
    });
    return request.result;
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(WAITING_FORMS, 1);
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(WAITING_FORMS, { keyPath: 'key' }),
    );
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  });
}
